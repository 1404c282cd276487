//! Balances that the core had at the end of days are compared with those here, where these are kept here (BNK-06).
//!
//! A file brings them, and each waits until its day is closed here: then both stand still, and one look is enough.
//! Whoever reads breaks compares first, so that none is hidden because nobody has looked.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use kernel::{AccountNumber, BankZone, Instant, Money};
use store::{Result, Store, StoreError, Tx, params};

use crate::ledger::Outcome;
use crate::ledger::closing::{CLOSED_ACCOUNTS, closed_days};
use crate::ledger::own_numbers::own_closings;
use crate::store::core_balances::{
    self as rows, BALANCE_AGREED_AFTER, BALANCE_DAY, BALANCE_FORGET, BALANCE_PUT, BALANCE_TOLD,
    BALANCES_WAITING, BREAK_OF, BREAK_WRITE_OFF, BREAKS, CoreBalance, OpenBreak, Verdict,
};

const BALANCES_AT_ONCE: i64 = 2_000;
pub const BREAKS_LISTED_MAX: i64 = 1_000;

/// Takes the balance that an account had in the core at the end of a day. The same again changes nothing, another one
/// for the same day is compared anew; one that is older than a balance that agrees is over.
pub(crate) fn take_balance(
    tx: &mut Tx,
    account: &AccountNumber,
    day: Date,
    balance: Money,
) -> Result<Outcome> {
    let outcome = match tx.select_optional::<Money>(&BALANCE_TOLD, params![account, day])? {
        Some(before) if before == balance => return Ok(Outcome::Unchanged),
        Some(_) => Outcome::Changed,
        None if tx.query_optional(&BALANCE_AGREED_AFTER, params![account, day])?.is_some() => {
            return Ok(Outcome::Unchanged);
        }
        None => Outcome::Created,
    };
    tx.execute_one(&BALANCE_PUT, params![account, day, balance])?;
    Ok(outcome)
}

pub async fn compare_balances(store: &Store) -> Result<()> {
    loop {
        let looked = store.read("accounts.look_at_balances", look).await?;
        if looked.is_empty() {
            return Ok(());
        }
        store.write("accounts.compare_balances", move |tx| judge(tx, &looked)).await?;
    }
}

#[derive(Clone, Copy, Debug)]
enum Found {
    /// The balance here; `None` where there is no such account.
    Here(Option<Money>),
    /// Nothing: what was posted since to an account of the bank's own has left for the archive.
    Nothing,
}

/// Reads balances of the oldest day that wait, and those that the accounts had here, which do not change any more.
fn look(tx: &mut Tx) -> Result<Vec<(CoreBalance, Found)>> {
    let Some((_, through)) = closed_days(tx)? else { return Ok(Vec::new()) };
    let mut told: Vec<CoreBalance> = tx.select(&BALANCES_WAITING, params![through, BALANCES_AT_ONCE])?;
    let Some(day) = told.first().map(|first| first.day) else { return Ok(Vec::new()) };
    told.retain(|one| one.day == day);
    let here = rows::here(tx, &told)?;
    let own = if here.iter().all(Option::is_some) {
        Some(BTreeMap::new())
    } else {
        let end: Instant = tx.select_one(&BALANCE_DAY, params![day])?;
        own_closings(tx, end)?
    };
    let found = |(one, here): (CoreBalance, Option<Money>)| match (here, &own) {
        (Some(here), _) => (one, Found::Here(Some(here))),
        (None, Some(own)) => {
            let here = own.get(&one.account).copied();
            (one, Found::Here(here))
        }
        (None, None) => (one, Found::Nothing),
    };
    Ok(told.into_iter().zip(here).map(found).collect())
}

