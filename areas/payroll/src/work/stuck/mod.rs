//! The payments that are stuck, and the decisions of an operator about them. A decision takes the same way as an answer
//! of the rail.

mod decide;

use std::sync::Arc;

use area::Author;
use audit::{Actor, Entry};
use jobs::JobError;
use kernel::{BankZone, Clock, Instant, Randomness};
use store::{Store, StoreError, Tx};
use thiserror::Error;

use crate::statement::StatementHeader;
use crate::store::unclaimed as rows;
use crate::stuck::{DECISION_CHARACTERS_MAX, STUCK_LISTED_MAX, StuckId, StuckPayment, StuckSums, UnderWay};
use crate::work::execute::Desk;
use crate::work::unclaimed_orders::SETTLE_UNCLAIMED;

pub(super) use decide::pay_out;
pub use decide::{claim, decide};

/// Lists payments without an answer of the rail, the oldest first, at most [`STUCK_LISTED_MAX`].
pub async fn unanswered(store: &Store) -> store::Result<Vec<StuckPayment>> {
    store.read("payroll.unanswered", |tx| rows::unanswered(tx, STUCK_LISTED_MAX)).await
}

/// Lists returned payments whose money nobody has, the oldest first, at most [`STUCK_LISTED_MAX`].
pub async fn unclaimed(store: &Store) -> store::Result<Vec<StuckPayment>> {
    store.read("payroll.unclaimed", |tx| rows::unclaimed(tx, STUCK_LISTED_MAX)).await
}

/// Counts the statements that have not ended, by state.
pub async fn under_way(store: &Store) -> store::Result<Vec<UnderWay>> {
    store.read("payroll.under_way", rows::under_way).await
}

pub async fn stuck_sums(store: &Store) -> store::Result<StuckSums> {
    store.read("payroll.stuck_sums", rows::sums).await
}

#[derive(Clone, Debug)]
pub struct Operating {
    pub clock: Arc<dyn Clock>,
    pub randomness: Arc<dyn Randomness>,
    pub zone: BankZone,
    /// The desk that knows who answers orders.
    pub desk: orders::Desk,
    pub operator: String,
}

impl Operating {
    fn desk<'d>(&'d self, author: &'d Actor) -> Desk<'d> {
        Desk {
            clock: &*self.clock,
            randomness: &*self.randomness,
            zone: &self.zone,
            settles_unclaimed: self.desk.player(&SETTLE_UNCLAIMED),
            author,
        }
    }

    /// The person, as the trail and the journal name them.
    fn author(&self) -> Actor {
        Actor::Operator(self.operator.clone())
    }

    fn entry(&self, at: Instant, action: &'static str, payment: StuckId, header: &StatementHeader) -> Entry {
        let object = ("payroll_payment", payment.to_string());
        let author = Author::outside_of_requests(self.author());
        author.entry(at, &*self.randomness, action, object).company(header.cnum.clone())
    }
}

/// Refuses decisions on a restored database: the rail may have answered, and the money been claimed, after the backup.
fn check_moving(tx: &mut Tx) -> Result<(), StuckError> {
    if jobs::stands_still(tx)? { Err(StuckError::StandsStill) } else { Ok(()) }
}

/// Refuses what is no reason for people to read later.
fn checked_reason(reason: &str) -> Result<(), StuckError> {
    kernel::checked_text(reason, DECISION_CHARACTERS_MAX).map(drop).map_err(|_| StuckError::Reason)
}

/// The reason why a decision about a payment changes nothing.
#[derive(Debug, Error)]
pub enum StuckError {
    #[error("no payment of this statement and line waits for an answer of the rail")]
    NotUnanswered,
    #[error(
        "the statement is still being executed: its payments are decided when all of them were handed over"
    )]
    StillExecuted,
    #[error("no money of this statement and line is unclaimed")]
    NotUnclaimed,
    #[error("the account is no open rouble account of the company")]
    NoAccount,
    #[error("a reason has 1 to {DECISION_CHARACTERS_MAX} characters")]
    Reason,
    /// The database was restored, so that others may know more of its payments than it does.
    #[error(
        "the database stands still after a restore: decide when `clientbank restored --go-on` lets it go on"
    )]
    StandsStill,
    /// Something else is at the statement at this moment.
    #[error("the payment was changed at the same moment: look at it again")]
    Changed,
    /// A fault of the program or of the data.
    #[error("{0}")]
    Failed(String),
    #[error("{0:?}")]
    Store(#[from] StoreError),
}

impl From<JobError> for StuckError {
    fn from(error: JobError) -> Self {
        match error {
            JobError::Store(error) => Self::Store(error),
            JobError::Lost | JobError::Stopped | JobError::Changed => Self::Changed,
            JobError::Failed(reason) => Self::Failed(reason),
        }
    }
}
