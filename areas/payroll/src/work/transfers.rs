//! Transfers of one statement: those of some lines, or those that are looked for.
//!
//! A statement has 10,000 transfers at most, and they lie together: a search goes through them by their key, a
//! bounded number at a time. Names are compared without capitals, for which both engines have no way in common.

use store::{Result, Tx};

use super::access::read_seen;
use super::error::StatementError;
use super::trail::Origin;
use super::view::seen_between;
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{findings, transfers as rows};
use crate::transfer::Transfer;
use crate::transfer_search::{SoughtTransfer, TransferOrder, TransferSearch};
use crate::transfer_status::SeenTransfer;

/// The most transfers that are read at once.
pub const TRANSFERS_LIMIT_MAX: i64 = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentAndSeen {
    pub transfer: Transfer,
    pub seen: SeenTransfer,
    /// The number of its corrections and one; a correction names it.
    pub version: i64,
}

/// Returns transfers of the company's statement after the line `after` (0 for the first), at most `limit` and never
/// more than [`TRANSFERS_LIMIT_MAX`].
pub async fn transfers(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    after: i64,
    limit: i64,
) -> Result<Vec<SentAndSeen>, StatementError> {
    let limit = limit.clamp(0, TRANSFERS_LIMIT_MAX);
    let read = move |tx: &mut Tx, header: StatementHeader, _| {
        between(tx, &header, after, after.saturating_add(limit))
    };
    read_seen(state, "payroll.detail_transfers", (origin, id), read).await
}

/// Returns the transfers of the lines after `after` up to `through`.
pub(super) fn between(
    tx: &mut Tx,
    header: &StatementHeader,
    after: i64,
    through: i64,
) -> Result<Vec<SentAndSeen>, StatementError> {
    let sent = rows::between(tx, header.id, after, through)?;
    let seen = seen_between(tx, header, after, through)?;
    let versions = rows::versions(tx, header.id, after, through)?;
    let both = sent.into_iter().zip(seen);
    Ok(both
        .map(|(transfer, seen)| {
            let version = versions.get(&transfer.line).copied().unwrap_or(1);
            SentAndSeen { transfer, seen, version }
        })
        .collect())
}

/// Lines in between that are read rather than passed over: fewer cost less than another question.
const GAP_MAX: i64 = 32;

/// Conditions of a search, and the part of what is found that is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Sought {
    /// The words; all transfers are found without.
    pub(crate) search: Option<TransferSearch>,
    pub(crate) order: TransferOrder,
    /// Only transfers with findings and those declined.
    pub(crate) only_faulty: bool,
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct FoundTransfers {
    /// The number of all that were found.
    pub(crate) total_count: usize,
    /// The transfers of the part, in the order that was asked for.
    pub(crate) transfers: Vec<SentAndSeen>,
}

pub(crate) async fn search_transfers(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
    sought: Sought,
) -> Result<FoundTransfers, StatementError> {
    let read = move |tx: &mut Tx, header: StatementHeader, _| {
        let mut found = find(tx, &header, &sought)?;
        sought.order.sort(&mut found);
        let wanted = found.iter().skip(sought.offset).take(sought.limit).map(|transfer| transfer.line);
        let transfers = at_lines(tx, &header, &wanted.collect::<Vec<_>>())?;
        Ok(FoundTransfers { total_count: found.len(), transfers })
    };
    read_seen(state, "payroll.search_transfers", (origin, id), read).await
}

fn find(tx: &mut Tx, header: &StatementHeader, sought: &Sought) -> Result<Vec<SoughtTransfer>> {
    let faulty = if sought.only_faulty {
        Some(findings::faulty_lines(tx, header.id, header.lines_count)?)
    } else {
        None
    };
    let mut found = Vec::new();
    rows::for_each_sought(tx, header.id, header.lines_count, |transfer| {
        let is_faulty = faulty.as_ref().is_none_or(|lines| lines.contains(&transfer.line));
        if is_faulty && sought.search.as_ref().is_none_or(|search| search.finds(&transfer)) {
            found.push(transfer);
        }
    })?;
    Ok(found)
}

/// Returns lines, which are in their order, in the runs that are read together: those that lie close together, and no
/// more than [`TRANSFERS_LIMIT_MAX`].
fn runs(lines: &[i64]) -> impl Iterator<Item = &[i64]> {
    let block = |line: &i64| (line - 1) / TRANSFERS_LIMIT_MAX;
    lines.chunk_by(move |before, next| next - before <= GAP_MAX && block(before) == block(next))
}

fn at_lines(
    tx: &mut Tx,
    header: &StatementHeader,
    lines: &[i64],
) -> Result<Vec<SentAndSeen>, StatementError> {
    let mut sorted = lines.to_vec();
    sorted.sort_unstable();
    let mut read = Vec::with_capacity(lines.len());
    for run in runs(&sorted) {
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            let found = between(tx, header, first - 1, *last)?;
            read.extend(found.into_iter().filter(|one| run.binary_search(&one.transfer.line).is_ok()));
        }
    }
    let at = |line: &i64| {
        let place = read.binary_search_by_key(line, |one: &SentAndSeen| one.transfer.line).ok()?;
        read.get(place).cloned()
    };
    Ok(lines.iter().filter_map(at).collect())
}

#[cfg(test)]
mod tests;
