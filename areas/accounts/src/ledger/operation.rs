//! Writes operations: postings as the holder of an account is shown them, numbered without a gap, with the balance
//! after each.
//!
//! The row of the account counts them, so that two units that post to one account take turns at its numbers. An
//! operation is booked when its entry is posted, but never before the operation in front of it: processes have clocks
//! of their own, and files bring postings of days gone by. So numbers, moments and balances go one way, what was shown
//! once stays as it is, and any page of any period costs what it shows.

use std::collections::BTreeMap;

use kernel::{AccountNumber, Instant, Money};
use store::{Row, StoreError, Tx, Value, params};

use super::day::refuse_two_days;
use super::{Counterparty, Entry, LedgerAccountId, LedgerError, Posting, Refusal};

store::queries! {
    /// Has an account keep operations from now on.
    OPERATIONS_KEEP = "update ledger_accounts set operations_count = 0, debits_high = 0, debits_low = 0 \
        where ledger_account_id = $1 and operations_count is null and first_posted_at_us is null";
    /// Takes the next numbers of an account, if it keeps operations, and adds to its debits.
    OPERATIONS_TAKE = "update ledger_accounts set operations_count = operations_count + $2, \
        operations_booked_at_us = case when operations_booked_at_us > $3 then operations_booked_at_us else $3 end, \
        debits_high = debits_high + $4 + (debits_low + $5) / 4294967296, \
        debits_low = (debits_low + $5) % 4294967296 \
        where ledger_account_id = $1 and operations_count is not null \
        returning operations_count, operations_booked_at_us, balance_minor, debits_high as high, debits_low as low";
    /// Adds an operation.
    OPERATION_INSERT = "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, \
        balance_minor, debits_high, debits_low, counterparty_name, counterparty_account, counterparty_inn, \
        counterparty_kpp, counterparty_bic) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
}

/// Hundredths in one of the first part of a sum.
const HIGH: i128 = 1 << 32;

/// Has an account without postings keep operations. Returns whether it did not before.
pub fn keep_operations(tx: &mut Tx, number: &AccountNumber) -> Result<bool, StoreError> {
    Ok(tx.execute(&OPERATIONS_KEEP, params![number])? == 1)
}

/// The postings of one entry on one account, each with its line.
type Lines<'a> = BTreeMap<&'a LedgerAccountId, Vec<(i64, &'a Posting)>>;

/// Writes the operations of entries whose postings are written and whose balances are changed, on those of the accounts
/// that `may_keep` lets through and that keep operations.
///
/// # Errors
/// [`Refusal::BalanceRange`] when the balance between two postings of one account leaves 64 bits, or the database's.
pub(super) fn write_operations(
    tx: &mut Tx,
    entries: &[&Entry],
    may_keep: impl Fn(&LedgerAccountId) -> bool,
) -> Result<(), LedgerError> {
    let by_entry: Vec<Lines<'_>> = entries.iter().map(|entry| lines_of(entry, &may_keep)).collect();
    // The balance that the database tells has everything in it; what is not numbered yet is taken off again.
    let mut ahead = BTreeMap::<&LedgerAccountId, i128>::new();
    for (account, lines) in by_entry.iter().flatten() {
        *ahead.entry(account).or_default() += sum(lines);
    }
    let mut rows = Vec::new();
    for (entry, by_account) in entries.iter().zip(&by_entry) {
        for (account, lines) in by_account {
            let Some(taken) = take(tx, entry, account, lines)? else { continue };
            let left = ahead.entry(account).or_default();
            let numbered = taken.numbered(lines, *left);
            *left -= sum(lines);
            for one in numbered {
                let balance = i64::try_from(one.balance).map_err(|_| LedgerError::Refused {
                    account: (*account).clone(),
                    refusal: Refusal::BalanceRange,
                })?;
                rows.push(one.row(entry, account, taken.booked_at, balance));
            }
        }
    }
    if !rows.is_empty() {
        tx.execute_many(&OPERATION_INSERT, rows)?;
    }
    Ok(())
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

/// Numbers that were taken, and the account behind the last of them.
struct Taken {
    last: i64,
    booked_at: Instant,
    balance: i128,
    debits: i128,
}

fn take(
    tx: &mut Tx,
    entry: &Entry,
    account: &LedgerAccountId,
    lines: &[(i64, &Posting)],
) -> Result<Option<Taken>, StoreError> {
    let count = i64::try_from(lines.len()).unwrap_or(i64::MAX);
    let debits: i128 = lines.iter().map(|(_, posting)| debit(posting.amount)).sum();
    let (high, low) = parts(debits);
    let values = params![account.as_str(), count, entry.header().posted_at, high, low];
    let Some(row) = tx.query_optional(&OPERATIONS_TAKE, values)? else { return Ok(None) };
    let taken = Taken::from_row(&row)?;
    refuse_two_days(tx, entry.header().posted_at, taken.booked_at)?;
    Ok(Some(taken))
}

/// A sum of debits in the two parts of its columns. It is never below zero, and one of 2³¹ entries of the most postings
/// stays in range.
fn parts(debits: i128) -> (i64, i64) {
    let part = |part: i128| i64::try_from(part).unwrap_or(i64::MAX);
    (part(debits / HIGH), part(debits % HIGH))
}

impl Taken {
    fn from_row(row: &Row) -> Result<Self, StoreError> {
        Ok(Self {
            last: row.integer("operations_count")?,
            booked_at: row.instant("operations_booked_at_us")?,
            balance: row.integer("balance_minor")?.into(),
            debits: row.wide()?,
        })
    }

    /// Numbers the lines, of which and of later ones `ahead` is in the balance already.
    fn numbered<'a>(&self, lines: &[(i64, &'a Posting)], ahead: i128) -> Vec<Numbered<'a>> {
        let debits: i128 = lines.iter().map(|(_, posting)| debit(posting.amount)).sum();
        let (mut balance, mut debits) = (self.balance - ahead, self.debits - debits);
        let first = self.last - i64::try_from(lines.len()).unwrap_or(i64::MAX) + 1;
        let numbered = (first..).zip(lines).map(|(number, (line, posting))| {
            balance += i128::from(posting.amount.minor());
            debits += debit(posting.amount);
            Numbered { number, line: *line, posting, balance, debits }
        });
        numbered.collect()
    }
}

/// A posting with its number and the account after it.
struct Numbered<'a> {
    number: i64,
    line: i64,
    posting: &'a Posting,
    balance: i128,
    debits: i128,
}

impl Numbered<'_> {
    fn row(&self, entry: &Entry, account: &LedgerAccountId, booked_at: Instant, balance: i64) -> Vec<Value> {
        let (high, low) = parts(self.debits);
        let counterparty = self.posting.counterparty.as_ref();
        params![
            account.as_str(),
            self.number,
            entry.header().entry_id.as_bytes(),
            self.line,
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
