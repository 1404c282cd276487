//! What the logins of one process share: the password threads, the bank's name, a turn for each login name, and the wrong
//! secrets of clients.

use std::sync::Arc;

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edge::RateLimiter;
use kernel::{Clock, Randomness};
use tokio::sync::{Mutex, MutexGuard};

use crate::credential::Passwords;
use crate::sealing::Purpose;
use crate::settings::IdentitySettings;
use crate::state::OpenError;
use crate::wrong_secrets::WrongSecrets;
use ::pages::Brand;

/// Turns that can be taken at once; login names that share one wait for each other.
const TURNS: usize = 64;

/// Shared by all requests of the login pages.
#[derive(Debug)]
pub struct LoginDesk {
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// Whose pages they are.
    pub brand: Brand,
    /// Counts the logins that are begun from an address.
    pub logins_begun: RateLimiter<String>,
    /// Tells forms of logins from made-up ones, in all processes.
    pub(crate) forms: hmac::Key,
    /// Wrong secrets of clients.
    pub wrong_secrets: WrongSecrets,
    /// Counting is safe without them, by the database. They keep sixty-four guesses sent to one process from getting
    /// into each other's way there sixty-three times.
    turns: Vec<Mutex<()>>,
}

impl LoginDesk {
    /// Computes one password hash, that of nobody.
    pub fn new(
        settings: &IdentitySettings,
        clock: Arc<dyn Clock>,
        randomness: &dyn Randomness,
    ) -> Result<Self, OpenError> {
        Ok(Self {
            forms: settings.master_key.authentication_key(Purpose::LoginForms)?,
            passwords: Passwords::new(settings.passwords, randomness)?,
            brand: settings.brand.clone(),
            logins_begun: RateLimiter::new(settings.logins_begun, clock),
            wrong_secrets: WrongSecrets::default(),
            turns: (0..TURNS).map(|_| Mutex::new(())).collect(),
        })
    }

    /// A turn to count an attempt on the login name whose SHA-256 in base64url is `login_hash`.
    pub async fn turn(&self, login_hash: &str) -> Option<MutexGuard<'_, ()>> {
        let hash = URL_SAFE_NO_PAD.decode(login_hash).unwrap_or_default();
        let index = hash.first().map_or(0, |byte| usize::from(*byte) % TURNS);
        Some(self.turns.get(index)?.lock().await)
    }
}
