//! Corrections of an unsigned statement in which the checks found errors: of the statement as a whole, and of single
//! transfers, each with what its form shows.
//!
//! Each transfer has a version of its own, so that two people who correct two transfers do not disturb each other, and
//! of two who correct the same one the second is told. A statement in ERROR goes back to CHECKING; one that is being
//! checked stays there, and its check begins anew.

use clients::Rights;
use store::Tx;

use super::access::{check_may_edit, own_header, read_seen};
use super::error::{Result, StatementError};
use super::step::{Edit, edit, take};
use super::trail::Origin;
use super::transfers::{SentAndSeen, between};
use crate::catalogue::Severity;
use crate::correction::{TermsCorrection, check_transfers};
use crate::identifier::StatementId;
use crate::lifecycle::{StatementEvent, StatementKind, StatementStatus};
use crate::rights::may_edit;
use crate::roll::CorrectionFile;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{dictionaries, findings, statements, transfers};
use crate::submission::FieldError;
use crate::transfer::Transfer;
use crate::work::job_kind::CHECK;

/// Corrects an unsigned statement in ERROR as a whole and sends it to the checks again: ERROR → CHECKING. It
/// takes the right to edit. [`StatementError::Fields`] tells what a new statement could not have.
pub async fn correct_terms(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    version: i64,
    terms: TermsCorrection,
) -> Result<()> {
    let beside = move |tx: &mut Tx, _: &StatementHeader, now| {
        let enrollment = dictionaries::enrollment_kind(tx, &terms.income.enrollment_code)?;
        let wrong = terms.check(enrollment.as_ref());
        if !wrong.is_empty() {
            return Err(StatementError::Fields(wrong));
        }
        statements::correct_terms(tx, id, &terms)?;
        Ok(jobs::enqueue(tx, CHECK, &id.to_string(), now)?)
    };
    let step = Edit {
        unit: "payroll.correct",
        action: "payroll_statement.corrected",
        may: may_edit,
        event: StatementEvent::Corrected,
    };
    edit(state, origin, (id, version), step, beside).await?;
    state.wake.notify(CHECK);
    Ok(())
}

/// The field of an error about a line of a file that the statement does not have; its message is the line.
pub(crate) const UNKNOWN_LINE: &str = "line";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCorrection {
    pub seen_version: i64,
    /// The transfer, in the place of the one with its line.
    pub transfer: Transfer,
}

/// Corrects transfers of an unsigned statement, all of them or none, and sends it to the checks again. It takes the
/// right to edit. [`StatementError::Fields`] tells what cannot be stored.
pub async fn correct_rows(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    rows: Vec<RowCorrection>,
) -> Result<()> {
    let rows = move |_: &mut Tx, _: &StatementHeader| Ok(rows.clone());
    correct(state, "payroll.correct_rows", (origin, id), rows).await.map(drop)
}

/// Corrects the transfers that a file names, all of them or none; returns how many it changes. A row that says the
/// version of its transfer is refused when the transfer has another.
pub async fn correct_by_file(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    file: CorrectionFile,
) -> Result<usize> {
    let rows = move |tx: &mut Tx, header: &StatementHeader| rows_of(tx, header, &file);
    correct(state, "payroll.correct_by_file", (origin, id), rows).await
}

/// Corrects the transfers that `rows` finds, when there are some, and returns how many.
async fn correct(
    state: &PayrollState,
    unit: &'static str,
    (origin, id): (&Origin, StatementId),
    mut rows: impl FnMut(&mut Tx, &StatementHeader) -> Result<Vec<RowCorrection>> + Send + 'static,
) -> Result<usize> {
    let (unit_state, origin) = (state.clone(), origin.clone());
    let work = move |tx: &mut Tx| {
        let header = begin(tx, &origin, id)?;
        let rows = rows(tx, &header)?;
        if !rows.is_empty() {
            write(tx, &unit_state, &origin, header, &rows)?;
        }
        Ok::<_, StatementError>(rows.len())
    };
    let corrected = state.store.write(unit, work).await?;
    state.wake.notify(CHECK);
    Ok(corrected)
}

