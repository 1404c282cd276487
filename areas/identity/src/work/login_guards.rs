//! Protection of the logins of one process: password threads, limits, a turn for each login name, and the wrong secrets
//! of clients.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edge::RateLimiter;
use tokio::sync::{Mutex, MutexGuard};

use crate::login::wrong_secrets::WrongSecrets;
use crate::person::credential::Passwords;

/// Turns that can be taken at once; login names that share one wait for each other.
const TURNS: usize = 64;

/// Guards that all logins of a process share.
#[derive(Debug)]
pub struct LoginGuards {
    pub passwords: Passwords,
    /// Counts the logins that are begun from an address.
    pub logins_begun: RateLimiter<String>,
    /// Tells forms of logins from made-up ones, in all processes.
    pub(crate) forms: hmac::Key,
    pub wrong_secrets: WrongSecrets,
    /// Counting is safe without them, by the database. They keep sixty-four guesses sent to one process from getting
    /// into each other's way there sixty-three times.
    turns: Vec<Mutex<()>>,
}

impl LoginGuards {
    /// Puts the guards of a process together; `forms` is the key for forms of logins.
    pub fn new(passwords: Passwords, logins_begun: RateLimiter<String>, forms: hmac::Key) -> Self {
        Self {
            passwords,
            logins_begun,
            forms,
            wrong_secrets: WrongSecrets::default(),
            turns: (0..TURNS).map(|_| Mutex::new(())).collect(),
        }
    }

    /// Waits for the turn to count an attempt on the login name whose SHA-256 in base64url is `login_hash`.
    pub async fn turn(&self, login_hash: &str) -> Option<MutexGuard<'_, ()>> {
        let hash = URL_SAFE_NO_PAD.decode(login_hash).unwrap_or_default();
        let index = hash.first().map_or(0, |byte| usize::from(*byte) % TURNS);
        Some(self.turns.get(index)?.lock().await)
    }
}
