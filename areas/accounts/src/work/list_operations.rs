//! Lists the operations of an account, a page at a time, with the balances of the period.
//!
//! Everything is read in one snapshot. Operations are numbered without a gap, so a page is a range of numbers: it costs
//! what it shows, wherever in the account it lies. Whoever reads on from a number gets each operation once, because
//! later ones have higher numbers and none ever changes.

use kernel::{AccountNumber, BankZone, Instant};
use store::{Result, Store, Tx};

use crate::operation::{Operation, Turnover};
use crate::period::Period;
use crate::search::Search;
use crate::store::operation::{archived_standing, operations, standing};
use crate::store::{Reader, StoredAccount, account_for};

/// The most operations that one page looks through for a search. What lies behind them is on the next page.
pub(crate) const SEARCHED_MAX: i64 = 20_000;
const SEARCHED_AT_ONCE: i64 = 1_000;

#[derive(Clone, Debug)]
pub(crate) struct OperationsQuery {
    pub(crate) period: Period,
    pub(crate) search: Option<Search>,
    /// Operations with this number and higher ones were shown before.
    pub(crate) before: Option<i64>,
    pub(crate) limit: u16,
}

#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) account: StoredAccount,
    /// The balances and sums of the whole period, searched or not.
    pub(crate) turnover: Turnover,
    /// When the last operation that is in the archive was booked, where the period reaches it.
    pub(crate) archived: Option<Instant>,
    /// The operations, the newest first.
    pub(crate) operations: Vec<Operation>,
    /// The beginning of the next page ([`OperationsQuery::before`]); `None` at the end of the period.
    pub(crate) next: Option<i64>,
}

/// Lists a page; `None` when the caller may not see the account.
pub(crate) async fn list_operations(
    store: &Store,
    reader: Reader,
    number: &AccountNumber,
    asked: OperationsQuery,
    zone: &BankZone,
) -> Result<Option<Listed>> {
    let (number, zone) = (number.clone(), zone.clone());
    let page = move |tx: &mut Tx| {
        let Some(account) = account_for(tx, &reader, &number)? else { return Ok(None) };
        let Read { turnover, archived } = turnover(tx, &number, &asked.period, &zone)?;
        let last =
            asked.before.map_or(turnover.last(), |before| turnover.last().min(before.saturating_sub(1)));
        let (operations, next) = match &asked.search {
            None => plain_page(tx, &number, (turnover.first(), last), asked.limit)?,
            Some(search) => found_page(tx, &number, (turnover.first(), last), asked.limit, search)?,
        };
        Ok(Some(Listed { account, turnover, archived, operations, next }))
    };
    store.read("accounts.list_operations", page).await
}

/// Balances and sums as far as the database has them.
pub(super) struct Read {
    pub(super) turnover: Turnover,
    /// When the last operation that is in the archive was booked, where an end of the period reaches it: balances and
    /// sums are not those of the period then.
    pub(super) archived: Option<Instant>,
}

/// Reads the balances and sums of a period. One whose beginning is open begins after the archive.
pub(super) fn turnover(
    tx: &mut Tx,
    number: &AccountNumber,
    period: &Period,
    zone: &BankZone,
) -> Result<Read> {
    let (start, end) = (period.start(zone), period.end(zone));
    let (first, archived) = archived_standing(tx, number)?.unzip();
    let first = first.unwrap_or_default();
    let reached = |at: &Instant| start.is_some_and(|start| start <= *at) || end.is_some_and(|end| end <= *at);
    let before = start.map(|start| standing(tx, number, Some(start))).transpose()?.flatten();
    let end = standing(tx, number, end)?;
    let turnover = Turnover::between(before.unwrap_or(first), end.unwrap_or(first));
    Ok(Read { turnover, archived: archived.filter(reached) })
}

/// Operations, and where the next page begins.
type Page = (Vec<Operation>, Option<i64>);

fn plain_page(tx: &mut Tx, number: &AccountNumber, (first, last): (i64, i64), limit: u16) -> Result<Page> {
    let from = first.max(last.saturating_sub(i64::from(limit)) + 1);
    if last < first {
        return Ok((Vec::new(), None));
    }
    let mut operations = operations(tx, number, (from, last))?;
    operations.reverse();
    Ok((operations, (from > first).then_some(from)))
}

fn found_page(
    tx: &mut Tx,
    number: &AccountNumber,
    (first, last): (i64, i64),
    limit: u16,
    search: &Search,
) -> Result<Page> {
    let mut found = Vec::new();
    let mut next = last.saturating_add(1);
    let end = first.max(next.saturating_sub(SEARCHED_MAX));
    while next > end {
        let from = end.max(next - SEARCHED_AT_ONCE);
        for operation in operations(tx, number, (from, next - 1))?.into_iter().rev() {
            if found.len() == usize::from(limit) {
                return Ok((found, Some(operation.number + 1)));
            }
            if search.finds(&operation) {
                found.push(operation);
            }
        }
        next = from;
    }
    Ok((found, (next > first).then_some(next)))
}
