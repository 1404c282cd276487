//! The cost of operations whose entries have many postings, as those of a statement that pays hundreds of people.

use store::{Column, StoreError, Tx, Value};
use testkit::{Bench, Engine, on_both_engines};

use super::filling::run;
use super::{migrated, rows_touched, with_values};

store::queries! {
    LEDGER = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor, changed_at_us,
        first_posted_at_us, last_posted_at_us, operations_count, debits_high, debits_low)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    ENTRY = "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date,
        description, postings_count) values ($1, $2, $3, $4, $5, $6, $7, $8)";
    POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us)
        values ($1, $2, $3, $4, $5, $6)";
    OPERATION = "insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor,
        debits_high, debits_low) values ($1, $2, $3, $4, $5, $6, $7, $8)";
}

const OWN: &str = "40702810600000000001";
const BOOKED_US: i64 = 1_767_225_600_000_000;
/// Entries of three postings, by which the server knows the tables.
const SMALL_ENTRIES: i64 = 1_000;
/// Postings of the large entry, each an operation.
const LARGE_POSTINGS: i64 = 1_000;
/// The operations that are read, all of the large entry.
const READ: (i64, i64) = (1_900, 1_999);
/// Rows that are read for one of them: itself, its posting, its entry.
const ROWS_PER_OPERATION_MAX: u64 = 4;

fn text(value: &str) -> Column<'_> {
    Column::Same(Value::Text(value.into()))
}

fn whole(value: i64) -> Column<'static> {
    Column::Same(Value::Integer(value))
}

/// An entry's identifier, and its key.
fn entry(number: i64) -> ([u8; 16], String) {
    (i128::from(number).to_be_bytes(), format!("entry {number}"))
}

fn account(tx: &mut Tx) -> Result<u64, StoreError> {
    let moment = || whole(BOOKED_US);
    tx.insert_bulk(
        &LEDGER,
        &[
            Column::Texts(&[OWN]),
            text("CUSTOMER"),
            text("RUR"),
            Column::Same(Value::Boolean(true)),
            whole(0),
            moment(),
            moment(),
            moment(),
            whole(SMALL_ENTRIES + LARGE_POSTINGS),
            whole(0),
            whole(0),
        ],
    )
}

fn entries(tx: &mut Tx, numbers: &[i64], postings: i64) -> Result<u64, StoreError> {
    let (entries, keys): (Vec<_>, Vec<_>) = numbers.iter().map(|number| entry(*number)).unzip();
    let entries: Vec<&[u8]> = entries.iter().map(<[u8; 16]>::as_slice).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    tx.insert_bulk(
        &ENTRY,
        &[
            Column::Bytes(&entries),
            Column::Texts(&keys),
            Column::Same(Value::Bytes(vec![0; 32])),
            text("TRANSFER"),
            whole(BOOKED_US),
            text("2026-01-01"),
            text("Salary"),
            whole(postings),
        ],
    )
}

/// Postings of the account by entry and line; each is an operation when it has a number.
fn postings(tx: &mut Tx, postings: &[(i64, i64)], numbers: &[i64]) -> Result<u64, StoreError> {
    let entries: Vec<_> = postings.iter().map(|(number, _)| entry(*number).0).collect();
    let entries: Vec<&[u8]> = entries.iter().map(<[u8; 16]>::as_slice).collect();
    let lines: Vec<i64> = postings.iter().map(|(_, line)| *line).collect();
    let (own, booked) = (text(OWN), whole(BOOKED_US));
    let both = [Column::Bytes(&entries), Column::Integers(&lines)];
    let [entry, line] = both.clone();
    tx.insert_bulk(&POSTING, &[entry, line, own.clone(), text("RUR"), whole(100), booked.clone()])?;
    if numbers.is_empty() {
        return Ok(0);
    }
    let [entry, line] = both;
    tx.insert_bulk(
        &OPERATION,
        &[own, Column::Integers(numbers), entry, line, booked, whole(100), whole(0), whole(0)],
    )
}

on_both_engines! {
    async fn lif_01_an_operation_costs_the_same_however_many_postings_its_entry_has(bench: Bench) {
        migrated(&bench).await;
        let small = |tx: &mut Tx| {
            account(tx)?;
            let numbers: Vec<i64> = (1..=SMALL_ENTRIES).collect();
            entries(tx, &numbers, 3)?;
            for line in 1..=3 {
                let of_line: Vec<(i64, i64)> = numbers.iter().map(|number| (*number, line)).collect();
                postings(tx, &of_line, if line == 1 { &numbers } else { &[] })?;
            }
            Ok::<_, StoreError>(())
        };
        bench.store.write("test.small", small).await.unwrap();
        // The server knows small entries only when the large one comes.
        analyse(&bench, "small").await;
        let large = |tx: &mut Tx| {
            let number = SMALL_ENTRIES + 1;
            entries(tx, &[number], LARGE_POSTINGS)?;
            let lines: Vec<(i64, i64)> = (1..=LARGE_POSTINGS).map(|line| (number, line)).collect();
            let numbers: Vec<i64> = (number..number + LARGE_POSTINGS).collect();
            postings(tx, &lines, &numbers)
        };
        bench.store.write("test.large", large).await.unwrap();

        assert_few_rows_are_read(&bench).await;
        analyse(&bench, "large").await;
        assert_few_rows_are_read(&bench).await;
    }
}

/// Lets the server look at the tables. SQLite never does.
async fn analyse(bench: &Bench, name: &str) {
    if bench.engine == Engine::Postgres {
        let tables = "analyze operations, postings, journal_entries".to_owned();
        run(bench, format!("analysing {name} entries"), tables).await;
    }
}

/// The operations are there and, where the engine tells, few rows are read on the way to them.
async fn assert_few_rows_are_read(bench: &Bench) {
    let values = [OWN.into(), READ.0.into(), READ.1.into()];
    let read = u64::try_from(READ.1 - READ.0 + 1).unwrap();
    let rows = bench.store.query_dynamic(with_values("OPERATIONS_SHOWN", "", &values)).await.unwrap();
    assert_eq!(u64::try_from(rows.len()).unwrap(), read);
    if bench.engine == Engine::Postgres {
        let explain = "explain (analyze, costs off, timing off, summary off) ";
        let lines =
            bench.store.query_dynamic(with_values("OPERATIONS_SHOWN", explain, &values)).await.unwrap();
        let lines: Vec<&str> = lines.iter().map(|line| line.text("QUERY PLAN").unwrap()).collect();
        let touched = rows_touched(&lines);
        let most = read * ROWS_PER_OPERATION_MAX;
        assert!((read..=most).contains(&touched), "{touched} rows:\n{}", lines.join("\n"));
    }
}
