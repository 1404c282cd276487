//! What the operations and the workers of this area work with.

use std::fmt;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use axum::extract::FromRef;
use edge::{Edge, RateLimit, RateLimiter};
use jobs::{JobKind, Wake};
use kernel::{BankZone, Bic, Clock, Cnum, Randomness};
use store::Store;
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore};

use crate::identifier::ExternalId;

/// Looks at a statement that was created or corrected.
pub const CHECK: JobKind = JobKind::new("payroll.check");
/// Moves the money of a statement.
pub const EXECUTE: JobKind = JobKind::new("payroll.execute");

/// How many requests are taken apart and stored at once in one process; the others wait with their bodies. It bounds the
/// memory of intake, not its throughput: a handful of them keep the database busy.
pub const INTAKES_AT_ONCE_MAX: usize = 4;

/// How many MiB of requests one process has in memory at once; the next sender waits before its body is read. Statements of 10,000
/// transfers take about 3 MiB each.
pub(crate) const BODIES_MIB_MAX: usize = 512;

/// Locks for all companies of one process: two companies rarely share one.
const COMPANY_LOCKS: usize = 64;

/// What the bank decides about this area.
#[derive(Clone, Debug)]
pub struct PayrollSettings {
    /// The bank's own BIC.
    pub bic: Bic,
    /// Where the bank counts its days.
    pub zone: BankZone,
    /// How often the status of one statement may be asked for (PAY-14).
    pub polling: RateLimit,
}

/// What the operations and the workers work with. Cheap to clone; all clones of one process share limits and wake-ups.
#[derive(Clone)]
pub struct PayrollState {
    /// The database.
    pub store: Store,
    /// Verification of tokens.
    pub edge: Edge,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where identifiers come from.
    pub randomness: Arc<dyn Randomness>,
    /// What the bank decides.
    pub settings: PayrollSettings,
    /// Wakes the workers of this process.
    pub wake: Wake,
    shared: Arc<Shared>,
}

struct Shared {
    polling: RateLimiter<(Cnum, ExternalId)>,
    intakes: Arc<Semaphore>,
    bodies: Arc<Semaphore>,
    companies: Vec<Arc<Mutex<()>>>,
}

impl PayrollState {
    /// The state of a process that has done nothing yet.
    #[must_use]
    pub fn new(
        store: Store,
        edge: Edge,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        settings: PayrollSettings,
        wake: Wake,
    ) -> Self {
        let shared = Arc::new(Shared {
            polling: RateLimiter::new(settings.polling, Arc::clone(&clock)),
            intakes: Arc::new(Semaphore::new(INTAKES_AT_ONCE_MAX)),
            bodies: Arc::new(Semaphore::new(BODIES_MIB_MAX)),
            companies: (0..COMPANY_LOCKS).map(|_| Arc::default()).collect(),
        });
        Self { store, edge, clock, randomness, settings, wake, shared }
    }

    /// Counts the polling of statements.
    pub(crate) fn polling(&self) -> &RateLimiter<(Cnum, ExternalId)> {
        &self.shared.polling
    }

    /// Bounds how many requests are taken apart at once.
    pub(crate) fn intakes(&self) -> Arc<Semaphore> {
        Arc::clone(&self.shared.intakes)
    }

    /// Bounds the bodies in memory, in MiB.
    pub(crate) fn bodies(&self) -> Arc<Semaphore> {
        Arc::clone(&self.shared.bodies)
    }

    /// Waits until no other request of this process stores a statement of the company. Statements of one company take their
    /// numbers one after the other anyway; those that wait here do not disturb each other in the database.
    pub(crate) async fn company_turn(&self, cnum: &Cnum) -> OwnedMutexGuard<()> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(cnum);
        let index = usize::try_from(hash % COMPANY_LOCKS as u64).unwrap_or(0);
        let lock = self.shared.companies.get(index).map_or_else(Arc::default, Arc::clone);
        lock.lock_owned().await
    }
}

impl fmt::Debug for PayrollState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PayrollState").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl FromRef<PayrollState> for Edge {
    fn from_ref(state: &PayrollState) -> Self {
        state.edge.clone()
    }
}
