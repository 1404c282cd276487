//! Verifies tokens, and remembers the results.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::{Clock, Instant, PublicKey};

use super::TokenError;
use super::cache::TokenCache;
use super::claims::{AccessToken, CommonClaims, IdentityToken, OnlineBankToken};
use super::key::{KeyError, KeySet};
use super::revocation::{REVOCATIONS_MAX, RevocationSets, Revocations, Verified};
use super::signed::{Kind, identity_token, open};
use crate::caller::Caller;
use crate::error::EdgeError;

/// Seconds by which the clock of the process that issued a token may be ahead of this one. It applies to `iat` and
/// `nbf`, never to `exp`.
pub const CLOCK_SKEW_S_MAX: i64 = 5;

/// The greatest age, in seconds, of revocations that can vouch for a token: a revoked session stops working in every
/// process within this time, even when the feed hangs (IDN-11).
pub const REVOCATION_FEED_AGE_S_MAX: i64 = 2;

/// The most bytes of verified pairs in memory: about 19,000 pairs that have not expired. Any more are verified again.
const PAIRS_BYTES_MAX: u64 = 40 * 1024 * 1024;
/// The same of access tokens alone, of identity tokens alone and of sessions of the online bank, each.
const SINGLE_BYTES_MAX: u64 = 8 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierSettings {
    /// `iss` of every token.
    pub issuer: String,
    /// `aud` of every access token: the name of this API.
    pub audience: String,
    /// Seconds after which revocations are too old ([`REVOCATION_FEED_AGE_S_MAX`]). `None` when no feed
    /// runs, which only tests may want.
    pub feed_age_s_max: Option<i64>,
}

/// Verifies tokens with public keys and remembers the results.
#[derive(Debug)]
pub struct Verifier {
    settings: VerifierSettings,
    clock: Arc<dyn Clock>,
    /// Only tokens of a sandbox are accepted, or none.
    is_sandbox: bool,
    keys: RwLock<Arc<KeySet>>,
    /// Counts the changes of the keys after which something verified before may be wrong.
    keys_generation: AtomicU64,
    revocations: RwLock<RevocationSets>,
    /// Counts the changes of the revocations, so that a token is looked up again only after a change.
    revocations_generation: AtomicU64,
    /// Microseconds since 1970 of the last `read_at`. It goes back with the clock: one that was ahead for a moment
    /// would vouch for tokens long after the last look at the feed.
    revocations_read_at: AtomicI64,
    callers: TokenCache<Caller>,
    access_tokens: TokenCache<AccessToken>,
    identity_tokens: TokenCache<IdentityToken>,
    online_bank_tokens: TokenCache<OnlineBankToken>,
}

impl Verifier {
    /// A verifier that knows no key yet and therefore refuses every token.
    pub fn new(settings: VerifierSettings, clock: Arc<dyn Clock>) -> Self {
        Self {
            settings,
            clock,
            is_sandbox: false,
            keys: RwLock::default(),
            keys_generation: AtomicU64::new(0),
            revocations: RwLock::new(RevocationSets::new(REVOCATIONS_MAX)),
            revocations_generation: AtomicU64::new(0),
            revocations_read_at: AtomicI64::new(i64::MIN),
            callers: TokenCache::new(PAIRS_BYTES_MAX),
            access_tokens: TokenCache::new(SINGLE_BYTES_MAX),
            identity_tokens: TokenCache::new(SINGLE_BYTES_MAX),
            online_bank_tokens: TokenCache::new(SINGLE_BYTES_MAX),
        }
    }

    /// The same verifier in a sandbox, which accepts tokens of a sandbox alone (`sandbox`: true). Without it such
    /// tokens are refused.
    pub fn of_sandbox(self, is_sandbox: bool) -> Self {
        Self { is_sandbox, ..self }
    }

    /// Puts these keys in the place of all others. Tokens verified before are verified again when a key has
    /// been taken away.
    ///
    /// # Errors
    /// The set is refused and the old one stays when it is too large, names a key twice or holds something
    /// that is no key.
    pub fn set_keys(&self, keys: Vec<PublicKey>) -> Result<(), KeyError> {
        let new = Arc::new(KeySet::new(keys)?);
        let mut current = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        if !current.is_part_of(&new) {
            self.keys_generation.fetch_add(1, Ordering::AcqRel);
        }
        *current = new;
        Ok(())
    }

    pub fn apply_revocations(&self, revocations: &Revocations) {
        let mut sets = self.revocations.write().unwrap_or_else(PoisonError::into_inner);
        if sets.add(revocations) {
            self.revocations_generation.fetch_add(1, Ordering::AcqRel);
        }
        self.revocations_read_at.store(revocations.read_at.microseconds(), Ordering::Release);
    }

    /// Verifies an access token (`typ` `at+jwt`).
    pub fn verify_access(&self, token: &str) -> Result<Arc<AccessToken>, TokenError> {
        self.verified(&self.access_tokens, token, "", |keys, now| self.open_access(token, keys, now))
    }

    fn open_access(&self, token: &str, keys: &KeySet, now: Instant) -> Result<AccessToken, TokenError> {
        self.claims(token, Kind::Access, keys, now)?.into_access(&self.settings.audience)
    }

    /// Verifies an identity token: the JWT itself or its Base64, as the Id-Token header may have it.
    pub fn verify_identity(&self, header: &str) -> Result<Arc<IdentityToken>, TokenError> {
        self.verified(&self.identity_tokens, "", header, |keys, now| self.open_identity(header, keys, now))
    }

