//! The bank's calendar as it concerns one statement (BNK-07).

use accounts::{Calendar, CutOff, CutOffKind, calendar_from};
use jiff::civil::Date;
use kernel::Instant;
use store::{Result, Tx};

use crate::catalogue::{Code, Finding};
use crate::execution::Timing;
use crate::lifecycle::StatementStatus;
use crate::state::PayrollSettings;
use crate::statement::StatementHeader;
use crate::store::transfers::pays_elsewhere;

/// Returns the cut-off time of a statement: the earlier one where it pays employees at other banks too.
pub(super) fn cut_off(
    calendar: &Calendar,
    pays_elsewhere: impl FnOnce() -> Result<bool>,
) -> Result<Option<CutOff>> {
    let own = calendar.cut_off(CutOffKind::ExecuteStatement);
    let other = calendar.cut_off(CutOffKind::SendPayment);
    let is_earlier = other.is_some_and(|other| own.is_none_or(|own| other < own));
    Ok(if is_earlier && pays_elsewhere()? { other } else { own })
}

/// Reads what decides when a stored statement is executed that was ready at a moment, as the calendar is from `wanted`
/// on.
pub(super) fn timing(
    tx: &mut Tx,
    settings: &PayrollSettings,
    header: &StatementHeader,
    wanted: Date,
    ready: Instant,
) -> Result<Timing> {
    let calendar = calendar_from(tx, wanted)?;
    let cut_off = cut_off(&calendar, || pays_elsewhere(tx, header.id, &settings.bic))?;
    Ok(Timing { calendar, cut_off, ready: settings.zone.time_of(ready) })
}

/// Returns the day on which a statement that was ready when it came into its state is executed, seen from `today`.
pub(super) fn due(
    tx: &mut Tx,
    settings: &PayrollSettings,
    header: &StatementHeader,
    today: Date,
) -> Result<Date> {
    let wanted = header.date.max(today);
    Ok(timing(tx, settings, header, wanted, header.changed_at)?.day(wanted))
}

/// Puts what the calendar says now in the place of what it said at the check, for a statement that is to be executed.
pub(super) fn tell_anew(
    tx: &mut Tx,
    settings: &PayrollSettings,
    header: &StatementHeader,
    now: Instant,
    own: &mut Vec<Finding>,
) -> Result<()> {
    let status = header.state.status();
    let ready = match status {
        StatementStatus::AwaitingSend | StatementStatus::Scheduled => header.changed_at,
        status if status.awaits_signatures() => now,
        _ => return Ok(()),
    };
    let wanted = header.date.max(settings.zone.date_of(now));
    let moved = timing(tx, settings, header, wanted, ready)?.moved(wanted);
    let is_told_anew = |code| match code {
        Code::P14 | Code::P15 => true,
        Code::P06 => moved.is_some(),
        _ => false,
    };
    own.retain(|finding| !is_told_anew(finding.what.code));
    own.extend(moved.map(Finding::of_statement));
    Ok(())
}
