//! Protection of the logins of one process: password threads, limits, a turn for each login name, and the wrong secrets
//! of clients.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edge::{EdgeError, RateLimiter, RequestContext};
use tokio::sync::{Mutex, MutexGuard};

use crate::login::lockout::counted_address;
use crate::login::wrong_secrets::WrongSecrets;
use crate::person::credential::Passwords;
use crate::sealing::{MasterKey, Purpose, SealingError};

/// Turns that can be taken at once; login names that share one wait for each other.
const TURNS: usize = 64;

/// Keys that tell forms of logins from made-up ones, in all processes.
#[derive(Debug)]
pub struct FormKeys {
    /// The key that forms are sealed with.
    pub(crate) present: hmac::Key,
    /// The key of other processes, while one master key takes the place of another: a login goes on at any of them.
    other: Option<hmac::Key>,
}

impl FormKeys {
    pub fn new(master_key: &MasterKey) -> Result<Self, SealingError> {
        Ok(Self {
            present: master_key.authentication_key(Purpose::LoginForms)?,
            other: master_key.other_authentication_key(Purpose::LoginForms)?,
        })
    }

    /// Tells whether one of them has made the tag of `text`.
    pub(crate) fn have_sealed(&self, text: &[u8], tag: &[u8]) -> bool {
        let mut keys = std::iter::once(&self.present).chain(&self.other);
        keys.any(|key| hmac::verify(key, text, tag).is_ok())
    }
}

/// Guards that all logins of a process share.
#[derive(Debug)]
pub struct LoginGuards {
    pub passwords: Passwords,
    /// Counts the logins that are begun from an address.
    logins_begun: RateLimiter<String>,
    pub(crate) forms: FormKeys,
    pub wrong_secrets: WrongSecrets,
    /// Counting is safe without them, by the database. They keep sixty-four guesses sent to one process from getting
    /// into each other's way there sixty-three times.
    turns: Vec<Mutex<()>>,
}

impl LoginGuards {
    /// Puts the guards of a process together.
    pub fn new(passwords: Passwords, logins_begun: RateLimiter<String>, forms: FormKeys) -> Self {
        Self {
            passwords,
            logins_begun,
            forms,
            wrong_secrets: WrongSecrets::default(),
            turns: (0..TURNS).map(|_| Mutex::new(())).collect(),
        }
    }

    /// Counts a login that is begun from the address of this request, or something that strangers may do as often.
    pub fn check_begun(&self) -> Result<(), EdgeError> {
        let address = RequestContext::current().and_then(|context| context.remote_address());
        self.logins_begun.check(&counted_address(address)).map(drop)
    }

    /// Waits for the turn to count an attempt on the login name whose SHA-256 in base64url is `login_hash`.
    pub async fn turn(&self, login_hash: &str) -> Option<MutexGuard<'_, ()>> {
        let hash = URL_SAFE_NO_PAD.decode(login_hash).unwrap_or_default();
        let index = hash.first().map_or(0, |byte| usize::from(*byte) % TURNS);
        Some(self.turns.get(index)?.lock().await)
    }
}
