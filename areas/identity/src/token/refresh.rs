//! Refresh tokens: a chain in which the last link works, and the one before it until the last was used (IDN-07; RFC
//! 9700, 4.14.2).
//!
//! A token names its session and its number in the chain (its generation), and holds 256 secret bits and a tag.
//! - The secret of the first token is random. Every other one is HMAC-SHA-256 of the secret before it under a key
//!   of the server. Therefore a refresh can be repeated, as software does that lost the answer or that keeps its first
//!   token, and gets the very same successor, although the database holds nothing but SHA-256 of the last two
//!   tokens; and who steals the database and even the key still cannot compute a token that works.
//! - The tag is a MAC over the rest. Therefore a token of this chain is told from a made-up one however old it is,
//!   and the chain of a login that is refreshed every minute for 30 days is still one row.
//!
//! A token that has been followed by a used one must never be seen again. When it is, somebody else holds a copy
//! of the chain, and the session ends.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, Randomness, SessionId};

use crate::sealing::{MasterKey, Purpose, SealingError, sha256};

const SESSION_BYTES: usize = 16;
const GENERATION_BYTES: usize = 4;
const SECRET_BYTES: usize = 32;
const TAG_BYTES: usize = 16;
const SIGNED_BYTES: usize = SESSION_BYTES + GENERATION_BYTES + SECRET_BYTES;
const TOKEN_BYTES: usize = SIGNED_BYTES + TAG_BYTES;
const DAY_US: i64 = 86_400_000_000;
/// Characters of a refresh token: a text of another length is none.
pub const TOKEN_CHARACTERS: usize = 91;

/// The keys that make and recognise refresh tokens.
#[derive(Clone)]
pub struct RefreshKeys {
    successors: hmac::Key,
    tags: hmac::Key,
    /// The same of the other master key, while one takes the place of the other.
    other: Option<Box<Self>>,
}

kernel::debug_shows!(RefreshKeys(..));

impl RefreshKeys {
    pub fn new(master_key: &MasterKey) -> Result<Self, SealingError> {
        let successors = master_key.other_authentication_key(Purpose::RefreshSuccessors)?;
        let other = successors.zip(master_key.other_authentication_key(Purpose::RefreshTags)?);
        Ok(Self {
            successors: master_key.authentication_key(Purpose::RefreshSuccessors)?,
            tags: master_key.authentication_key(Purpose::RefreshTags)?,
            other: other.map(|(successors, tags)| Box::new(Self { successors, tags, other: None })),
        })
    }
}

/// A refresh token. Its `Debug` shows nothing of the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken([u8; TOKEN_BYTES]);

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RefreshToken(session {}, generation {})", self.session_uuid(), self.generation())
    }
}

impl RefreshToken {
    /// Mints the first token of `session`.
    pub fn first(session: uuid::Uuid, keys: &RefreshKeys, randomness: &dyn Randomness) -> Self {
        let mut secret = [0_u8; SECRET_BYTES];
        randomness.fill(&mut secret);
        Self::assembled(session.as_bytes(), 0, &secret, keys)
    }

    /// Computes the token of the next generation: always the same one.
    pub fn successor(&self, keys: &RefreshKeys) -> Self {
        let mut secret = [0_u8; SECRET_BYTES];
        secret.copy_from_slice(hmac::sign(&keys.successors, &self.0[..SIGNED_BYTES]).as_ref());
        Self::assembled(&self.0[..SESSION_BYTES], self.generation().saturating_add(1), &secret, keys)
    }

    /// Computes the successor that was sent before, whose hash the database holds: under the other master key when it
    /// was made there. The successor of a token that was not exchanged yet.
    pub fn successor_sent(&self, keys: &RefreshKeys, hash: &[u8; 32]) -> Self {
        let other = keys.other.as_ref().map(|other| self.successor(other));
        other.filter(|successor| successor.hash() == *hash).unwrap_or_else(|| self.successor(keys))
    }

    fn assembled(session: &[u8], generation: u32, secret: &[u8], keys: &RefreshKeys) -> Self {
        let mut bytes = [0_u8; TOKEN_BYTES];
        bytes[..SESSION_BYTES].copy_from_slice(session);
        bytes[SESSION_BYTES..SESSION_BYTES + GENERATION_BYTES].copy_from_slice(&generation.to_be_bytes());
        bytes[SESSION_BYTES + GENERATION_BYTES..SIGNED_BYTES].copy_from_slice(secret);
        let tag = hmac::sign(&keys.tags, &bytes[..SIGNED_BYTES]);
        bytes[SIGNED_BYTES..].copy_from_slice(&tag.as_ref()[..TAG_BYTES]);
        Self(bytes)
    }

