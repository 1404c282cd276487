//! Facts of the bank's core: what it has booked is taken, and the difference to the books here is told.
//!
//! A fact of a day that has ended is booked on the open day, with its value date and the moment that the core told. Its
//! entry keeps its key and its content, so that the same row is found again. A debit is taken beyond what is free here,
//! such as holds of payroll that the core does not know of; orders of customers never are.

use kernel::{Currency, Instant, Money};
use store::{Result, Tx, params};

use super::day::booking_moments;
use super::post::{Funds, post_all};
use super::refusal::spendable_minor;
use super::{Draft, Entry, EntryError, EntryHeader, InternalAccount, LedgerAccountId, LedgerError, Posted};

store::queries! {
    OVERDRAWN_COUNT = "select count(1) as accounts from ledger_accounts where overdrawn_minor > 0";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    pub posted: Posted,
    /// The amount by which its debits exceed what was free; `None` when they were covered.
    pub exceeds: Option<Money>,
}

/// Posts what the core has booked, like [`post_facts`].
pub fn post_fact(tx: &mut Tx, entry: Entry, now: Instant, funds: Funds) -> Result<Fact, LedgerError> {
    let debited = entry.postings().iter().filter(|posting| posting.amount.is_negative());
    let debited: Vec<LedgerAccountId> = debited.map(|posting| posting.account.clone()).collect();
    let posted = post_facts(tx, vec![entry], now, funds)?.first().copied().unwrap_or(Posted::Before);
    let mut exceeds = None;
    if posted == Posted::Now && funds == Funds::Taken {
        for account in &debited {
            let short = spendable_minor(tx, account)?.filter(|minor| *minor < 0);
            let short = short.map(|minor| Money::from_minor(i64::try_from(-minor).unwrap_or(i64::MAX)));
            exceeds = exceeds.max(short);
        }
    }
    Ok(Fact { posted, exceeds })
}

/// Posts what the core has booked, each entry at its moment, or at the present one when that day has ended.
///
/// # Errors
/// An account refuses, or a key was used for another content: nothing may be kept then, and the unit of work has to
/// end with the error. Or the database failed.
pub(crate) fn post_facts(
    tx: &mut Tx,
    entries: Vec<Entry>,
    now: Instant,
    funds: Funds,
) -> Result<Vec<Posted>, LedgerError> {
    let booked_at = booking_moments(tx, now)?;
    let book = |entry: Entry| {
        let at = booked_at(entry.header().posted_at);
        entry.booked_at(at)
    };
    let entries: Vec<Entry> = entries.into_iter().map(book).collect();
    post_all(tx, &entries, now, funds)
}

/// Makes the entry that opens an account with a balance that is not zero, against the equity.
pub(crate) fn opening(
    header: EntryHeader,
    account: &LedgerAccountId,
    balance: Money,
    currency: Currency,
) -> Result<Entry, EntryError> {
    let equity = InternalAccount::OpeningEquity.in_currency(currency);
    let other = balance.checked_neg().ok_or(EntryError::Amount)?;
    Draft::new(header).moved(account.clone(), currency, balance).moved(equity, currency, other).balanced()
}

/// Counts the accounts that facts of the core have overdrawn.
pub(crate) fn overdrawn_accounts(tx: &mut Tx) -> Result<i64> {
    tx.select_one(&OVERDRAWN_COUNT, params![])
}
