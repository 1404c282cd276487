//! Entries of the journal as a kind of things that are kept for a time.
//!
//! An entry leaves whole: with all postings, and with the operations that holders are shown of them. What its postings
//! came to stays in `carried_forward`. The operations of an account leave from the first number on without a gap, so an
//! entry waits for those that were booked before it, and for those behind the end.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Instant;
use retention::ColumnType::{Bytes, Integer, Text};
use retention::{Cut, Gathered, Key, Kind, Law, RenderedTable, RetentionError, Table};
use store::{Column, Row, StoreError, Tx, Value, params};

use super::carried::{ARCHIVED_MOVE, CARRIED_ADD, carried_operations};
use super::closing::DAY_FINISHED_LAST;
use super::kept_proof::prove;

store::queries! {
    /// Counts postings from before a moment.
    KEPT_POSTINGS_COUNT = "select count(1) as things from (\
        select posted_at_us from postings where posted_at_us < $1 order by posted_at_us limit $2) t";
    /// The entries of the oldest postings, once for each posting.
    KEPT_POSTINGS_DUE = "select entry_id, posted_at_us as at_us from postings \
        where posted_at_us < $1 and posted_at_us >= $2 order by posted_at_us limit $3";
    /// The account, if it keeps operations.
    KEPT_KEEPS_OPERATIONS = "select ledger_account_id from ledger_accounts \
        where ledger_account_id = $1 and operations_count is not null";
    /// The operations of an account with the numbers from $2 to $3.
    KEPT_OPERATIONS_NEXT = "select ledger_account_id, number, entry_id, booked_at_us from operations \
        where ledger_account_id = $1 and number >= $2 and number <= $3";
    /// Rows of `journal_entries`.
    KEPT_ENTRIES_ROWS = "select entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date, description, \
        postings_count, document_number \
        from journal_entries where entry_id = $1";
    /// Deletes them.
    KEPT_ENTRIES_DELETE = "delete from journal_entries where entry_id = $1";
    /// Rows of `postings`.
    KEPT_POSTINGS_ROWS = "select entry_id, line, ledger_account_id, currency, amount_minor, national_minor, \
        posted_at_us from postings where entry_id = $1";
    /// Deletes them.
    KEPT_POSTINGS_DELETE = "delete from postings where entry_id = $1";
    /// Rows of `operations`.
    KEPT_OPERATIONS_ROWS = "select ledger_account_id, number, entry_id, line, booked_at_us, balance_minor, \
        debits_high, debits_low, counterparty_name, counterparty_account, counterparty_inn, counterparty_kpp, \
        counterparty_bic from operations where ledger_account_id = $1 and number = $2";
    /// Deletes them.
    KEPT_OPERATIONS_DELETE = "delete from operations where ledger_account_id = $1 and number = $2";
}

/// Times that a unit is widened when none of its entries may go yet.
const WIDENED_MAX: u32 = 4;
/// The factor by which it is.
const WIDENED_BY: i64 = 4;

/// Entries of the journal.
pub(crate) static ENTRIES: Kind = Kind {
    name: "postings",
    covers: "entries of the journal with their postings and the operations of accounts",
    law: Law::ACCOUNTING,
    setting: "retention_postings_days",
    count: &KEPT_POSTINGS_COUNT,
    counted: "postings",
    gather,
    tables: &TABLES,
    carry,
    prove,
};

static TABLES: [Table; 3] = [
    Table {
        name: "journal_entries",
        columns: &[
            ("entry_id", Bytes),
            ("idempotency_key", Text),
            ("fingerprint", Bytes),
            ("kind", Text),
            ("posted_at_us", Integer),
            ("value_date", Text),
            ("description", Text),
            ("postings_count", Integer),
            ("document_number", Text),
        ],
        primary: &["entry_id"],
        rows: &KEPT_ENTRIES_ROWS,
        delete: &KEPT_ENTRIES_DELETE,
    },
    Table {
        name: "postings",
        columns: &[
            ("entry_id", Bytes),
            ("line", Integer),
            ("ledger_account_id", Text),
            ("currency", Text),
            ("amount_minor", Integer),
            ("national_minor", Integer),
            ("posted_at_us", Integer),
        ],
        primary: &["entry_id", "line"],
        rows: &KEPT_POSTINGS_ROWS,
        delete: &KEPT_POSTINGS_DELETE,
    },
    Table {
        name: "operations",
        columns: &[
            ("ledger_account_id", Text),
            ("number", Integer),
            ("entry_id", Bytes),
            ("line", Integer),
            ("booked_at_us", Integer),
            ("balance_minor", Integer),
            ("debits_high", Integer),
            ("debits_low", Integer),
            ("counterparty_name", Text),
            ("counterparty_account", Text),
            ("counterparty_inn", Text),
            ("counterparty_kpp", Text),
            ("counterparty_bic", Text),
        ],
        primary: &["ledger_account_id", "number"],
        rows: &KEPT_OPERATIONS_ROWS,
        delete: &KEPT_OPERATIONS_DELETE,
    },
];

