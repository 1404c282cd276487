//! Passwords: Argon2id on a bounded number of threads, with a bounded queue in front.
//!
//! One hash costs 19 MiB and tens of milliseconds on purpose. Without bounds a burst of logins would take all
//! memory and all cores; with them it gets a page that says when to come again. The memory is lent
//! ([`HASH_MEMORY`]), so that it stays as much as is used at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Params, Version};
use kernel::{Instant, Randomness};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::person::hash_memory::HASH_MEMORY;

/// The most memory a stored hash may ask for, in KiB: a hash from a file must not be able to stop the server.
const MEMORY_KIB_MAX: u32 = 256 * 1024;
/// The most passes a stored hash may ask for.
const PASSES_MAX: u32 = 16;
/// The most lanes a stored hash may ask for.
const LANES_MAX: u32 = 16;
/// The most hashes that are computed at once by default.
const HASHES_AT_ONCE_MAX: usize = 16;
/// Bytes of salt (RFC 9106, 3.1).
const SALT_BYTES: usize = 16;

/// The cost of a password hash and the bounds of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordSettings {
    pub memory_kib: u32,
    /// Passes over that memory.
    pub passes: u32,
    pub lanes: u32,
    pub hashes_at_once_max: usize,
    /// Logins that wait for a hash; one more is refused.
    pub queue_max: usize,
}

impl Default for PasswordSettings {
    /// Returns the first recommendation of the OWASP Password Storage Cheat Sheet for Argon2id; one at once for each
    /// processor, and a queue that is worked off in some seconds.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            memory_kib: 19_456,
            passes: 2,
            lanes: 1,
            hashes_at_once_max: processors.min(HASHES_AT_ONCE_MAX),
            queue_max: 128,
        }
    }
}

/// Password and second factor of a user, as they are stored. Its `Debug` shows nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredCredential {
    /// A PHC string.
    pub password_hash: String,
    /// The sealed secret of the second factor; `None` when the user has none.
    pub totp_secret_sealed: Option<Vec<u8>>,
    /// The end of a one-time password, which has to be replaced in the login that it opens; `None` of the person's own.
    pub one_time_until: Option<Instant>,
}

kernel::debug_shows!(StoredCredential(..));

/// Error for a password hash, or for the settings of one, that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The settings are outside of what Argon2id allows or of what this program allows.
    #[error("memory, passes or lanes of the password hash are out of range")]
    Settings,
    /// The text is no PHC string of Argon2id with sane costs.
    #[error("must be a PHC string of argon2id with at most 256 MiB, 16 passes and 16 lanes")]
    Hash,
}

/// Outcome of looking at a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    Right {
        /// The hash was made with other costs than today's: it should be made anew while the password is known.
        outdated: bool,
    },
    /// The password is wrong, or there is no such user.
    Wrong,
}

/// Error for a full queue: the caller is told to come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many logins wait for a password hash")]
pub struct QueueFull;

/// Error for a hash whose thread did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computation of a password hash did not finish")]
pub struct Interrupted;

/// Turn in the queue of password hashes; given back when dropped.
#[derive(Debug)]
pub struct QueueTurn {
    _permit: OwnedSemaphorePermit,
}

/// The cost of a hash of today, and the hashes that may have memory at once.
#[derive(Clone, Debug)]
struct Costs {
    params: Params,
    hashes_at_once_max: usize,
}

#[derive(Debug)]
pub struct Passwords {
    costs: Costs,
    /// A hash that no password is known to have, verified when there is no such user, so that the answer takes as long.
    nobody: String,
    queue: Arc<Semaphore>,
    workers: Arc<Semaphore>,
    verifications: AtomicU64,
}

