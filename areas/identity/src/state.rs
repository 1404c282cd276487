//! What the operations of identity share.

use std::sync::Arc;

use edge::{Verifier, VerifierSettings};
use kernel::{Clock, Instant, Randomness};
use store::Store;

use crate::credential::PasswordError;
use crate::freshness::Freshness;
use crate::login_desk::LoginDesk;
use crate::refresh::RefreshKeys;
use crate::sealing::SealingError;
use crate::settings::IdentitySettings;
use crate::store::housekeeping;
use crate::store::key_ring::{KeyRing, KeyRingError};
use crate::store::keys::{self, KeysError, Mint};

/// Why identity cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The settings for passwords.
    #[error(transparent)]
    Passwords(#[from] PasswordError),
    /// The master key.
    #[error(transparent)]
    MasterKey(#[from] SealingError),
    /// The first signing keys cannot be made.
    #[error(transparent)]
    Mint(#[from] KeysError),
    /// The signing keys cannot be loaded.
    #[error(transparent)]
    Keys(#[from] KeyRingError),
}

/// What the operations of identity share. Cheap to clone.
#[derive(Clone)]
pub struct IdentityState {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Unpredictable bytes.
    pub randomness: Arc<dyn Randomness>,
    /// What the operator decided.
    pub settings: Arc<IdentitySettings>,
    /// The keys that sign tokens.
    pub keys: KeyRing,
    /// What the login pages share.
    pub desk: Arc<LoginDesk>,
    /// Not in the state itself: they are large, and the state is cloned for each request.
    pub(crate) refresh_keys: Arc<RefreshKeys>,
    /// How long ago this process read what others have changed.
    pub(crate) freshness: Arc<Freshness>,
    /// Verifies tokens that come back to identity. It is told of no revocations: identity asks the tables.
    pub(crate) verifier: Arc<Verifier>,
}

impl IdentityState {
    /// Opens identity on a migrated database; makes the first signing keys when there are none.
    pub async fn open(
        store: Store,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        settings: IdentitySettings,
    ) -> Result<Self, OpenError> {
        let master_key = settings.master_key.clone();
        let mint = Mint {
            master_key: master_key.clone(),
            randomness: Arc::clone(&randomness),
            clock: Arc::clone(&clock),
        };
        keys::mint_first(&store, &mint).await?;
        let keys = KeyRing::load(&store, master_key, clock.now()).await?;
        let verifier = Verifier::new(
            VerifierSettings {
                issuer: settings.issuer.clone(),
                audience: settings.api_audience.clone(),
                feed_age_s_max: None,
            },
            Arc::clone(&clock),
        );
        let state = Self {
            refresh_keys: Arc::new(RefreshKeys::new(&settings.master_key)?),
            freshness: Arc::new(Freshness::new(settings.feed_age_s_max)),
            desk: Arc::new(LoginDesk::new(&settings, Arc::clone(&clock), &*randomness)?),
            settings: Arc::new(settings),
            verifier: Arc::new(verifier),
            store,
            clock,
            randomness,
            keys,
        };
        state.show_keys_to_verifier();
        Ok(state)
    }

    /// Learns of new signing keys. To be called every half second, so that a rotation needs no restart.
    pub async fn refresh_keys(&self) -> Result<(), KeyRingError> {
        self.keys.refresh(&self.store, self.clock.now()).await?;
        self.show_keys_to_verifier();
        Ok(())
    }

    /// Learns that the feed was read: everything that others had changed by then is known. To be called after each look;
    /// without it the operations for tokens answer that they are not available.
    pub fn feed_read(&self, read_at: Instant) {
        self.freshness.read(read_at);
    }

    /// Tidies up, see [`housekeeping::run`]. To be called every minute or so.
    pub async fn tidy_up(&self) -> Result<(), store::StoreError> {
        housekeeping::run(self).await
    }

    /// What takes second factors and passwords where something is signed in the online bank.
    #[must_use]
    pub fn confirmation(&self) -> crate::ByCredentials {
        crate::ByCredentials(self.clone())
    }

    /// What makes signing keys, for [`keys::rotate`].
    #[must_use]
    pub fn mint(&self) -> Mint {
        Mint {
            master_key: self.settings.master_key.clone(),
            randomness: Arc::clone(&self.randomness),
            clock: Arc::clone(&self.clock),
        }
    }

    fn show_keys_to_verifier(&self) {
        if let Err(error) = self.verifier.set_keys(self.keys.current().public.clone()) {
            tracing::error!("the verifier refuses the signing keys: {error}");
        }
    }
}

#[cfg(test)]
mod tests;