/// Returns the statement, when this user may correct its transfers now.
fn begin(tx: &mut Tx, origin: &Origin, id: StatementId) -> Result<StatementHeader> {
    let header = own_header(tx, origin, id)?;
    check_may_edit(tx, origin)?;
    if rows_can_be_corrected(&header) {
        Ok(header)
    } else {
        Err(StatementError::NotInThisState(header.state.status()))
    }
}

/// Returns the transfers that the file changes, as they will be.
fn rows_of(tx: &mut Tx, header: &StatementHeader, file: &CorrectionFile) -> Result<Vec<RowCorrection>> {
    let sent = transfers::between(tx, header.id, 0, header.lines_count)?;
    let versions = transfers::versions(tx, header.id, 0, header.lines_count)?;
    let (mut rows, mut unknown, mut faulty) = (Vec::new(), Vec::new(), Vec::new());
    for row in &file.rows {
        let old = usize::try_from(row.line - 1).ok().and_then(|index| sent.get(index));
        let (Some(old), Some(version)) = (old, versions.get(&row.line)) else {
            unknown.push(FieldError::new(UNKNOWN_LINE, row.line.to_string()));
            continue;
        };
        let (transfer, cells) = file.apply(row, old);
        faulty.extend(cells);
        if transfer != *old {
            rows.push(RowCorrection { seen_version: row.version.unwrap_or(*version), transfer });
        }
    }
    match (unknown.is_empty(), faulty.is_empty()) {
        (false, _) => Err(StatementError::Fields(unknown)),
        (true, false) => Err(StatementError::FaultyCells(faulty)),
        (true, true) => Ok(rows),
    }
}

fn write(
    tx: &mut Tx,
    state: &PayrollState,
    origin: &Origin,
    mut header: StatementHeader,
    rows: &[RowCorrection],
) -> Result<()> {
    let now = state.clock.now();
    let wrong = check_transfers(rows.iter().map(|row| &row.transfer), header.lines_count);
    if !wrong.is_empty() {
        return Err(StatementError::Fields(wrong));
    }
    let mut changed = Vec::new();
    for RowCorrection { seen_version, transfer } in rows {
        if transfers::next_version(tx, header.id, transfer.line, *seen_version)? {
            transfers::replace(tx, header.id, transfer)?;
        } else {
            changed.push(transfer.line);
        }
    }
    if !changed.is_empty() {
        return Err(StatementError::RowsChanged(changed));
    }
    if header.state.status() != StatementStatus::Checking {
        take(tx, &mut header, StatementEvent::Corrected, origin, now)?;
    }
    // A check that is under way loses its lease, and with it what it saw.
    jobs::enqueue(tx, CHECK, &header.id.to_string(), now)?;
    Ok(origin.record(tx, state, now, "payroll_statement.corrected", &header)?)
}

#[derive(Clone, Debug)]
pub struct TransferRow {
    pub header: StatementHeader,
    pub row: SentAndSeen,
    /// The place of this transfer among those with errors, from 1, and their number as the checks last found them;
    /// `None` when it has none.
    pub fault: Option<(i64, i64)>,
    pub next_fault: Option<i64>,
    pub may_correct: bool,
}

/// Returns `true` when transfers of the statement can be corrected: errors were found, or it is being checked again. A
/// correction then begins the check anew.
fn rows_can_be_corrected(header: &StatementHeader) -> bool {
    let is_checked =
        header.state.kind() == StatementKind::Unsigned && header.state.status() == StatementStatus::Checking;
    is_checked || header.state.after(StatementEvent::Corrected).is_ok()
}

pub async fn transfer_row(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    line: i64,
) -> Result<TransferRow> {
    let read = move |tx: &mut Tx, header: StatementHeader, rights: Rights| {
        let row = between(tx, &header, line - 1, line)?.pop().ok_or(StatementError::NotFound)?;
        let (place, count, next_fault) = findings::errors_around(tx, id, line)?;
        let is_faulty = row.seen.findings.iter().any(|what| what.code.severity() == Severity::Error);
        Ok(TransferRow {
            row,
            fault: is_faulty.then_some((place, count)),
            next_fault,
            may_correct: may_edit(rights) && rows_can_be_corrected(&header),
            header,
        })
    };
    read_seen(state, "payroll.transfer_row", (origin, id), read).await
}