impl Passwords {
    /// Makes the queue, and the hash of nobody out of random bytes: to compute it would hold up every start.
    pub fn new(settings: PasswordSettings, randomness: &dyn Randomness) -> Result<Self, PasswordError> {
        let costs = costs(settings)?;
        let mut output = [0_u8; Params::DEFAULT_OUTPUT_LEN];
        randomness.fill(&mut output);
        let nobody = hash_of(&costs, randomness, |_| Output::new(&output).map_err(Into::into))?;
        Ok(Self {
            costs,
            nobody,
            queue: Arc::new(Semaphore::new(settings.hashes_at_once_max.saturating_add(settings.queue_max))),
            workers: Arc::new(Semaphore::new(settings.hashes_at_once_max.max(1))),
            verifications: AtomicU64::new(0),
        })
    }

    /// Takes a turn in the queue, before the attempt is counted: an attempt that finds the queue full does not count.
    pub fn queue(&self) -> Result<QueueTurn, QueueFull> {
        match Arc::clone(&self.queue).try_acquire_owned() {
            Ok(permit) => Ok(QueueTurn { _permit: permit }),
            Err(_) => Err(QueueFull),
        }
    }

    /// Compares `password` with `stored`. Without a stored hash (no such user, no password set) the same work is
    /// done and the answer is [`Verification::Wrong`].
    pub async fn verify(
        &self,
        _turn: &QueueTurn,
        password: String,
        stored: Option<String>,
    ) -> Result<Verification, Interrupted> {
        let exists = stored.is_some();
        let hash = stored.unwrap_or_else(|| self.nobody.clone());
        let costs = self.costs.clone();
        let worker = Arc::clone(&self.workers).acquire_owned().await.map_err(|_| Interrupted)?;
        self.verifications.fetch_add(1, Ordering::SeqCst);
        metrics::counter!("clientbank_identity_password_verifications_total").increment(1);
        let work = tokio::task::spawn_blocking(move || {
            // The worker's permit lives as long as the work, also when the caller has gone away.
            let _worker = worker;
            compare(&costs, password.as_bytes(), &hash)
        });
        let verification = work.await.map_err(|_| Interrupted)?;
        Ok(if exists { verification } else { Verification::Wrong })
    }

    /// Computes a new hash like [`verify`](Self::verify) does: on a bounded thread.
    pub async fn rehash(
        &self,
        _turn: &QueueTurn,
        password: String,
        randomness: Arc<dyn Randomness>,
    ) -> Result<String, Interrupted> {
        let costs = self.costs.clone();
        let worker = Arc::clone(&self.workers).acquire_owned().await.map_err(|_| Interrupted)?;
        let work = tokio::task::spawn_blocking(move || {
            let _worker = worker;
            hash_with(&costs, password.as_bytes(), randomness.as_ref())
        });
        work.await.map_err(|_| Interrupted)?.map_err(|_| Interrupted)
    }

    /// Returns the number of passwords that were looked at since the start.
    pub fn verifications(&self) -> u64 {
        self.verifications.load(Ordering::SeqCst)
    }
}

/// Hashes `password` into a PHC string. Takes tens of milliseconds of the calling thread: for commands and imports.
pub fn hash(
    settings: PasswordSettings,
    password: &str,
    randomness: &dyn Randomness,
) -> Result<String, PasswordError> {
    hash_with(&costs(settings)?, password.as_bytes(), randomness)
}

/// Compares on the calling thread: for imports, which must not change a hash that already fits.
pub fn verify_here(
    settings: PasswordSettings,
    password: &str,
    stored: &str,
) -> Result<Verification, PasswordError> {
    Ok(compare(&costs(settings)?, password.as_bytes(), stored))
}

/// Returns `text` when it is a PHC string of argon2id whose costs are within bounds.
pub fn checked_hash(text: &str) -> Result<&str, PasswordError> {
    let hash = PasswordHash::new(text).map_err(|_| PasswordError::Hash)?;
    let params = Params::try_from(&hash).map_err(|_| PasswordError::Hash)?;
    let sane = hash.algorithm.as_str() == Algorithm::Argon2id.as_str()
        && hash.salt.is_some()
        && hash.hash.is_some()
        && within_bounds(&params);
    if sane { Ok(text) } else { Err(PasswordError::Hash) }
}

