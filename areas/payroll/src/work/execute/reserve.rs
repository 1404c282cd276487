//! The first unit: PROCESSING begins and the money is put on hold, or the statement is declined.

use accounts::ledger::{Hold, LedgerAccountId, LedgerError, Refusal, place_hold, release_hold};
use clients::CompanyStatus;
use jobs::{JobError, Lease};
use kernel::{Cnum, Instant};
use orders::Player;
use store::{Result, Tx};

use super::common::{of_ledger, statement, step};
use crate::catalogue::{Code, Finding, Reason};
use crate::conversion_terms::{RefusedRate, refused_rates};
use crate::execution::{description, hold_id, next_look};
use crate::identifier::StatementId;
use crate::lifecycle::{Finish, StatementEvent, StatementStatus};
use crate::signing::Standing;
use crate::state::PayrollState;
use crate::statement::{ConversionRate, StatementHeader};
use crate::store::dictionaries::debit_account_is_open;
use crate::store::findings;
use crate::store::progress::is_executed_by_bank;
use crate::work::look_again::SecondLook;
use crate::work::statement_orders::{self, EXECUTE_STATEMENT};
use crate::work::timing::due;
use crate::work::{conversions, people_act};

/// The next thing to do with a statement whose job was leased.
pub(super) enum Reserved {
    NotBefore(Instant),
    /// Nothing: the job is gone.
    Over,
    /// Its money is held.
    Working(Box<StatementHeader>),
}

/// Begins, or finds that it was begun before.
pub(super) fn reserve(
    tx: &mut Tx,
    state: &PayrollState,
    lease: &Lease,
    id: StatementId,
    now: Instant,
) -> Result<Reserved, JobError> {
    lease.check(tx, now)?;
    let mut statement = statement(tx, id)?;
    let begins = match statement.state.status() {
        StatementStatus::AwaitingSend | StatementStatus::Scheduled => {
            if let Some(moment) = not_due(tx, state, &mut statement, now)? {
                return Ok(Reserved::NotBefore(moment));
            }
            true
        }
        StatementStatus::Processing => false,
        StatementStatus::Draft
        | StatementStatus::Checking
        | StatementStatus::AwaitingSign
        | StatementStatus::AwaitingSignWithWarnings
        | StatementStatus::Error
        | StatementStatus::PartlySigned
        | StatementStatus::Signing
        | StatementStatus::ErrorSign
        | StatementStatus::Declined
        | StatementStatus::Executed
        | StatementStatus::PartlyExecuted
        | StatementStatus::Deleted => {
            lease.complete(tx)?;
            return Ok(Reserved::Over);
        }
    };
    if is_executed_by_bank(tx, id)? {
        lease.complete(tx)?;
        return Ok(Reserved::Over);
    }
    if statement.done_through_line > 0 {
        return Ok(Reserved::Working(Box::new(statement)));
    }
    let standing = SecondLook::new(&state.settings, &statement.cnum, now).at(tx, &statement)?;
    if let Standing::Unknown(moment) = standing {
        return Ok(Reserved::NotBefore(moment));
    }
    if begins {
        step(tx, &mut statement, now, StatementEvent::Due)?;
    }
    let refused = match standing {
        Standing::Lost(reason) => Some(reason),
        Standing::Stands | Standing::Unknown(_) => hold(tx, state, &statement, now)?,
    };
    let Some(reason) = refused else { return held(tx, state, lease, statement, now) };
    // An earlier run may have come to the hold, and to nothing after it.
    match release_hold(tx, &hold_id(id), now) {
        Ok(_) | Err(LedgerError::Absent(_)) => {}
        Err(error) => return Err(of_ledger(error)),
    }
    step(tx, &mut statement, now, StatementEvent::Finished(Finish::Declined(reason)))?;
    lease.complete(tx)?;
    Ok(Reserved::Over)
}

