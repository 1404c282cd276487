//! The owner of a key.

use edge::Caller;
use kernel::{ClientId, Cnum, UserId};

/// The caller whom a key belongs to: the same text of anybody else is another key, and its answer is theirs alone.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) client: ClientId,
    pub(crate) company: Cnum,
    pub(crate) user: UserId,
}

impl From<&Caller> for Scope {
    fn from(caller: &Caller) -> Self {
        Self { client: caller.client.clone(), company: caller.company.clone(), user: caller.user.clone() }
    }
}
