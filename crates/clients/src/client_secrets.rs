//! The secrets of a client that work at a moment: the one it has, and for a time the one before.

use kernel::{ClientId, Instant};

use crate::SecretHash;

/// A secret that was replaced and works until a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousSecret {
    pub hash: SecretHash,
    /// The first moment at which it does not work any more.
    pub until: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientSecrets {
    /// The hash of the one it has.
    pub hash: SecretHash,
    /// The moment at which it was set; unknown for one that is older than this column.
    pub set_at: Option<Instant>,
    /// The one before, while somebody still counts on it.
    pub previous: Option<PreviousSecret>,
}

impl ClientSecrets {
    /// The only secret of a new client.
    pub const fn first(hash: SecretHash, now: Instant) -> Self {
        Self { hash, set_at: Some(now), previous: None }
    }

    /// Tells whether `secret` of `client` works at `now`; takes the same time wherever the difference lies.
    pub fn accept(&self, client: &ClientId, secret: &str, now: Instant) -> bool {
        let presented = SecretHash::compute(client, secret);
        let is_present = self.hash.equals(&presented);
        let is_previous = self.previous_at(now).is_some_and(|previous| previous.hash.equals(&presented));
        is_present | is_previous
    }

    /// The secret before, while it works at `now`.
    pub fn previous_at(&self, now: Instant) -> Option<&PreviousSecret> {
        self.previous.as_ref().filter(|previous| now < previous.until)
    }
}
