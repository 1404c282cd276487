//! Rows of entries that leave for an archive.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Instant;
use retention::{Due, Key};
use store::{Column, Result, Row, Selected as _, Tx, Value, params};

use super::carried::{ARCHIVED_MOVE, CARRIED_ADD, carried_operations};
use super::closing::DAY_FINISHED_LAST;
use super::day::BankDay;

store::queries! {
    /// The entries of the oldest postings, once for each posting.
    KEPT_POSTINGS_DUE = "select entry_id, posted_at_us as at_us from postings \
        where posted_at_us < $1 and posted_at_us >= $2 order by posted_at_us limit $3";
    KEPT_POSTINGS_OF = "select entry_id, ledger_account_id from postings where entry_id = $1";
    KEPT_KEEPS_OPERATIONS = "select ledger_account_id from ledger_accounts \
        where ledger_account_id = $1 and operations_count is not null";
    KEPT_OPERATIONS_NEXT = store::text!("select ledger_account_id, ", Numbered::LIST, " from operations \
        where ledger_account_id = $1 and number >= $2 and number <= $3");
}

retention::tables! {
    /// Every table with rows of an entry, that of the entry first.
    pub(crate) by "entry_id = $1":
    journal_entries(entry_id) {
        entry_id Bytes, idempotency_key Text, fingerprint Bytes, kind Text, posted_at_us Integer, value_date Text,
        description Text, postings_count Integer, document_number Text, core_posted_at_us Integer, digest Bytes,
        authors Text,
    }
    journal_numbers(entry_id) {
        entry_id Bytes, number Integer, day_number Integer,
    }
    postings(entry_id, line) {
        entry_id Bytes, line Integer, ledger_account_id Text, currency Text, amount_minor Integer,
        national_minor Integer, posted_at_us Integer,
    }
    operations(ledger_account_id, number) by "ledger_account_id = $1 and number = $2" {
        ledger_account_id Text, number Integer, entry_id Bytes, line Integer, booked_at_us Integer,
        balance_minor Integer, debits_high Integer, debits_low Integer, counterparty_name Text,
        counterparty_account Text, counterparty_inn Text, counterparty_kpp Text, counterparty_bic Text,
    }
}

/// The postings of entries in the order of their time: an entry comes once for each.
pub(crate) static DUE: Due = Due {
    query: &KEPT_POSTINGS_DUE,
    table: "journal_entries",
    key: |row: &Row| Ok(Key(params![row.read::<&[u8]>()?])),
};

/// An operation of an account in the order of its numbers.
pub(crate) struct Numbered {
    pub(crate) number: i64,
    pub(crate) entry: Vec<u8>,
    pub(crate) booked_at: Instant,
}

store::selected! {
    Numbered { number, entry: "entry_id", booked_at: "booked_at_us" }
}

/// Returns the end of the last closed day.
pub(crate) fn closed_through(tx: &mut Tx) -> Result<Option<Instant>> {
    Ok(tx.select_optional::<BankDay>(&DAY_FINISHED_LAST, params![])?.map(|day| day.end))
}

/// Lists the postings of entries on accounts that keep operations: the entry and the account of each.
pub(crate) fn shown_postings(tx: &mut Tx, entries: &[Vec<u8>]) -> Result<Vec<(Vec<u8>, String)>> {
    let names: Vec<&[u8]> = entries.iter().map(Vec::as_slice).collect();
    let postings: Vec<(usize, (Vec<u8>, String))> =
        tx.select_bulk(&KEPT_POSTINGS_OF, &[Column::Bytes(&names)])?;
    let accounts: BTreeSet<&str> = postings.iter().map(|(_, (_, account))| account.as_str()).collect();
    let accounts: Vec<&str> = accounts.into_iter().collect();
    let keeping: BTreeSet<String> = tx
        .select_bulk(&KEPT_KEEPS_OPERATIONS, &[Column::Texts(&accounts)])?
        .into_iter()
        .map(|(_, account)| account)
        .collect();
    Ok(postings.into_iter().map(|(_, one)| one).filter(|(_, account)| keeping.contains(account)).collect())
}

/// Lists the first operations of accounts after the archive, so many of each, in the order of their numbers.
pub(crate) fn first_operations(
    tx: &mut Tx,
    counts: &BTreeMap<&str, i64>,
) -> Result<BTreeMap<String, Vec<Numbered>>> {
    let (mut accounts, mut first, mut last) = (Vec::new(), Vec::new(), Vec::new());
    for (account, count) in counts {
        let number = carried_operations(tx, account)?.map_or(0, |carried| carried.number);
        accounts.push(*account);
        first.push(number + 1);
        last.push(number.saturating_add(*count));
    }
    let mut operations = BTreeMap::<String, Vec<Numbered>>::new();
    if accounts.is_empty() {
        return Ok(operations);
    }
    let columns = [Column::Texts(&accounts), Column::Integers(&first), Column::Integers(&last)];
    for (_, (account, numbered)) in tx.select_bulk(&KEPT_OPERATIONS_NEXT, &columns)? {
        operations.entry(account).or_default().push(numbered);
    }
    for of_account in operations.values_mut() {
        of_account.sort_unstable_by_key(|one| one.number);
    }
    Ok(operations)
}

#[derive(Default)]
pub(crate) struct Part {
    /// The sum of its postings.
    pub(crate) minor: i64,
    pub(crate) postings: i64,
    /// The number of the last operation; 0 without any.
    pub(crate) number: i64,
    pub(crate) booked_at: Option<Instant>,
    /// The sum of the debits up to it, in two parts.
    pub(crate) debits: (i64, i64),
}

/// Adds what goes to the row of each account, and closes the time before the end.
pub(crate) fn carry_forward(tx: &mut Tx, before: Instant, parts: &BTreeMap<&str, Part>) -> Result<()> {
    let values = |(account, part): (&&str, &Part)| -> Vec<Value> {
        let Part { minor, postings, number, booked_at, debits: (high, low) } = part;
        params![*account, *minor, *postings, *number, *booked_at, *high, *low]
    };
    tx.execute_many(&CARRIED_ADD, parts.iter().map(values).collect())?;
    tx.execute(&ARCHIVED_MOVE, params![before]).map(drop)
}
