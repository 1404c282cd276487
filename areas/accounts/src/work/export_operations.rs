//! Reads the operations of a period for a file: first its balances and sums, then a part at a time.
//!
//! Operations never change and have numbers without a gap, so parts that are read one after the other make one period,
//! whatever is posted meanwhile. Each part begins with the caller's rights: whoever loses them gets no more.

use clients::{Company, find_company};
use kernel::{AccountNumber, BankZone, Instant};
use store::{Result, Store, StoreError, Tx};

use super::list_operations::{Read, turnover};
use crate::ledger::kept::closed_through;
use crate::operation::{Operation, Turnover};
use crate::period::Period;
use crate::store::operation::operations;
use crate::store::{Reader, StoredAccount, account_for};

pub(crate) const PART: i64 = 500;

#[derive(Debug)]
pub(crate) struct Exported {
    pub(crate) account: StoredAccount,
    pub(crate) company: Company,
    pub(crate) turnover: Turnover,
    /// The period reaches into the archive: the file would be a part of it.
    pub(crate) is_archived: bool,
    /// The end of the last day whose closing has begun: a period that ends by then does not change any more.
    pub(crate) closed_through: Option<Instant>,
    pub(crate) first: Option<Operation>,
}

/// Begins a file; `None` when the caller may not see the account.
pub(crate) async fn begin_export(
    store: &Store,
    reader: Reader,
    number: &AccountNumber,
    period: Period,
    zone: &BankZone,
) -> Result<Option<Exported>> {
    let (number, zone) = (number.clone(), zone.clone());
    let begin = move |tx: &mut Tx| {
        let Some(stored) = account_for(tx, &reader, &number)? else { return Ok(None) };
        let cnum = stored.account()?.cnum;
        let Some(company) = find_company(tx, &cnum)? else { return Ok(None) };
        let Read { turnover, archived } = turnover(tx, &number, &period, &zone)?;
        let first = (turnover.first(), turnover.first().min(turnover.last()));
        let first = operations(tx, &number, first)?.into_iter().next();
        let (is_archived, closed_through) = (archived.is_some(), closed_through(tx)?);
        Ok(Some(Exported { account: stored, company, turnover, is_archived, closed_through, first }))
    };
    store.read("accounts.begin_export", begin).await
}

/// Reads [`PART`] operations from `first` on and up to `last`, the oldest first.
pub(crate) async fn export_part(
    store: &Store,
    reader: Reader,
    number: &AccountNumber,
    (first, last): (i64, i64),
) -> Result<Vec<Operation>> {
    let number = number.clone();
    let read = move |tx: &mut Tx| {
        if account_for(tx, &reader, &number)?.is_none() {
            return Err(StoreError::Unavailable("the right to see the account was withdrawn".to_owned()));
        }
        let last = last.min(first + PART - 1);
        let part = operations(tx, &number, (first, last))?;
        if i64::try_from(part.len()) == Ok(last - first + 1) {
            return Ok(part);
        }
        Err(StoreError::Unavailable("operations left for the archive while they were read".to_owned()))
    };
    store.read("accounts.export_part", read).await
}
