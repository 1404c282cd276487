//! Facts of the core's feed in bunches: each is taken or refused by itself, and those taken are posted together.
//!
//! Everything that could refuse an operation is looked at before anything is written, because a bunch is posted as one
//! step: accounts and keys are read at once, and sums are made here.

use std::collections::{BTreeSet, HashMap};

use kernel::{BankZone, Currency, Instant, Money, Randomness};
use store::{Result, Selected as _, StoreError, Tx, params};
use thiserror::Error;

use super::carried::archived_before;
use super::day::{BankDay, day_of, open_days};
use super::keeper::closed_by_core;
use super::post::{Funds, post_all, posted_contents};
use super::refusal::BALANCE_MINOR_MAX;
use super::{
    Authors, Entry, EntryHeader, EntryKind, IdempotencyKey, LedgerAccountId, LedgerError, is_posted,
};
use crate::core_fact::{CoreOperation, FactRefusal};

store::queries! {
    CORE_ACCOUNT = store::text!("select ", FedAccount::LIST, " from ledger_accounts where ledger_account_id = $1");
}

#[derive(Debug, Error)]
pub(crate) enum FactError {
    /// The fact cannot be taken, and nothing has changed.
    #[error(transparent)]
    Refused(#[from] FactRefusal),
    /// The ledger failed: the unit of work ends.
    #[error(transparent)]
    Failed(#[from] LedgerError),
}

impl From<StoreError> for FactError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

/// Seconds by which the core's clock may be ahead. What it tells of a moment to come is booked at the present one.
const AHEAD_S_MAX: i64 = 60;
/// Days that a booking lies back at most: twice the five years for which the law keeps books.
pub(crate) const BOOKED_AGO_DAYS_MAX: i64 = 3_653;
pub(crate) const DAY_S: i64 = 86_400;

/// An account as the bunch has changed it so far.
struct FedAccount {
    currency: Currency,
    is_open: bool,
    balance: i128,
    booked_at: Option<Instant>,
    is_untouched: bool,
}

store::selected! {
    FedAccount (balance_minor, first_posted_at_us) {
        currency, is_open, booked_at: "operations_booked_at_us";
        balance: i64::into(balance_minor), is_untouched: Option::<i64>::is_none(&first_posted_at_us),
    }
}

/// Takes operations in their order and returns the fate of each: `true` when it is new. `is_repeated` tells of each
/// whether it was taken before, so that nothing is posted and its content alone is compared.
///
/// # Errors
/// The database failed, or the bank's own account has come to the end of its range; the unit of work ends with it.
pub(crate) fn post_operations(
    tx: &mut Tx,
    operations: Vec<(CoreOperation, bool)>,
    teller: &Authors,
    (now, zone, randomness): (Instant, &BankZone, &dyn Randomness),
) -> Result<Vec<Result<bool, FactRefusal>>, LedgerError> {
    let accounts: BTreeSet<&str> =
        operations.iter().map(|(operation, _)| operation.account.as_str()).collect();
    let mut accounts: HashMap<String, FedAccount> = tx.select_by_name(&CORE_ACCOUNT, &accounts)?;
    let keys: Vec<IdempotencyKey> =
        operations.iter().filter_map(|(operation, _)| operation.key().ok()).collect();
    let mut contents = posted_contents(tx, keys.iter())?;
    let times = Times::load(tx, now, zone)?;
    let (mut fates, mut entries) = (Vec::with_capacity(operations.len()), Vec::new());
    for (operation, is_repeated) in operations {
        let account = accounts.get_mut(operation.account.as_str());
        let entry = judge((operation, teller), account, &times, &mut contents, (is_repeated, randomness));
        fates.push(entry.map(|entry| {
            let is_new = entry.is_some();
            entries.extend(entry);
            is_new
        }));
    }
    post_all(tx, &entries, now, Funds::Taken)?;
    Ok(fates)
}

/// Decides about one operation; `contents` are those of the entries that are there already, by their keys. Nothing is
/// returned for one that is posted already.
fn judge(
    (operation, teller): (CoreOperation, &Authors),
    account: Option<&mut FedAccount>,
    times: &Times,
    contents: &mut HashMap<String, [u8; 32]>,
    (is_repeated, randomness): (bool, &dyn Randomness),
) -> Result<Option<Entry>, FactRefusal> {
    let number = operation.account.as_str().to_owned();
    let account = account.ok_or_else(|| FactRefusal::UnknownAccount(number.clone()))?;
    if operation.amount == Money::ZERO {
        return Err(FactRefusal::Wrong("the amount must not be zero".to_owned()));
    }
    let (id, amount, told_at) = (operation.id.clone(), operation.amount, operation.posted_at);
    let key = operation.key()?;
    let entry = operation.entry(randomness.uuid(times.now), account.currency, teller.clone())?;
    if let Some(before) = contents.get(key.as_str()) {
        return if *before == entry.fingerprint() { Ok(None) } else { Err(FactRefusal::Contradicts(id)) };
    }
    if is_repeated {
        return Ok(None);
    }
    times.check(told_at)?;
    if !account.is_open {
        return Err(FactRefusal::ClosedAccount(number));
    }
    let balance = account.balance + i128::from(amount.minor());
    if balance.abs() > i128::from(BALANCE_MINOR_MAX) {
        return Err(FactRefusal::Wrong("the balance would leave its range".to_owned()));
    }
    account.balance = balance;
    let booked_at = times.booked_at(told_at, account.booked_at);
    account.booked_at = account.booked_at.max(Some(booked_at));
    contents.insert(key.as_str().to_owned(), entry.fingerprint());
    Ok(Some(entry.booked_at(booked_at)))
}

/// The days of the bank around the present moment.
struct Times {
    now: Instant,
    /// Nothing is posted before this moment: those days are closed, in the core at least.
    open_since: Option<Instant>,
    /// The beginnings of the days that are open, in their order.
    days: Vec<Instant>,
    archived: Option<Instant>,
}

impl Times {
    fn load(tx: &mut Tx, now: Instant, zone: &BankZone) -> Result<Self> {
        let (begun, days) = open_days(tx, now)?;
        let told = closed_by_core(tx)?.map(|date| BankDay::new(date, zone).end);
        Ok(Self { now, open_since: begun.max(told), days, archived: archived_before(tx)? })
    }

    fn check(&self, told_at: Instant) -> Result<(), FactRefusal> {
        check_not_ahead("postedAt", told_at, self.now)?;
        if told_at < self.now.plus_seconds(-BOOKED_AGO_DAYS_MAX * DAY_S) {
            return Err(FactRefusal::Wrong("`postedAt`: no books reach back so far".to_owned()));
        }
        match self.archived {
            Some(before) if told_at < before => Err(FactRefusal::Archived(before.to_string())),
            _ => Ok(()),
        }
    }

    /// Returns the moment at which an operation is booked: the core's own on a day that is open, and else the present
    /// one; and not on a day before that of the last operation of the account.
    fn booked_at(&self, told_at: Instant, last: Option<Instant>) -> Instant {
        let is_open = self.open_since.is_none_or(|since| told_at >= since);
        let at = if is_open { told_at.min(self.now) } else { self.now };
        match last {
            Some(last) if last > at && day_of(&self.days, last) != day_of(&self.days, at) => last,
            _ => at,
        }
    }
}

/// Refuses a moment to come: money does not move, and is not held or lent, before its time.
pub(crate) fn check_not_ahead(name: &str, told_at: Instant, now: Instant) -> Result<(), FactRefusal> {
    if told_at > now.plus_seconds(AHEAD_S_MAX) {
        return Err(FactRefusal::Wrong(format!("`{name}` must not be in the future")));
    }
    Ok(())
}

/// Tells whether something was posted to an account.
pub(crate) fn has_begun(tx: &mut Tx, account: &LedgerAccountId) -> Result<bool> {
    let told: Option<FedAccount> = tx.select_optional(&CORE_ACCOUNT, params![account.as_str()])?;
    Ok(told.is_some_and(|told| !told.is_untouched))
}

/// Compares the core's balance of an account with the one here. An account to which nothing was posted takes it as its
/// opening balance. Returns the balance here when it is another.
pub(crate) fn compare_balance(
    tx: &mut Tx,
    account: &LedgerAccountId,
    balance: Money,
    teller: Authors,
    (now, value_date, randomness): (Instant, jiff::civil::Date, &dyn Randomness),
) -> Result<Option<Money>, FactError> {
    let told: Option<FedAccount> = tx.select_optional(&CORE_ACCOUNT, params![account.as_str()])?;
    let told = told.ok_or_else(|| FactRefusal::UnknownAccount(account.to_string()))?;
    if told.balance == i128::from(balance.minor()) {
        return Ok(None);
    }
    let key = opening_key(account).map_err(|error| FactRefusal::Wrong(error.to_string()))?;
    if !told.is_untouched || !told.is_open || is_posted(tx, &key)? {
        let here = i64::try_from(told.balance).map_or(Money::ZERO, Money::from_minor);
        return Ok(Some(here));
    }
    let header = EntryHeader {
        entry_id: randomness.uuid(now),
        idempotency_key: key,
        kind: EntryKind::Opening,
        posted_at: now,
        value_date,
        description: format!("Opening balance of account {account}"),
        document: None,
        authors: teller,
    };
    let entry = super::opening(header, account, balance, told.currency);
    let entry = entry.map_err(|error| FactRefusal::Wrong(error.to_string()))?;
    post_all(tx, &[entry], now, Funds::Taken)?;
    Ok(None)
}

pub(crate) fn opening_key(account: &LedgerAccountId) -> Result<IdempotencyKey, super::IdempotencyKeyError> {
    IdempotencyKey::try_from(format!("opening:{account}"))
}
