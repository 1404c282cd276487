//! The bank's files of branches, rates, accounts and money. Formats are described in docs/IMPORT.md.

mod accounts;
mod balances;
mod branches;
mod calendar;
mod day_rates;
mod employees_accounts;
mod internal_accounts;
mod judged;
mod ledger_openings;
mod lookup;
mod payments;
mod promised;

use std::sync::Arc;

use import::{ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::Instant;
use store::Tx;

use crate::ledger::core::{BOOKED_AGO_DAYS_MAX, DAY_S};
use crate::ledger::{LedgerError, Outcome, archived_before};

/// The files of what a core that keeps the accounts tells by its feed. They open the accounts, before the feed begins.
pub const FED_FILES: [&str; 5] =
    ["ledger_openings", "payments", "holds", "credit_limits", "closing_balances"];
/// The files of accounts and of what belongs to an account: a large import applies all of it together.
const GROUP: &str = "accounts";
const ID_CHARACTERS_MAX: usize = 64;
const NAME_CHARACTERS_MAX: usize = 250;
const CITY_CHARACTERS_MAX: usize = 100;
/// The most characters of a person's surname, given name or patronymic (spec section 2.5).
const NAME_PART_CHARACTERS_MAX: usize = 50;

/// The importers in the order in which their files refer to each other. Companies come first, with the importers of
/// crate `clients`.
pub fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![
        Arc::new(branches::BranchesFile),
        Arc::new(calendar::BusinessDaysFile),
        Arc::new(calendar::CutOffsFile),
        Arc::new(day_rates::DayRatesFile),
        Arc::new(internal_accounts::InternalAccountsFile),
        Arc::new(accounts::AccountsFile),
        Arc::new(promised::CreditLimitsFile),
        Arc::new(ledger_openings::LedgerOpeningsFile),
        Arc::new(payments::PaymentsFile),
        Arc::new(promised::HoldsFile),
        Arc::new(balances::ClosingBalancesFile),
        Arc::new(employees_accounts::EmployeesAccountsFile),
        Arc::new(balances::CoreBalancesFile),
    ]
}

impl From<Outcome> for RowOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Created => Self::Created,
            Outcome::Changed => Self::Changed,
            Outcome::Unchanged => Self::Unchanged,
        }
    }
}

/// Tells the ledger's refusal at the cell that caused it.
fn refused(column: &'static str) -> impl FnOnce(LedgerError) -> RowError {
    move |error| match error {
        LedgerError::Store(error) => RowError::Store(error),
        LedgerError::Refused { .. }
        | LedgerError::KeyReused(_)
        | LedgerError::Absent(_)
        | LedgerError::Entry(_) => RowError::new(column, error.to_string()),
    }
}

/// The moment in `column`, which is not to come: money does not move, and is not held or lent, before its time.
fn past(row: &ImportRow, column: &'static str, context: &ImportContext<'_>) -> Result<Instant, RowError> {
    let Moment(at) = row.parse(column)?;
    if at > context.now { Err(RowError::new(column, "must not be in the future")) } else { Ok(at) }
}

/// The moment in `column` at which the core has booked something: not to come, and not before any books.
fn booked(row: &ImportRow, column: &'static str, context: &ImportContext<'_>) -> Result<Instant, RowError> {
    let at = past(row, column, context)?;
    let first = context.now.plus_seconds(-BOOKED_AGO_DAYS_MAX * DAY_S);
    if at < first {
        let message = format!("must not be before {}: no books reach back further", first.to_timestamp());
        return Err(RowError::new(column, message));
    }
    Ok(at)
}

/// Refuses a moment whose postings may be in the archive: the key of the entry may be free there, and what was posted
/// once would be posted again. Returns the moment before which postings may be there, if any are.
fn refuse_archived(tx: &mut Tx, column: &'static str, at: Instant) -> Result<Option<Instant>, RowError> {
    let archived = archived_before(tx)?;
    refuse_before(archived, column, at)?;
    Ok(archived)
}

fn refuse_before(archived: Option<Instant>, column: &'static str, at: Instant) -> Result<(), RowError> {
    match archived {
        Some(before) if at < before => Err(RowError::new(
            column,
            format!("must not be before {}: postings of that time are archived", before.to_timestamp()),
        )),
        _ => Ok(()),
    }
}

/// The day of a moment in Greenwich. No bank that this serves lies west of it, so its own day is this or the next.
fn day_in_greenwich(at: Instant) -> Date {
    at.to_timestamp().to_zoned(TimeZone::UTC).date()
}

/// A moment as files write it: ISO 8601 with an offset.
struct Moment(Instant);

impl std::str::FromStr for Moment {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let moment: Result<Timestamp, _> = text.parse();
        moment
            .map(|moment| Self(moment.into()))
            .map_err(|_| "must be a moment such as 2026-11-20T12:00:00+03:00")
    }
}

struct Day(Date);

impl std::str::FromStr for Day {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        crate::period::day(text).map(Self).ok_or("must be a day such as 2026-11-20")
    }
}
