//! Statements that wait for a person (ONL-02).

use clients::{Rights, SignatureScheme, SignatureType};
use kernel::Money;

use crate::lifecycle::StatementStatus;
use crate::rights::{may_edit, may_sign};

/// A statement in a state that waits for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WaitingStatement {
    /// Its status.
    pub(crate) status: StatementStatus,
    /// Its sum.
    pub(crate) total: Money,
    /// Tells that the person has signed it.
    pub(crate) is_signed: bool,
    /// Signatures of each type that it has, first and second; told where some are there and others are missing.
    pub(crate) given: [i64; 2],
}

/// Statements of one status that wait for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Their status.
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

/// Tells whether somebody with these rights signs.
pub(crate) fn signs(rights: Rights) -> bool {
    SignatureType::ALL.iter().any(|kind| may_sign(rights, *kind))
}

fn has_enough(scheme: SignatureScheme, given: [i64; 2]) -> bool {
    let asked = [SignatureType::First, SignatureType::Second].map(|kind| i64::from(scheme.needed(kind)));
    asked.iter().zip(given).all(|(asked, given)| given >= *asked)
}

/// Tallies those of the statements that wait for a person with these rights, by status and in the order of
/// [`WAITING_STATUSES`]. One that the person has signed waits for somebody else, unless the scheme by now asks for no
/// more than it has: then it waits for anybody who signs to send it on.
pub(crate) fn tally(
    statements: &[WaitingStatement],
    rights: Rights,
    scheme: Option<SignatureScheme>,
) -> Vec<Tally> {
    let signs = signs(rights);
    let waits = |statement: &&WaitingStatement| {
        if !statement.status.awaits_signatures() {
            return may_edit(rights);
        }
        let has_enough = statement.status == StatementStatus::PartlySigned
            && scheme.is_some_and(|scheme| has_enough(scheme, statement.given));
        signs && (!statement.is_signed || has_enough)
    };
    let of = |status: StatementStatus| {
        let own = || statements.iter().filter(move |statement| statement.status == status).filter(waits);
        let count = u32::try_from(own().count()).unwrap_or(u32::MAX);
        let sum = Money::checked_sum(own().map(|statement| statement.total));
        (count > 0).then_some(Tally { status, count, sum })
    };
    WAITING_STATUSES.into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests;
