//! The state of the area: what its operations, pages and workers share.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use area::Given;
use axum::extract::FromRef;
use clients::signatures::MissingList;
use edge::{Edge, RateLimit, RateLimiter};
use idempotency::Idempotency;
use jobs::Wake;
use kernel::{BankZone, Bic, Clock, Cnum, Randomness};
use orders::Desk;
use sandbox::Sandbox;
use store::Store;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::conversion_terms::ConversionSettings;
use crate::identifier::ExternalId;
use crate::readers::{Readers, threads_of_cores};
use crate::room::{Room, SharedRoom};
use crate::turns::TurnLimits;

/// Limits of the memory that intake takes, and of the wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntakeLimits {
    /// MiB of bodies that are in memory before they are taken apart; the next sender's body is not read before there is
    /// room.
    pub bodies_mib_max: u32,
    /// MiB of them that one company sends. Statements of 10,000 transfers have about 3 MiB each; a body that is larger
    /// than this comes in alone.
    pub company_bodies_mib_max: u32,
    /// MiB of bodies whose statements are taken apart and stored at once. A statement takes about its body again then.
    /// It bounds memory, not throughput: a few of them keep the database busy.
    pub statements_mib_max: u32,
    /// Threads that take requests of the API apart.
    pub statement_readers: usize,
    /// Threads that take files of people apart.
    pub file_readers: usize,
    /// Requests of one company that wait at once: for room for their bodies, for room for their statements, or for a
    /// thread that reads. One more is told to come again.
    pub company_waiting_max: usize,
    /// Requests of all companies that wait so. Companies take turns.
    pub waiting_max: usize,
    /// The longest wait for each of them, after which the sender is told to come again.
    pub wait_max: Duration,
}

impl Default for IntakeLimits {
    fn default() -> Self {
        Self {
            bodies_mib_max: 64,
            company_bodies_mib_max: 16,
            statements_mib_max: 8,
            statement_readers: threads_of_cores(),
            file_readers: threads_of_cores(),
            company_waiting_max: 128,
            waiting_max: 1_024,
            wait_max: Duration::from_secs(15),
        }
    }
}

#[derive(Clone, Debug)]
pub struct PayrollSettings {
    pub bic: Bic,
    /// The zone in which the bank counts its days.
    pub zone: BankZone,
    /// The limit for questions about the status of one statement (PAY-14).
    pub polling: RateLimit,
    pub intake: IntakeLimits,
    /// On which terms wages are converted, as long as an import does not say otherwise.
    pub conversion: ConversionSettings,
    /// Days that a statement waits for its first signature, and then for those that are missing; at least 1.
    pub signing_days: NonZeroU32,
    /// The treatment of a signature when an authority above it has no revocation list here.
    pub missing_list: MissingList,
}

/// Units of work of one process that move money at once on PostgreSQL. While one waits for the server's answer another
/// is at work there; more of them would wait for the same cores.
const MONEY_TURNS: usize = 2;

/// The state of the area. Cheap to clone; all clones of one process share limits and wake-ups.
#[derive(Clone)]
pub struct PayrollState {
    pub store: Store,
    pub edge: Edge,
    pub clock: Arc<dyn Clock>,
    pub randomness: Arc<dyn Randomness>,
    pub settings: PayrollSettings,
    pub wake: Wake,
    /// Answers requests with an `Idempotency-Key` once.
    pub idempotency: Idempotency,
    pub sandbox: Option<Sandbox>,
    /// Hands orders to the bank's systems and takes their answers.
    pub desk: Desk,
    pub(crate) shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) polling: RateLimiter<(Cnum, ExternalId)>,
    pub(crate) bodies: SharedRoom,
    pub(crate) statements: Room,
    pub(crate) readers: Readers,
    pub(crate) file_readers: Readers,
    money: Semaphore,
}

impl PayrollState {
    /// Makes the state of a process that has done nothing yet.
    pub fn new(given: &Given, settings: PayrollSettings) -> Self {
        let Given { store, edge, clock, randomness, wake, sandbox, idempotency, desk, .. } = given.clone();
        let intake = settings.intake;
        let waiting = TurnLimits { company_max: intake.company_waiting_max, all_max: intake.waiting_max };
        let (all, share) = (intake.bodies_mib_max, intake.company_bodies_mib_max);
        let shared = Arc::new(Shared {
            polling: RateLimiter::new(settings.polling, edge.rate_clock()),
            bodies: SharedRoom::new(all, share, intake.wait_max, waiting),
            statements: Room::new(intake.statements_mib_max, intake.wait_max, waiting),
            readers: Readers::start("payroll-reader", intake.statement_readers, waiting, intake.wait_max),
            file_readers: Readers::start("payroll-files", intake.file_readers, waiting, intake.wait_max),
            money: Semaphore::new(if store.writes_at_once() { MONEY_TURNS } else { 1 }),
        });
        Self { store, edge, clock, randomness, settings, wake, idempotency, sandbox, desk, shared }
    }

    /// Hands orders out at this desk in place of the one that it was given.
    pub fn with_desk(self, desk: Desk) -> Self {
        Self { desk, ..self }
    }

    /// Waits for a turn at moving money: [`MONEY_TURNS`] statements of this process have one on PostgreSQL, and one on
    /// SQLite, where such units of work follow one another and other requests have to come in between.
    pub(crate) async fn money_turn(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed.
        self.shared.money.acquire().await.ok()
    }
}

kernel::debug_shows!(PayrollState { settings, .. });

impl FromRef<PayrollState> for Edge {
    fn from_ref(state: &PayrollState) -> Self {
        state.edge.clone()
    }
}