fn judge(tx: &mut Tx, looked: &[(CoreBalance, Found)]) -> Result<()> {
    let mut judged = Vec::with_capacity(looked.len());
    for (told, found) in looked {
        let Found::Here(here) = *found else {
            tracing::warn!("{}: the balance of {} cannot be compared any more", told.account, told.day);
            tx.execute(&BALANCE_FORGET, params![told.account.as_str(), told.day])?;
            continue;
        };
        let minor = |money: Money| i128::from(money.minor());
        let difference = minor(told.balance) - here.map_or(0, minor);
        let verdict = match difference {
            0 => Verdict::Agrees,
            _ if rows::written_off_before(tx, &told.account, told.day)? == Some(difference) => {
                Verdict::WrittenOff
            }
            _ => Verdict::Differs,
        };
        judged.push((told, here, verdict));
    }
    rows::judge(tx, &judged)
}

/// Lists the accounts that the core has with another balance at the end of a closed day, the oldest difference first:
/// at most [`BREAKS_LISTED_MAX`], and the number of all.
pub async fn breaks(store: &Store) -> Result<(Vec<OpenBreak>, i64)> {
    compare_balances(store).await?;
    let list = |tx: &mut Tx| {
        let listed = tx.select(&BREAKS, params![BREAKS_LISTED_MAX])?;
        Ok::<_, StoreError>((listed, rows::count(tx)?.0))
    };
    store.read("accounts.breaks", list).await
}

/// Customers' accounts with money of which the core has told no balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTold {
    /// The last day of which the core's balances were compared.
    pub day: Date,
    /// The accounts with their balances here at its end, at most [`BREAKS_LISTED_MAX`].
    pub accounts: Vec<(String, Money)>,
    pub count: usize,
}

/// Finds the accounts that had money at the end of the last compared day and of which the core told nothing for it or
/// later, page by page; `None` when nothing was ever compared.
pub async fn not_told(store: &Store) -> Result<Option<NotTold>> {
    compare_balances(store).await?;
    let Some(day) = store.read("accounts.last_compared", rows::last_compared).await? else { return Ok(None) };
    let (mut found, mut after) = (NotTold { day, accounts: Vec::new(), count: 0 }, String::new());
    loop {
        let from = after.clone();
        let page = move |tx: &mut Tx| {
            let rows: Vec<(String, Money)> =
                tx.select(&CLOSED_ACCOUNTS, params![day, from.as_str(), BALANCES_AT_ONCE])?;
            let names: Vec<&str> = rows.iter().map(|(account, _)| account.as_str()).collect();
            let told = if names.is_empty() { BTreeSet::new() } else { rows::told_since(tx, &names, day)? };
            Ok::<_, StoreError>((rows, told))
        };
        let (rows, told) = store.read("accounts.not_told", page).await?;
        let count = rows.len();
        for (place, (account, here)) in rows.into_iter().enumerate() {
            after = account;
            if here == Money::ZERO || told.contains(&place) {
                continue;
            }
            found.count += 1;
            if i64::try_from(found.accounts.len()).unwrap_or(i64::MAX) < BREAKS_LISTED_MAX {
                found.accounts.push((after.clone(), here));
            }
        }
        if i64::try_from(count) != Ok(BALANCES_AT_ONCE) {
            return Ok(Some(found));
        }
    }
}

/// Writes the break of an account off, and returns it: that difference is none any more, also on later days, until both
/// sides agree or differ otherwise.
pub fn write_off_break(tx: &mut Tx, account: &AccountNumber) -> Result<Option<OpenBreak>> {
    let found = tx.select_optional(&BREAK_OF, params![account])?;
    if found.is_some() {
        tx.execute(&BREAK_WRITE_OFF, params![account])?;
    }
    Ok(found)
}

/// Compares what waits, and returns the number of breaks and the end of the first day of the oldest.
pub async fn break_sums(store: &Store, zone: &BankZone) -> Result<(i64, Option<Instant>)> {
    compare_balances(store).await?;
    let (count, oldest) = store.read("accounts.break_sums", rows::count).await?;
    Ok((count, oldest.map(|day| zone.start_of_next_day(day))))
}
