//! Looks for transfers in one statement.
//!
//! A statement has 10,000 transfers at most, and they lie together: the search goes through them by their key, a
//! bounded number at a time. Names are compared without capitals, for which both engines have no way in common.

use kernel::{Cnum, UserId};
use store::{Result, Tx};

use super::access::read_seen;
use super::detail::{SentAndSeen, between};
use super::error::StatementError;
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{findings, transfers as rows};
use crate::transfer_search::{SoughtTransfer, TransferOrder, TransferSearch};

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

/// A part of the transfers that were found.
#[derive(Clone, Debug)]
pub(crate) struct FoundTransfers {
    /// The number of all that were found.
    pub(crate) total_count: usize,
    /// The transfers of the part, in the order that was asked for.
    pub(crate) transfers: Vec<SentAndSeen>,
}

/// Looks for transfers of the company's statement.
pub(crate) async fn search_transfers(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
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
    read_seen(state, "payroll.search_transfers", (user, cnum, id), read).await
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

/// Returns the transfers of these lines, in this order. Lines that lie close together are read together.
fn at_lines(
    tx: &mut Tx,
    header: &StatementHeader,
    lines: &[i64],
) -> Result<Vec<SentAndSeen>, StatementError> {
    let mut sorted = lines.to_vec();
    sorted.sort_unstable();
    let mut read = Vec::with_capacity(lines.len());
    for run in sorted.chunk_by(|before, next| next - before <= GAP_MAX) {
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