    /// Recognises a token of this provider, as a client holds it; `None` for any other text.
    pub fn recognise(text: &str, keys: &RefreshKeys) -> Option<Self> {
        if text.len() != TOKEN_CHARACTERS {
            return None;
        }
        let bytes: [u8; TOKEN_BYTES] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let is_tagged_by = |keys: &RefreshKeys| {
            let tag = hmac::sign(&keys.tags, &bytes[..SIGNED_BYTES]);
            verify_slices_are_equal(&tag.as_ref()[..TAG_BYTES], &bytes[SIGNED_BYTES..]).is_ok()
        };
        (is_tagged_by(keys) || keys.other.as_deref().is_some_and(is_tagged_by)).then_some(Self(bytes))
    }

    /// Returns the token as a client holds it.
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub fn hash(&self) -> [u8; 32] {
        sha256(&self.0)
    }

    pub fn session(&self) -> Option<SessionId> {
        self.session_uuid().to_string().parse().ok()
    }

    fn session_uuid(&self) -> uuid::Uuid {
        let mut session = [0_u8; SESSION_BYTES];
        session.copy_from_slice(&self.0[..SESSION_BYTES]);
        uuid::Uuid::from_bytes(session)
    }

    /// Returns its number in the chain, from 0.
    pub fn generation(&self) -> u32 {
        let mut generation = [0_u8; GENERATION_BYTES];
        generation.copy_from_slice(&self.0[SESSION_BYTES..SESSION_BYTES + GENERATION_BYTES]);
        u32::from_be_bytes(generation)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefreshState {
    /// SHA-256 of the last token, which works.
    pub hash: [u8; 32],
    /// SHA-256 of the token before it, once one was exchanged.
    pub previous: Option<[u8; 32]>,
    /// The number of the last token in the chain.
    pub generation: u32,
}

/// The refreshes of a session on one day of UTC. Each is in the trail as a number alone, but for the first: software
/// that refreshes every minute would leave a thousand entries a day that say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedDay {
    pub first: Instant,
    /// The last, one that was repeated included.
    pub last: Instant,
    pub refreshes: i64,
}

impl CountedDay {
    /// Counts a refresh at `now` to the day `counted`, or begins another day.
    pub fn counting(counted: Option<Self>, now: Instant) -> Self {
        match counted.filter(|day| !day.is_over(now)) {
            Some(day) => Self { last: now, refreshes: day.refreshes.saturating_add(1), ..day },
            None => Self { first: now, last: now, refreshes: 1 },
        }
    }

    /// Tells whether the day has ended.
    pub fn is_over(&self, now: Instant) -> bool {
        self.first < Self::began(now)
    }

    /// Returns the beginning of the day of a moment.
    pub fn began(now: Instant) -> Instant {
        let of_day = now.microseconds().rem_euclid(DAY_US);
        Instant::from_microseconds(now.microseconds().saturating_sub(of_day))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The last token of the chain: it is exchanged for its successor.
    Rotate,
    /// The token before the last, whose successor has not been used: the same successor is sent again.
    Repeat,
    /// A token whose successor was used: the session must end.
    Reuse,
    /// Recognised, but never a token of this chain: made under another state of the database.
    Unknown,
}

impl RefreshState {
    /// Judges a recognised token of this session.
    ///
    /// | the token | verdict |
    /// |---|---|
    /// | the last | `Rotate` |
    /// | the one before | `Repeat` |
    /// | of any earlier generation | `Reuse` |
    /// | anything else | `Unknown` |
    pub fn judge(&self, token: &RefreshToken) -> Verdict {
        let hash = token.hash();
        if hash == self.hash {
            return Verdict::Rotate;
        }
        // A used successor has become the last but one itself.
        if self.previous == Some(hash) {
            return Verdict::Repeat;
        }
        if token.generation() < self.generation { Verdict::Reuse } else { Verdict::Unknown }
    }
}

#[cfg(test)]
mod tests;
