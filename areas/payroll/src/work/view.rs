//! Statements and transfers as their senders follow them through the API.

use kernel::Cnum;
use store::{Result, Tx};

use super::timing::tell_anew;
use crate::catalogue::{Finding, FoundAtTransfers};
use crate::identifier::ExternalId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{findings, outcomes, statements};
use crate::transfer_status::SeenTransfer;

#[derive(Clone, Debug)]
pub(crate) struct SeenStatement {
    pub(crate) header: StatementHeader,
    /// The findings at the statement itself.
    pub(crate) own: Vec<Finding>,
    pub(crate) at_transfers: Vec<FoundAtTransfers>,
}

/// Returns the company's statement with what was found; `None` when it has none of this name.
pub(crate) async fn statement(
    state: &PayrollState,
    cnum: &Cnum,
    external_id: ExternalId,
) -> Result<Option<SeenStatement>> {
    let (unit_state, cnum) = (state.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let Some(header) = statements::header_by_external_id(tx, &cnum, &external_id)? else {
            return Ok(None);
        };
        let mut own = findings::between(tx, header.id, 0, 0)?;
        tell_anew(tx, &unit_state.settings, &header, unit_state.clock.now(), &mut own)?;
        let at_transfers = findings::at_transfers(tx, header.id)?;
        Ok(Some(SeenStatement { header, own, at_transfers }))
    };
    state.store.read("payroll.status", work).await
}

/// Returns the number of transfers of the company's statement, and those after the line `after` up to `through`; `None`
/// when it has no statement of this name.
pub(crate) async fn transfers(
    state: &PayrollState,
    cnum: &Cnum,
    external_id: ExternalId,
    after: i64,
    through: i64,
) -> Result<Option<(i64, Vec<SeenTransfer>)>> {
    let cnum = cnum.clone();
    let work = move |tx: &mut Tx| {
        let Some(header) = statements::header_by_external_id(tx, &cnum, &external_id)? else {
            return Ok(None);
        };
        let transfers = seen_between(tx, &header, after, through)?;
        Ok(Some((header.lines_count, transfers)))
    };
    state.store.read("payroll.transfers", work).await
}

/// Returns the transfers of the lines after `after` up to `through`.
pub(super) fn seen_between(
    tx: &mut Tx,
    header: &StatementHeader,
    after: i64,
    through: i64,
) -> Result<Vec<SeenTransfer>> {
    let transfers = outcomes::between(tx, header.id, after, through)?;
    let mut found = findings::between(tx, header.id, after + 1, through)?.into_iter().peekable();
    let seen = transfers.into_iter().map(|transfer| {
        let mut own = Vec::new();
        while let Some(finding) = found.next_if(|finding| finding.line <= transfer.line) {
            own.push(finding.what);
        }
        SeenTransfer::of(header, transfer, own)
    });
    Ok(seen.collect())
}
