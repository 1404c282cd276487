//! Entries of the journal as a kind of things that are kept for a time.
//!
//! An entry leaves whole: with all postings, and with the operations that holders are shown of them. What its postings
//! came to stays in `carried_forward`. The operations of an account leave from the first number on without a gap, so an
//! entry waits for those that were booked before it, and for those after the end.

use std::collections::BTreeMap;

use ::store::{Result, Row, Tx, Value, params};
use kernel::Instant;
use retention::{ArchivedRow, Cut, Gathered, Key, Kind, Law, RenderedTable, RetentionError, Taken, Things};

use crate::ledger::kept::{
    DUE, Numbered, Part, TABLES, carry_forward, closed_through, first_operations, shown_postings,
};

pub(crate) static ENTRIES: Kind = Kind {
    name: "postings",
    covers: "entries of the journal with their postings and the operations of accounts",
    law: Law::ACCOUNTING,
    setting: "retention_postings_days",
    gather,
    tables: TABLES,
    carry,
    prove,
};

struct Candidate {
    at: Instant,
    /// Its postings on accounts that keep operations, counted.
    postings: BTreeMap<String, i64>,
}

type Candidates = BTreeMap<Vec<u8>, Candidate>;

/// Operations by their accounts, in the order of their numbers.
type Operations = BTreeMap<String, Vec<Numbered>>;

fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    let Some(before) = end(tx, cut)? else { return Ok(Gathered::End) };
    let due = DUE.window(tx, &Cut { before, ..*cut }, taken)?;
    let Some(last) = due.last() else { return Ok(Gathered::End) };
    let mut candidates = candidates(tx, &due)?;
    let operations = next_operations(tx, &candidates, taken)?;
    while drop_those_that_wait(&mut candidates, &operations, before) {}
    let waiting = Gathered::Waiting { through: last.instant("at_us")? };
    Ok(gathered(&candidates, &operations).map_or(waiting, Gathered::Unit))
}

/// The end of what may go: never after the last closed day, whose closing may read postings since.
fn end(tx: &mut Tx, cut: &Cut) -> Result<Option<Instant>> {
    Ok(closed_through(tx)?.map(|closed| closed.min(cut.before)))
}

fn candidates(tx: &mut Tx, due: &[Row]) -> Result<Candidates> {
    let mut candidates = Candidates::new();
    for row in due {
        let (entry, at) = row.read()?;
        candidates.entry(entry).or_insert(Candidate { at, postings: BTreeMap::new() });
    }
    let entries: Vec<Vec<u8>> = candidates.keys().cloned().collect();
    for (entry, account) in shown_postings(tx, &entries)? {
        if let Some(candidate) = candidates.get_mut(&entry) {
            *candidate.postings.entry(account).or_default() += 1;
        }
    }
    Ok(candidates)
}

/// The first operations that each account has: as many as the candidates have postings on it.
fn next_operations(tx: &mut Tx, candidates: &Candidates, taken: &Taken) -> Result<Operations> {
    let mut counts = BTreeMap::<&str, i64>::new();
    for (account, count) in candidates.values().flat_map(|candidate| &candidate.postings) {
        *counts.entry(account).or_default() += count;
    }
    for Key(values) in taken.keys("operations") {
        if let [Value::Text(account), _] = values.as_slice()
            && let Some(count) = counts.get_mut(account.as_str())
        {
            *count += 1;
        }
    }
    let mut operations = first_operations(tx, &counts)?;
    for (account, of_account) in &mut operations {
        of_account.retain(|one| !taken.has("operations", &operation_key(account, one)));
    }
    Ok(operations)
}

fn operation_key(account: &str, operation: &Numbered) -> Key {
    Key(params![account, operation.number])
}

