//! Writes operations: postings as the holder of an account is shown them, numbered without a gap, with the balance
//! after each.
//!
//! The row of the account counts them, so that two units that post to one account take turns at its numbers. An
//! operation is booked when its entry is posted, but never before the operation in front of it: processes have clocks
//! of their own, and files bring postings of days gone by. So numbers, moments and balances go one way, what was shown
//! once stays as it is, and any page of any period costs what it shows.

use std::collections::BTreeMap;

use kernel::{Instant, Money};
use store::{Column, Result, Selected as _, Tx, Value, params};

use super::day::refuse_two_days;
use super::{Counterparty, Entry, LedgerAccountId, LedgerError, Posting, Refusal};

store::queries! {
    /// An account that keeps operations, as the balance of everything that is posted has it.
    OPERATIONS_STATE = store::text!("select ", Account::LIST, " from ledger_accounts \
        where ledger_account_id = $1 and operations_count is not null");
    OPERATIONS_SET = "update ledger_accounts set operations_count = $2, operations_booked_at_us = $3, \
        debits_high = $4, debits_low = $5 where ledger_account_id = $1";
    OPERATION_INSERT = "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, \
        balance_minor, debits_high, debits_low, counterparty_name, counterparty_account, counterparty_inn, \
        counterparty_kpp, counterparty_bic) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
}

/// Hundredths in one of the first part of a sum.
const HIGH: i128 = 1 << 32;

/// The postings of one entry on one account, each with its line.
type Lines<'a> = BTreeMap<&'a LedgerAccountId, Vec<(i64, &'a Posting)>>;

/// Writes the operations of entries whose postings are written and whose balances are changed by this unit of work,
/// which has locked their accounts so: on those of the accounts that `may_keep` lets through and that keep operations.
///
/// # Errors
/// [`Refusal::BalanceRange`] when the balance between two postings of one account leaves 64 bits, or the database's.
pub(super) fn write_operations(
    tx: &mut Tx,
    entries: &[&Entry],
    may_keep: impl Fn(&LedgerAccountId) -> bool,
) -> Result<(), LedgerError> {
    let by_entry: Vec<Lines<'_>> = entries.iter().map(|entry| lines_of(entry, &may_keep)).collect();
    let mut sums = BTreeMap::<&LedgerAccountId, i128>::new();
    for (account, lines) in by_entry.iter().flatten() {
        *sums.entry(account).or_default() += sum(lines);
    }
    let mut accounts = states_of(tx, &sums)?;
    let mut rows = Vec::new();
    for (entry, by_account) in entries.iter().zip(&by_entry) {
        for (account, lines) in by_account {
            let Some(state) = accounts.get_mut(*account) else { continue };
            let posted_at = entry.header().posted_at;
            let booked_at = state.booked_at.map_or(posted_at, |last| last.max(posted_at));
            refuse_two_days(tx, posted_at, booked_at)?;
            state.booked_at = Some(booked_at);
            for (line, posting) in lines {
                state.add(posting.amount);
                let balance = i64::try_from(state.balance).map_err(|_| LedgerError::Refused {
                    account: (*account).clone(),
                    refusal: Refusal::BalanceRange,
                })?;
                rows.push(state.row(entry, (*line, posting), booked_at, balance));
            }
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    tx.insert_many(&OPERATION_INSERT, rows)?;
    move_on(tx, &accounts)
}

fn lines_of(entry: &Entry, may_keep: impl Fn(&LedgerAccountId) -> bool) -> Lines<'_> {
    let mut lines = Lines::new();
    for (line, posting) in (1_i64..).zip(entry.postings()) {
        if may_keep(&posting.account) {
            lines.entry(&posting.account).or_default().push((line, posting));
        }
    }
    lines
}

fn sum(lines: &[(i64, &Posting)]) -> i128 {
    lines.iter().map(|(_, posting)| i128::from(posting.amount.minor())).sum()
}

/// Hundredths that a posting takes from the account.
fn debit(amount: Money) -> i128 {
    if amount.is_negative() { -i128::from(amount.minor()) } else { 0 }
}

struct Account {
    last: i64,
    booked_at: Option<Instant>,
    balance: i128,
    debits: i128,
}

store::selected! {
    Account (balance_minor) {
        last: "operations_count", booked_at: "operations_booked_at_us", debits: "debits_high, debits_low": i128;
        balance: i64::into(balance_minor),
    }
}

/// Reads the accounts that keep operations as they were before the sums that are in their balances already.
fn states_of<'a>(
    tx: &mut Tx,
    sums: &BTreeMap<&'a LedgerAccountId, i128>,
) -> Result<BTreeMap<&'a LedgerAccountId, Account>> {
    let names: Vec<&str> = sums.keys().map(|account| account.as_str()).collect();
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let known: Vec<(&&LedgerAccountId, &i128)> = sums.iter().collect();
    let mut accounts = BTreeMap::new();
    for (place, state) in tx.select_bulk::<Account>(&OPERATIONS_STATE, &[Column::Texts(&names)])? {
        let (account, sum) = known[place];
        accounts.insert(*account, Account { balance: state.balance - sum, ..state });
    }
    Ok(accounts)
}

fn move_on(tx: &mut Tx, accounts: &BTreeMap<&LedgerAccountId, Account>) -> Result<(), LedgerError> {
    let names: Vec<&str> = accounts.keys().map(|account| account.as_str()).collect();
    let of = |value: fn(&Account) -> i64| accounts.values().map(value).collect::<Vec<i64>>();
    let booked: Vec<_> = accounts.values().map(|state| state.booked_at.map(Instant::microseconds)).collect();
    let unchanged = tx.update_bulk(
        &OPERATIONS_SET,
        &[
            Column::Texts(&names),
            Column::Integers(&of(|state| state.last)),
            Column::OptionalIntegers(&booked),
            Column::Integers(&of(|state| parts(state.debits).0)),
            Column::Integers(&of(|state| parts(state.debits).1)),
        ],
    )?;
    match unchanged.first() {
        None => Ok(()),
        Some(_) => Err(LedgerError::Absent("an account that keeps operations".to_owned())),
    }
}

/// A sum of debits in the two parts of its columns. It is never below zero, and one of 2³¹ entries of the most postings
/// stays in range.
fn parts(debits: i128) -> (i64, i64) {
    let part = |part: i128| i64::try_from(part).unwrap_or(i64::MAX);
    (part(debits / HIGH), part(debits % HIGH))
}

impl Account {
    fn add(&mut self, amount: Money) {
        self.last += 1;
        self.balance += i128::from(amount.minor());
        self.debits += debit(amount);
    }

    fn row(
        &self,
        entry: &Entry,
        (line, posting): (i64, &Posting),
        booked_at: Instant,
        balance: i64,
    ) -> Vec<Value> {
        let (high, low) = parts(self.debits);
        let counterparty = posting.counterparty.as_ref();
        params![
            posting.account.as_str(),
            self.last,
            entry.header().entry_id.as_bytes(),
            line,
            booked_at,
            balance,
            high,
            low,
            counterparty.map(Counterparty::name),
            counterparty.and_then(|counterparty| counterparty.account.as_ref()),
            counterparty.and_then(|counterparty| counterparty.inn.as_ref()),
            counterparty.and_then(|counterparty| counterparty.kpp.as_ref()),
            counterparty.and_then(|counterparty| counterparty.bic.as_ref())
        ]
    }
}