/// An entry that may go.
struct Candidate {
    at: Instant,
    /// Its postings on accounts that keep operations, counted.
    postings: BTreeMap<String, i64>,
}

/// Candidates by their identifiers.
type Candidates = BTreeMap<Vec<u8>, Candidate>;

/// An operation of an account in the order of its numbers.
struct Numbered {
    number: i64,
    entry: Vec<u8>,
    booked_at: Instant,
}

fn gather(tx: &mut Tx, cut: &Cut) -> Result<Gathered, StoreError> {
    let Some(before) = end(tx, cut)? else { return Ok(Gathered::default()) };
    let mut rows_max = cut.rows_max;
    for _ in 0..=WIDENED_MAX {
        let due = tx.query(&KEPT_POSTINGS_DUE, params![before, cut.from, rows_max])?;
        if due.is_empty() {
            break;
        }
        let mut candidates = candidates(tx, &due)?;
        let operations = next_operations(tx, &candidates)?;
        while drop_those_that_wait(&mut candidates, &operations, before) {}
        if !candidates.is_empty() {
            return Ok(gathered(&candidates, &operations));
        }
        if i64::try_from(due.len()).unwrap_or(i64::MAX) < rows_max {
            break;
        }
        rows_max = rows_max.saturating_mul(WIDENED_BY);
    }
    Ok(Gathered::default())
}

/// The end of what may go: never behind the last closed day, whose closing may read postings since.
fn end(tx: &mut Tx, cut: &Cut) -> Result<Option<Instant>, StoreError> {
    let closed = tx.query_optional(&DAY_FINISHED_LAST, params![])?;
    let closed = closed.map(|row| row.instant("ended_at_us")).transpose()?;
    Ok(closed.map(|closed| closed.min(cut.before)))
}

fn candidates(tx: &mut Tx, due: &[Row]) -> Result<Candidates, StoreError> {
    let mut candidates = Candidates::new();
    for row in due {
        let candidate = Candidate { at: row.instant("at_us")?, postings: BTreeMap::new() };
        candidates.entry(row.bytes("entry_id")?.to_vec()).or_insert(candidate);
    }
    let entries: Vec<Vec<u8>> = candidates.keys().cloned().collect();
    let names: Vec<&[u8]> = entries.iter().map(Vec::as_slice).collect();
    let postings = tx.query_bulk(&KEPT_POSTINGS_ROWS, &[Column::Bytes(&names)])?;
    let accounts: BTreeSet<&str> =
        postings.iter().map(|(_, row)| row.text("ledger_account_id")).collect::<Result<_, _>>()?;
    let accounts: Vec<&str> = accounts.into_iter().collect();
    let keeping = tx.query_bulk(&KEPT_KEEPS_OPERATIONS, &[Column::Texts(&accounts)])?;
    let keeping: BTreeSet<&str> =
        keeping.iter().map(|(_, row)| row.text("ledger_account_id")).collect::<Result<_, _>>()?;
    for (_, row) in &postings {
        let account = row.text("ledger_account_id")?;
        if let Some(candidate) =
            candidates.get_mut(row.bytes("entry_id")?).filter(|_| keeping.contains(account))
        {
            *candidate.postings.entry(account.to_owned()).or_default() += 1;
        }
    }
    Ok(candidates)
}

/// The first operations that each account has: as many as the candidates have postings on it.
fn next_operations(
    tx: &mut Tx,
    candidates: &Candidates,
) -> Result<BTreeMap<String, Vec<Numbered>>, StoreError> {
    let mut counts = BTreeMap::<&str, i64>::new();
    for (account, count) in candidates.values().flat_map(|candidate| &candidate.postings) {
        *counts.entry(account).or_default() += count;
    }
    let (mut accounts, mut first, mut last) = (Vec::new(), Vec::new(), Vec::new());
    for (account, count) in counts {
        let number = carried_operations(tx, account)?.map_or(0, |carried| carried.number);
        accounts.push(account);
        first.push(number + 1);
        last.push(number.saturating_add(count));
    }
    let mut operations = BTreeMap::<String, Vec<Numbered>>::new();
    if accounts.is_empty() {
        return Ok(operations);
    }
    let columns = [Column::Texts(&accounts), Column::Integers(&first), Column::Integers(&last)];
    for (_, row) in tx.query_bulk(&KEPT_OPERATIONS_NEXT, &columns)? {
        let numbered = Numbered {
            number: row.integer("number")?,
            entry: row.bytes("entry_id")?.to_vec(),
            booked_at: row.instant("booked_at_us")?,
        };
        operations.entry(row.text("ledger_account_id")?.to_owned()).or_default().push(numbered);
    }
    for of_account in operations.values_mut() {
        of_account.sort_unstable_by_key(|one| one.number);
    }
    Ok(operations)
}