/// Drops candidates with an operation that another one which stays is in front of, or that was booked after the end.
/// Returns whether there was one: others may have to stay because of it.
fn drop_those_that_wait(candidates: &mut Candidates, operations: &Operations, before: Instant) -> bool {
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

fn gathered(candidates: &Candidates, operations: &Operations) -> Option<Things> {
    let moments = || candidates.values().map(|candidate| candidate.at);
    let (from, through) = (moments().min()?, moments().max()?);
    let entries: Vec<Key> = candidates.keys().map(|entry| Key(params![entry])).collect();
    let mut numbers = Vec::new();
    for (account, of_account) in operations {
        let going = of_account.iter().filter(|one| candidates.contains_key(&one.entry));
        numbers.extend(going.map(|one| operation_key(account, one)));
    }
    Some(Things { keys: vec![entries.clone(), entries.clone(), entries, numbers], from, through })
}

/// Adds up what goes of each account and carries it forward.
fn carry(tx: &mut Tx, cut: &Cut, tables: &[RenderedTable]) -> Result<(), RetentionError> {
    let Some(before) = end(tx, cut)? else {
        return Err(RetentionError::Refused("no day is closed".to_owned()));
    };
    let mut parts = BTreeMap::<&str, Part>::new();
    for row in rows_of(tables, "postings") {
        let account = row.text("ledger_account_id")?;
        let part = parts.entry(account).or_default();
        let sum = part.minor.checked_add(row.integer("amount_minor")?);
        part.minor = sum.ok_or_else(|| {
            RetentionError::Refused(format!(
                "the archived postings of {account} leave the range of a balance"
            ))
        })?;
        part.postings += 1;
    }
    for row in rows_of(tables, "operations") {
        let part = parts.entry(row.text("ledger_account_id")?).or_default();
        let number = row.integer("number")?;
        if number > part.number {
            part.number = number;
            part.booked_at = Some(row.instant("booked_at_us")?);
            part.debits = (row.integer("debits_high")?, row.integer("debits_low")?);
        }
    }
    Ok(carry_forward(tx, before, &parts)?)
}

fn rows_of<'a>(tables: &'a [RenderedTable], name: &'a str) -> impl Iterator<Item = &'a Row> {
    tables.iter().filter(move |table| table.table.name == name).flat_map(|table| &table.rows)
}

/// Finds entries of a unit that are not whole: postings that do not add up to zero in a currency or are not as many
/// as the entry tells, and operations without their posting.
fn prove(rows: &[ArchivedRow]) -> Vec<String> {
    let mut sums = BTreeMap::<(&str, &str), i128>::new();
    let mut missing = BTreeMap::<&str, i64>::new();
    let mut lines = BTreeMap::<(&str, i64), &str>::new();
    for row in rows {
        let Some(entry) = row.text("entry_id") else { continue };
        match row.table.as_str() {
            "journal_entries" => {
                *missing.entry(entry).or_default() += row.integer("postings_count").unwrap_or(i64::MAX);
            }
            "postings" => {
                *missing.entry(entry).or_default() -= 1;
                let amount = row.integer("amount_minor").unwrap_or(i64::MAX);
                *sums.entry((entry, row.text("currency").unwrap_or_default())).or_default() +=
                    i128::from(amount);
                lines.insert(
                    (entry, row.integer("line").unwrap_or(0)),
                    row.text("ledger_account_id").unwrap_or_default(),
                );
            }
            _ => {}
        }
    }
    let off = sums.into_iter().filter(|(_, sum)| *sum != 0);
    let mut found: Vec<String> = off
        .map(|((entry, currency), sum)| format!("the postings of entry {entry} come to {sum} {currency}"))
        .collect();
    let torn = missing.into_iter().filter(|(_, missing)| *missing != 0);
    found.extend(torn.map(|(entry, _)| format!("entry {entry} has another number of postings")));
    let operations = rows.iter().filter(|row| row.table == "operations");
    found.extend(operations.filter_map(|row| {
        let place = (row.text("entry_id")?, row.integer("line")?);
        let account = row.text("ledger_account_id")?;
        (lines.get(&place) != Some(&account)).then(|| format!("an operation of {account} has no posting"))
    }));
    found
}