/// Returns the moment at which a statement is looked at whose day has not come; none of one that is due.
fn not_due(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &mut StatementHeader,
    now: Instant,
) -> Result<Option<Instant>, JobError> {
    let today = state.settings.zone.date_of(now);
    let day = due(tx, &state.settings, statement, today)?;
    if day <= today {
        return Ok(None);
    }
    if statement.state.status() == StatementStatus::AwaitingSend {
        step(tx, statement, now, StatementEvent::NotDue(day))?;
        people_act::call(tx, state, statement.id, now)?;
    }
    Ok(Some(next_look(statement.date, &state.settings.zone, now)))
}

/// Goes on with a statement whose sum is on hold, or hands it over to the bank.
fn held(
    tx: &mut Tx,
    state: &PayrollState,
    lease: &Lease,
    statement: StatementHeader,
    now: Instant,
) -> Result<Reserved, JobError> {
    if state.desk.player(&EXECUTE_STATEMENT) != Player::Bank {
        return Ok(Reserved::Working(Box::new(statement)));
    }
    statement_orders::place(tx, state, &statement, now)?;
    lease.complete(tx)?;
    Ok(Reserved::Over)
}

/// Puts the sum on hold; the reason when that cannot be, or the company is no client any more. A refused hold has
/// changed nothing, so that the unit goes on.
fn hold(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    now: Instant,
) -> Result<Option<Reason>, JobError> {
    if !is_served(tx, &statement.cnum)? {
        return Ok(Some(Reason::new(Code::D19)));
    }
    let account = &statement.terms.account;
    let closed = || Some(Reason::with(Code::D02, [account.as_str()]));
    if !debit_account_is_open(tx, &statement.cnum, account)? {
        return Ok(closed());
    }
    if let Some(reason) = stale_rate(tx, state, statement, now)? {
        return Ok(Some(reason));
    }
    let hold = Hold {
        hold_id: hold_id(statement.id),
        account: LedgerAccountId::from(account),
        amount: statement.terms.total,
        // The same however often the unit is run.
        placed_at: statement.changed_at.max(statement.created_at),
        description: description(statement),
    };
    match place_hold(tx, &hold) {
        Ok(_) => Ok(None),
        Err(LedgerError::Refused { refusal, .. }) => Ok(match refusal {
            Refusal::UnknownAccount | Refusal::OtherCurrency | Refusal::Closed | Refusal::UnderWay => {
                closed()
            }
            Refusal::InsufficientFunds | Refusal::BalanceRange | Refusal::PromisedRange => {
                Some(Reason::with(Code::D01, [account.as_str()]))
            }
        }),
        Err(error) => Err(of_ledger(error)),
    }
}

fn is_served(tx: &mut Tx, cnum: &Cnum) -> Result<bool> {
    Ok(clients::find_company(tx, cnum)?.is_some_and(|company| company.status == CompanyStatus::Open))
}

/// Returns the reason why the bank does not convert today at the rates that transfers of the statement need, which were
/// right when they were checked. The checks have told which rates none needs.
fn stale_rate(
    tx: &mut Tx,
    state: &PayrollState,
    statement: &StatementHeader,
    now: Instant,
) -> Result<Option<Reason>, JobError> {
    let (settings, rates) = (&state.settings, &statement.terms.conversion_rates);
    if rates.is_empty() {
        return Ok(None);
    }
    let quotes = conversions::quotes(tx, &settings.conversion, rates, settings.zone.date_of(now))?;
    let own = findings::between(tx, statement.id, 0, 0)?;
    let needed = rates.iter().filter(|rate| !own.iter().any(|finding| is_idle(finding, rate)));
    Ok(refused_rates(needed, &quotes).first().map(RefusedRate::refusal))
}

fn is_idle(finding: &Finding, rate: &ConversionRate) -> bool {
    finding.what.code == Code::P09
        && finding.what.parameters.first().map(String::as_str) == Some(rate.currency.as_str())
}
