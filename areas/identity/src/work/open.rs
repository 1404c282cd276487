//! Opens identity on a database, and keeps its keys up to date.

use std::sync::Arc;

use edge::{RateLimiter, Verifier, VerifierSettings};
use kernel::{Clock, Randomness};
use store::Store;
use webauthn::RelyingParty;

use super::mint_keys::{KeysError, Mint, mint_first};
use crate::keys::key_ring::KeyRing;
use crate::keys::signing_key::{Nonces, SealedKey};
use crate::person::credential::{PasswordError, Passwords};
use crate::sealing::SealingError;
use crate::state::IdentityState;
use crate::store::signing_keys;
use crate::token::freshness::Freshness;
use crate::token::refresh::RefreshKeys;
use crate::work::login_guards::{FormKeys, LoginGuards};
use crate::work::settings::IdentitySettings;

/// Error for an identity that cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Passwords(#[from] PasswordError),
    #[error(transparent)]
    MasterKey(#[from] SealingError),
    #[error(transparent)]
    Keys(#[from] KeysError),
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
        mint_first(&store, &mint).await?;
        let sealed = signing_keys::list(&store).await.map_err(KeysError::from)?;
        let keys = KeyRing::open(&sealed, master_key, Nonces::fitting(&*randomness), clock.now())
            .map_err(KeysError::from)?;
        let verifier = Verifier::new(
            VerifierSettings {
                issuer: settings.issuer.clone(),
                audience: settings.api_audience.clone(),
                feed_age_s_max: None,
            },
            Arc::clone(&clock),
        )
        .of_sandbox(settings.is_sandbox);
        let state = Self {
            refresh_keys: Arc::new(RefreshKeys::new(&settings.master_key)?),
            freshness: Arc::new(Freshness::new(settings.feed_age_s_max)),
            guards: Arc::new(guards(&settings, Arc::clone(&clock), &*randomness)?),
            relying_party: RelyingParty::at(&::pages::named_address(&settings.issuer)).map(Arc::new),
            settings: Arc::new(settings),
            verifier: Arc::new(verifier),
            store,
            clock,
            randomness,
            keys,
        };
        show_keys_to_verifier(&state);
        Ok(state)
    }

    /// Reads the signing keys, for [`Self::take_keys`]. To be called every half second, so that a rotation needs no
    /// restart.
    pub async fn sealed_keys(&self) -> Result<Vec<SealedKey>, KeysError> {
        Ok(signing_keys::list(&self.store).await?)
    }

    /// Signs with the keys that were read.
    ///
    /// # Errors
    /// Keys that cannot be used; the old ones stay.
    pub fn take_keys(&self, sealed: &[SealedKey]) -> Result<(), KeysError> {
        self.keys.replace(sealed, self.clock.now())?;
        show_keys_to_verifier(self);
        Ok(())
    }
}

fn guards(
    settings: &IdentitySettings,
    clock: Arc<dyn Clock>,
    randomness: &dyn Randomness,
) -> Result<LoginGuards, OpenError> {
    let forms = FormKeys::new(&settings.master_key)?;
    let passwords = Passwords::new(settings.passwords, randomness)?;
    Ok(LoginGuards::new(passwords, RateLimiter::new(settings.logins_begun, clock), forms))
}

fn show_keys_to_verifier(state: &IdentityState) {
    if let Err(error) = state.verifier.set_keys(state.keys.current().public.clone()) {
        tracing::error!("the verifier refuses the signing keys: {error}");
    }
}
