//! The way to other banks: a port, and the rule of the adapter that comes with the program.
//!
//! Payments are written down in the unit of work that debits their payer; the rail is told of them afterwards and as
//! often as it takes, so it knows each by its [`PaymentId`] and pays it once. A bank with a payment system of its own
//! implements [`OutgoingRail`] for it.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use futures_util::future::BoxFuture;
use kernel::{AccountNumber, Bic, Instant, Money, Translated};
use thiserror::Error;

use crate::identifier::StatementId;

/// The most payments that the rail is told of at once.
pub const PAYMENTS_AT_ONCE_MAX: usize = 1_000;
/// The longest wait for an answer of a rail that names no other time.
pub const ANSWER_WAIT_MAX: Duration = Duration::from_secs(10);
/// The most characters of the reason of a return.
pub const RETURN_REASON_CHARACTERS_MAX: usize = 250;

/// The name of a payment on the rail: statement and line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaymentId {
    /// The statement.
    pub statement: StatementId,
    /// The transfer's line, from 1.
    pub line: i64,
}

impl fmt::Display for PaymentId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.statement, self.line)
    }
}

/// A payment to another bank, in roubles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RailPayment {
    /// Its name: one that was told before is not paid again.
    pub id: PaymentId,
    /// The bank.
    pub bic: Bic,
    /// The employee's account there.
    pub account: AccountNumber,
    /// The amount, above zero.
    pub amount: Money,
    /// The moment at which the bank handed it to the rail, however often it is told of it.
    pub handed_at: Instant,
}

/// The final answer to a payment. It never changes again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RailAnswer {
    /// The other bank has the money.
    Settled,
    /// The money is back.
    Returned {
        /// The reason for the sender of the statement: 1 to [`RETURN_REASON_CHARACTERS_MAX`] characters in each
        /// language.
        reason: Translated,
    },
}

impl RailAnswer {
    /// Returns the reason of a return in Russian and English, within bounds because the rail is another system; nothing
    /// for a settled payment.
    #[must_use]
    pub fn return_reason(&self) -> [String; 2] {
        let Self::Returned { reason } = self else { return [String::new(), String::new()] };
        [&reason.russian, &reason.english].map(|text| {
            text.chars().filter(|letter| !letter.is_control()).take(RETURN_REASON_CHARACTERS_MAX).collect()
        })
    }
}

/// The rail cannot be asked now; a later attempt may succeed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the outgoing rail does not answer: {0}")]
pub struct RailError(pub String);

/// The bank's way to other banks.
pub trait OutgoingRail: Send + Sync {
    /// Takes payments, each of them once however often it is told, and tells what has become of each so far, in their
    /// order: `None` while it is on its way. The call must not block its thread. It is dropped after
    /// [`answer_wait_max`](Self::answer_wait_max), and the payments are told again later; so a slow rail takes them and
    /// answers `None`.
    ///
    /// # Errors
    /// The rail cannot be asked; what was taken is taken.
    fn submit<'a>(
        &'a self,
        payments: &'a [RailPayment],
    ) -> BoxFuture<'a, Result<Vec<Option<RailAnswer>>, RailError>>;

    /// Returns the longest wait for one answer to [`submit`](Self::submit).
    fn answer_wait_max(&self) -> Duration {
        ANSWER_WAIT_MAX
    }
}

/// Answers as the embedded rail does, which moves no money anywhere: a payment settles when its bank is in the list of
/// banks and the account's control key is right for the bank; else it comes back. The same payment is always answered
/// alike.
#[must_use]
pub fn embedded_answer(payment: &RailPayment, banks: &BTreeSet<Bic>) -> RailAnswer {
    let returned =
        |russian: String, english: String| RailAnswer::Returned { reason: Translated { russian, english } };
    if !banks.contains(&payment.bic) {
        let bic = &payment.bic;
        return returned(format!("банк с БИК {bic} не найден"), format!("there is no bank with BIC {bic}"));
    }
    if !payment.account.control_key_is_valid(&payment.bic) {
        let account = &payment.account;
        return returned(
            format!("у банка нет счёта {account}"),
            format!("the bank has no account {account}"),
        );
    }
    RailAnswer::Settled
}
