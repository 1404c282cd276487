//! The status of a transfer, derived from its statement and from what is known of the transfer itself (PAY-08).
//!
//! Nothing is stored for a transfer to which nothing special happens, so that executing 10,000 of them writes only
//! postings.

use kernel::{Instant, text_enum};

use crate::catalogue::{Reason, Severity};
use crate::lifecycle::StatementStatus;
use crate::statement::StatementHeader;

text_enum! {
    /// `TransferExternalStatus` of spec section 3.2.
    pub enum TransferStatus {
        /// The checks are at work.
        Checking = "CHECKING",
        /// Its statement was not sent to the checks yet.
        Draft = "DRAFT",
        /// Without faults.
        Created = "CREATED",
        CreatedWithWarnings = "CREATED_WITH_WARNINGS",
        /// Money is being moved.
        Processing = "PROCESSING",
        /// The money has reached the account.
        Executed = "EXECUTED",
        /// The checks found errors.
        Error = "ERROR",
        Declined = "DECLINED",
    }
}

text_enum! {
    /// The outcome of a single transfer where it differs from the rest of its statement.
    pub enum Outcome {
        /// Handed to the outgoing rail, no answer yet.
        Pending = "PENDING",
        /// The other bank has it.
        Settled = "SETTLED",
        Declined = "DECLINED",
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransferFacts {
    pub has_errors: bool,
    pub has_warnings: bool,
    /// Execution has got past its line.
    pub is_done: bool,
    /// Its outcome, where it differs from the rest of its statement.
    pub outcome: Option<Outcome>,
}

/// Returns the status of a transfer:
///
/// | Statement | Transfer |
/// |---|---|
/// | DRAFT | DRAFT |
/// | CHECKING | CHECKING |
/// | ERROR, AWAITING_*, SIGNING, `PARTLY_SIGNED`, SCHEDULED, `ERROR_SIGN`, DELETED | as checked |
/// | PROCESSING | DECLINED when declined; EXECUTED when done and not pending; else PROCESSING |
/// | EXECUTED, `PARTLY_EXECUTED` | DECLINED when declined, else EXECUTED |
/// | DECLINED | DECLINED |
///
/// As checked: ERROR with an error, `CREATED_WITH_WARNINGS` with a warning, else CREATED.
pub const fn transfer_status(statement: StatementStatus, facts: TransferFacts) -> TransferStatus {
    match statement {
        StatementStatus::Draft => TransferStatus::Draft,
        StatementStatus::Checking => TransferStatus::Checking,
        StatementStatus::Error
        | StatementStatus::AwaitingSign
        | StatementStatus::AwaitingSignWithWarnings
        | StatementStatus::Signing
        | StatementStatus::PartlySigned
        | StatementStatus::AwaitingSend
        | StatementStatus::Scheduled
        | StatementStatus::ErrorSign
        | StatementStatus::Deleted => checked(facts),
        StatementStatus::Processing => match facts.outcome {
            Some(Outcome::Declined) => TransferStatus::Declined,
            Some(Outcome::Settled) => TransferStatus::Executed,
            None if facts.is_done => TransferStatus::Executed,
            Some(Outcome::Pending) | None => TransferStatus::Processing,
        },
        StatementStatus::Executed | StatementStatus::PartlyExecuted => match facts.outcome {
            Some(Outcome::Declined) => TransferStatus::Declined,
            Some(Outcome::Pending | Outcome::Settled) | None => TransferStatus::Executed,
        },
        StatementStatus::Declined => TransferStatus::Declined,
    }
}

const fn checked(facts: TransferFacts) -> TransferStatus {
    if facts.has_errors {
        TransferStatus::Error
    } else if facts.has_warnings {
        TransferStatus::CreatedWithWarnings
    } else {
        TransferStatus::Created
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub with_errors: i64,
    pub with_warnings: i64,
    /// Handed to the rail without an answer.
    pub pending: i64,
    pub declined: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferOutcome {
    /// Its place in the request, from 1.
    pub line: i64,
    pub order_number: i64,
    /// Its outcome, where it differs from the rest of its statement.
    pub outcome: Option<Outcome>,
    pub outcome_at: Option<Instant>,
    /// The reason for which it was declined.
    pub reason: Option<Reason>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenTransfer {
    /// Its place in the request, from 1.
    pub line: i64,
    pub order_number: i64,
    pub status: TransferStatus,
    /// The reason for which it was declined.
    pub reason: Option<Reason>,
    pub findings: Vec<Reason>,
}

impl SeenTransfer {
    /// Derives the status of a transfer from its statement, its outcome and what was found at it.
    pub fn of(header: &StatementHeader, transfer: TransferOutcome, findings: Vec<Reason>) -> Self {
        let TransferOutcome { line, order_number, outcome, reason, .. } = transfer;
        let has = |severity| findings.iter().any(|found| found.code.severity() == severity);
        let statement = header.state.status();
        let facts = TransferFacts {
            has_errors: has(Severity::Error),
            has_warnings: has(Severity::Warning),
            is_done: line <= header.done_through_line,
            outcome,
        };
        let status = transfer_status(statement, facts);
        let of_statement = || match statement {
            StatementStatus::Declined => header.state.reason().cloned(),
            _ => None,
        };
        let reason = match status {
            TransferStatus::Declined => reason.or_else(of_statement),
            _ => None,
        };
        Self { line, order_number, status, reason, findings }
    }
}

#[cfg(test)]
mod tests;