/// Drops candidates with an operation that another one which stays is in front of, or that was booked behind the end.
/// Returns whether there was one: others may have to stay because of it.
fn drop_those_that_wait(
    candidates: &mut Candidates,
    operations: &BTreeMap<String, Vec<Numbered>>,
    before: Instant,
) -> bool {
    let mut free = BTreeMap::<(&str, &[u8]), i64>::new();
    for (account, of_account) in operations {
        let goes = |one: &&Numbered| candidates.contains_key(&one.entry) && one.booked_at < before;
        for one in of_account.iter().take_while(goes) {
            *free.entry((account, &one.entry)).or_default() += 1;
        }
    }
    let waits = |(entry, candidate): &(&Vec<u8>, &Candidate)| {
        let free_on = |account: &str| free.get(&(account, entry.as_slice())).copied().unwrap_or(0);
        candidate.postings.iter().any(|(account, count)| free_on(account) != *count)
    };
    let waiting: Vec<Vec<u8>> = candidates.iter().filter(waits).map(|(entry, _)| entry.clone()).collect();
    for entry in &waiting {
        candidates.remove(entry);
    }
    !waiting.is_empty()
}

fn gathered(candidates: &Candidates, operations: &BTreeMap<String, Vec<Numbered>>) -> Gathered {
    let entries: Vec<Key> = candidates.keys().map(|entry| Key(params![entry])).collect();
    let mut numbers = Vec::new();
    for (account, of_account) in operations {
        let going = of_account.iter().filter(|one| candidates.contains_key(&one.entry));
        numbers.extend(going.map(|one| Key(params![account.as_str(), one.number])));
    }
    Gathered {
        keys: vec![entries.clone(), entries, numbers],
        from: candidates.values().map(|candidate| candidate.at).min(),
        through: candidates.values().map(|candidate| candidate.at).max(),
    }
}

/// The part of an account that goes with a unit.
#[derive(Default)]
struct Part {
    minor: i128,
    postings: i64,
    number: i64,
    booked_at: Option<Instant>,
    debits: (i64, i64),
}

/// Adds what goes to the row of each account, and closes the time before the end.
fn carry(tx: &mut Tx, cut: &Cut, tables: &[RenderedTable]) -> Result<(), RetentionError> {
    let Some(before) = end(tx, cut)? else {
        return Err(RetentionError::Refused("no day is closed".to_owned()));
    };
    let mut parts = BTreeMap::<&str, Part>::new();
    for row in tables.iter().filter(|table| table.table.name == "postings").flat_map(|table| &table.rows) {
        let part = parts.entry(row.text("ledger_account_id")?).or_default();
        part.minor += i128::from(row.integer("amount_minor")?);
        part.postings += 1;
    }
    for row in tables.iter().filter(|table| table.table.name == "operations").flat_map(|table| &table.rows) {
        let part = parts.entry(row.text("ledger_account_id")?).or_default();
        let number = row.integer("number")?;
        if number > part.number {
            part.number = number;
            part.booked_at = Some(row.instant("booked_at_us")?);
            part.debits = (row.integer("debits_high")?, row.integer("debits_low")?);
        }
    }
    let rows: Result<Vec<Vec<Value>>, RetentionError> =
        parts.into_iter().map(|(account, part)| values(account, &part)).collect();
    tx.execute_many(&CARRIED_ADD, rows?)?;
    tx.execute(&ARCHIVED_MOVE, params![before])?;
    Ok(())
}

fn values(account: &str, part: &Part) -> Result<Vec<Value>, RetentionError> {
    let minor = i64::try_from(part.minor).map_err(|_| {
        RetentionError::Refused(format!("the archived postings of {account} leave the range of a balance"))
    })?;
    let (high, low) = part.debits;
    Ok(params![account, minor, part.postings, part.number, part.booked_at, high, low])
}