    fn open_identity(&self, header: &str, keys: &KeySet, now: Instant) -> Result<IdentityToken, TokenError> {
        self.claims(&identity_token(header)?, Kind::Identity, keys, now)?.into_identity()
    }

    /// Verifies a session token of the online bank (`typ` `online-bank+jwt`), which is issued by and for the identity
    /// provider.
    pub fn verify_online_bank(&self, token: &str) -> Result<Arc<OnlineBankToken>, TokenError> {
        self.verified(&self.online_bank_tokens, token, "", |keys, now| {
            self.claims(token, Kind::OnlineBank, keys, now)?.into_online_bank(&self.settings.issuer)
        })
    }

    /// Verifies a session token of the online bank that may have expired, by at most `ended_s_max` seconds: it opens
    /// nothing, and tells whose session it was. Revoked ones are refused as ever.
    pub fn verify_ended_online_bank(
        &self,
        token: &str,
        ended_s_max: i64,
    ) -> Result<OnlineBankToken, TokenError> {
        let now = self.clock.now();
        self.check_feed(now)?;
        let keys = Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner));
        let claims: CommonClaims = open(token, Kind::OnlineBank, &keys)?;
        let expired_at = Instant::from_unix_seconds(claims.exp);
        if expired_at.plus_seconds(ended_s_max) <= now {
            return Err(TokenError::Expired);
        }
        self.check_claims(&claims, now.min(expired_at.plus_seconds(-1)))?;
        let token = claims.into_online_bank(&self.settings.issuer)?;
        self.check_revocation(&token)?;
        Ok(token)
    }

    /// Verifies both tokens of a request and that they belong together. A pair seen before costs one look
    /// into a map. Its tokens are remembered as a pair alone.
    ///
    /// # Errors
    /// [`EdgeError::InvalidToken`] for the first thing wrong with either, [`EdgeError::Mismatch`] when they name
    /// another user, client or session, [`EdgeError::Unavailable`] when revocations are not known.
    pub fn verify_pair(&self, access: &str, identity: &str) -> Result<Arc<Caller>, EdgeError> {
        self.verified(&self.callers, access, identity, |keys, now| {
            let access = self.open_access(access, keys, now)?;
            let identity = self.open_identity(identity, keys, now)?;
            access.joined_with(&identity).ok_or(EdgeError::Mismatch)
        })
    }

    /// The value for these texts: out of the cache or made by `verify`; in both cases not expired and not
    /// revoked.
    fn verified<V, E>(
        &self,
        cache: &TokenCache<V>,
        first: &str,
        second: &str,
        verify: impl FnOnce(&KeySet, Instant) -> Result<V, E>,
    ) -> Result<Arc<V>, E>
    where
        V: Verified + Send + Sync + 'static,
        E: From<TokenError>,
    {
        let now = self.clock.now();
        self.check_feed(now)?;
        // Both generations are read before the data that they count: the next request at the latest notices a change
        // in between.
        let keys_generation = self.keys_generation.load(Ordering::Acquire);
        let generation = self.revocations_generation.load(Ordering::Acquire);
        if let Some(entry) = cache.find(first, second, keys_generation, now) {
            if !entry.is_unrevoked_in(generation) {
                self.check_revocation(&*entry.value)?;
                entry.note_unrevoked_in(generation);
            }
            return Ok(Arc::clone(&entry.value));
        }
        let keys = Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner));
        let value = Arc::new(verify(&keys, now)?);
        self.check_revocation(&*value)?;
        cache.insert((first, second), &value, (keys_generation, generation), now);
        Ok(value)
    }

    /// The claims of a token of this kind that is valid at `now`.
    fn claims(
        &self,
        token: &str,
        kind: Kind,
        keys: &KeySet,
        now: Instant,
    ) -> Result<CommonClaims, TokenError> {
        let claims = open(token, kind, keys)?;
        self.check_claims(&claims, now)?;
        Ok(claims)
    }

    fn check_claims(&self, claims: &CommonClaims, now: Instant) -> Result<(), TokenError> {
        if claims.iss != self.settings.issuer {
            return Err(TokenError::WrongIssuer);
        }
        if claims.sandbox != self.is_sandbox {
            return Err(TokenError::OtherKind);
        }
        if Instant::from_unix_seconds(claims.exp) <= now {
            return Err(TokenError::Expired);
        }
        let latest = now.plus_seconds(CLOCK_SKEW_S_MAX);
        let begins = claims.nbf.map_or(claims.iat, |nbf| nbf.max(claims.iat));
        if Instant::from_unix_seconds(begins) > latest {
            return Err(TokenError::NotYetValid);
        }
        Ok(())
    }

    fn check_feed(&self, now: Instant) -> Result<(), TokenError> {
        let Some(age_s_max) = self.settings.feed_age_s_max else { return Ok(()) };
        let read_at = Instant::from_microseconds(self.revocations_read_at.load(Ordering::Acquire));
        // What was read by a clock that has been put back since has no age: the next look gives it one.
        let is_ahead = now.plus_seconds(age_s_max) < read_at;
        let is_old = read_at.plus_seconds(age_s_max) < now;
        if is_ahead || is_old { Err(TokenError::RevocationsUnknown) } else { Ok(()) }
    }

    fn check_revocation(&self, token: &impl Verified) -> Result<(), TokenError> {
        let sets = self.revocations.read().unwrap_or_else(PoisonError::into_inner);
        if sets.hit(token.facts()) { Err(TokenError::Revoked) } else { Ok(()) }
    }
}