fn costs(settings: PasswordSettings) -> Result<Costs, PasswordError> {
    let params = Params::new(settings.memory_kib, settings.passes, settings.lanes, None)
        .map_err(|_| PasswordError::Settings)?;
    let hashes_at_once_max = settings.hashes_at_once_max;
    if within_bounds(&params) {
        Ok(Costs { params, hashes_at_once_max })
    } else {
        Err(PasswordError::Settings)
    }
}

fn within_bounds(params: &Params) -> bool {
    params.m_cost() <= MEMORY_KIB_MAX && params.t_cost() <= PASSES_MAX && params.p_cost() <= LANES_MAX
}

fn hash_with(costs: &Costs, password: &[u8], randomness: &dyn Randomness) -> Result<String, PasswordError> {
    hash_of(costs, randomness, |salt| {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, costs.params.clone());
        compute(&argon2, password, salt, costs.hashes_at_once_max)
    })
}

/// Writes a hash with a new salt, for which `output` is asked.
fn hash_of(
    costs: &Costs,
    randomness: &dyn Randomness,
    output: impl FnOnce(&Salt) -> argon2::password_hash::Result<Output>,
) -> Result<String, PasswordError> {
    let mut salt = [0_u8; SALT_BYTES];
    randomness.fill(&mut salt);
    let made = || {
        let salt = Salt::new(&salt)?;
        Ok::<_, argon2::password_hash::Error>(PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&costs.params)?,
            hash: Some(output(&salt)?),
            salt: Some(salt),
        })
    };
    made().map(|hash| hash.to_string()).map_err(|_| PasswordError::Settings)
}

/// Computes a hash in memory that is lent for it.
fn compute(
    argon2: &Argon2<'_>,
    password: &[u8],
    salt: &Salt,
    at_once_max: usize,
) -> argon2::password_hash::Result<Output> {
    let params = argon2.params();
    let mut buffer = [0_u8; Output::MAX_LENGTH];
    let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let output = buffer.get_mut(..length).ok_or(argon2::password_hash::Error::OutputSize)?;
    let memory = HASH_MEMORY.lend(params.block_count(), at_once_max);
    argon2.hash_password_into_with_memory(password, salt, output, memory)?;
    Ok(Output::new(output)?)
}

/// Compares a password with a stored hash. One that is wrong takes the time of a hash of today at least, so that a hash
/// of former, lower costs does not tell that its user is there.
fn compare(today: &Costs, password: &[u8], stored: &str) -> Verification {
    let computed = || {
        let hash = PasswordHash::new(stored).ok()?;
        let params = Params::try_from(&hash).ok()?;
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
        let version = hash.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
        let argon2 = Argon2::new(algorithm, version, params.clone());
        let output = compute(&argon2, password, &hash.salt?, today.hashes_at_once_max).ok()?;
        // Outputs are compared in constant time.
        if hash.hash? == output {
            return Some(params);
        }
        let argon2 = Argon2::new(algorithm, version, spared(&today.params, &params)?);
        std::hint::black_box(compute(&argon2, password, &hash.salt?, today.hashes_at_once_max).is_ok());
        None
    };
    let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
    computed().map_or(Verification::Wrong, |params| Verification::Right {
        outdated: costs(&params) != costs(&today.params),
    })
}

/// Returns the costs of the work that a hash of `former` costs lacks beside one of today; nothing when it lacks none,
/// or too little to matter.
fn spared(today: &Params, former: &Params) -> Option<Params> {
    let blocks = |params: &Params| params.m_cost().saturating_mul(params.t_cost());
    let memory_kib = blocks(today).checked_sub(blocks(former))? / today.t_cost();
    Params::new(memory_kib, today.t_cost(), today.p_cost(), None).ok()
}

#[cfg(test)]
mod tests;
