//! State that the operations, pages and workers of identity share.

use std::sync::Arc;

use edge::Verifier;
use kernel::{Clock, Instant, Randomness};
use store::Store;
use webauthn::RelyingParty;

use crate::keys::key_ring::KeyRing;
use crate::token::freshness::Freshness;
use crate::token::refresh::RefreshKeys;
use crate::work::login_guards::LoginGuards;
use crate::work::settings::IdentitySettings;

/// State of identity; made by `IdentityState::open`. Cheap to clone.
#[derive(Clone)]
pub struct IdentityState {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub randomness: Arc<dyn Randomness>,
    pub settings: Arc<IdentitySettings>,
    pub keys: KeyRing,
    /// Protects the logins of this process.
    pub guards: Arc<LoginGuards>,
    /// The bank as passkeys know it; none at an address at which browsers have no passkeys.
    pub relying_party: Option<Arc<RelyingParty>>,
    /// Not in the state itself: they are large, and the state is cloned for each request.
    pub(crate) refresh_keys: Arc<RefreshKeys>,
    /// Knows how long ago this process read what others have changed.
    pub(crate) freshness: Arc<Freshness>,
    /// Verifies tokens that come back to identity. It is told of no revocations: identity asks the tables.
    pub(crate) verifier: Arc<Verifier>,
}

kernel::debug_shows!(IdentityState { .. });

impl IdentityState {
    /// Learns that the feed was read: everything that others had changed by then is known. To be called after each
    /// look; without it the operations for tokens answer that they are not available.
    pub fn feed_read(&self, read_at: Instant) {
        self.freshness.read(read_at);
    }
}

#[cfg(test)]
mod tests;
