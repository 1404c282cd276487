//! Statements that wait for a person (ONL-02).

use clients::{Rights, SignatureScheme, SignatureType};
use kernel::Money;

use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::rights::{may_edit, signs};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WaitingStatement {
    pub(crate) id: StatementId,
    pub(crate) status: StatementStatus,
    pub(crate) total: Money,
    pub(crate) is_signed: bool,
    /// Signatures of each type that it has, first and second; told where some are there and others are missing.
    pub(crate) given: [i64; 2],
}

/// Statements of one status that wait for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) status: StatementStatus,
    /// Their number, from 1.
    pub(crate) count: u32,
    /// Their sum; `None` when it is outside the range of an amount.
    pub(crate) sum: Option<Money>,
}

/// The states in which a statement waits for people, the most urgent first.
pub(crate) const WAITING_STATUSES: [StatementStatus; 4] = [
    StatementStatus::AwaitingSign,
    StatementStatus::AwaitingSignWithWarnings,
    StatementStatus::PartlySigned,
    StatementStatus::Error,
];

fn missing(scheme: SignatureScheme, given: [i64; 2]) -> impl Iterator<Item = SignatureType> {
    let types = [SignatureType::First, SignatureType::Second].into_iter().zip(given);
    types.filter(move |(kind, given)| *given < i64::from(scheme.needed(*kind))).map(|(kind, _)| kind)
}

/// Tells whether a statement waits for a person with these rights: whether it lacks a signature of the person. One
/// that the person has signed waits for somebody else, unless the scheme takes one of each type from one person. When
/// the scheme by now asks for no more than there is, a statement waits for anybody who signs to send it on.
pub(crate) fn waits(statement: &WaitingStatement, rights: Rights, scheme: Option<SignatureScheme>) -> bool {
    if !statement.status.awaits_signatures() {
        return may_edit(rights);
    }
    let Some(scheme) = scheme else { return signs(rights) && !statement.is_signed };
    let mut missing = missing(scheme, statement.given).peekable();
    if statement.status == StatementStatus::PartlySigned && missing.peek().is_none() {
        return signs(rights);
    }
    let is_open = !statement.is_signed || scheme.allows_same_person();
    is_open && missing.any(|kind| rights.may_sign(kind))
}

/// Tallies those of the statements that wait for a person with these rights, by status and in the order of
/// [`WAITING_STATUSES`].
pub(crate) fn tally(
    statements: &[WaitingStatement],
    rights: Rights,
    scheme: Option<SignatureScheme>,
) -> Vec<Tally> {
    let own = |statement: &&WaitingStatement| waits(statement, rights, scheme);
    let of = |status: StatementStatus| {
        let found = || statements.iter().filter(move |statement| statement.status == status).filter(own);
        let count = u32::try_from(found().count()).unwrap_or(u32::MAX);
        let sum = Money::checked_sum(found().map(|statement| statement.total));
        (count > 0).then_some(Tally { status, count, sum })
    };
    WAITING_STATUSES.into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests;
