//! The journal as the bank's other systems read it: every entry once, in one order.
//!
//! Numbers are given to committed entries alone, by one unit at a time, as events have them (ADR 23): a reader that
//! goes on after the last number it has seen misses none. A unit of work that posts only notes its entries, so that no
//! two of them wait for each other.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::{BankZone, Currency, Instant, Money, first_of_epoch};
use store::{Column, Result, Selected as _, StoreError, Tx, params};
use uuid::Uuid;

use super::own_numbers::own_numbers;
use super::{Entry, EntryAuthor, EntryKind, IdempotencyKey};

store::queries! {
    JOURNAL_NOTE = "insert into journal_numbers (entry_id) values ($1)";
    pub(crate) JOURNAL_ANY_WAITING = "select entry_id from journal_numbers where number is null limit 1";
    /// The entries that wait for their numbers, the oldest first.
    JOURNAL_WAITING = "select n.entry_id, (select e.posted_at_us from journal_entries e where e.entry_id = n.entry_id) \
        as posted_at_us from journal_numbers n where n.number is null order by n.entry_id limit $1";
    JOURNAL_DAY = "select last_number from journal_days where posting_date = $1";
    JOURNAL_DAY_SET = "insert into journal_days (posting_date, last_number) values ($1, $2) \
        on conflict (posting_date) do update set last_number = excluded.last_number";
    /// Takes the counter until the end of the unit.
    JOURNAL_COUNTER_TAKE = "update journal_counter set last_number = last_number where alone = 1 \
        returning last_number";
    JOURNAL_COUNTER_SET = "update journal_counter set last_number = $1 where alone = 1";
    JOURNAL_NUMBER = "update journal_numbers set number = $2, day_number = $3 where entry_id = $1 \
        and number is null";
    JOURNAL_AFTER = store::text!("select ", JournalEntry::LIST, ", e.postings_count, case when e.kind = 'CORRECTION' \
        then e.idempotency_key end as correction_key from journal_numbers n \
        join journal_entries e on e.entry_id = n.entry_id where n.number > $1 order by n.number limit $2");
    JOURNAL_NUMBER_OF = "select number from journal_numbers where entry_id = $1";
    JOURNAL_POSTINGS = store::text!("select line, ", JournalPosting::LIST, " from postings where entry_id = $1");
}

pub const JOURNAL_ENTRIES_MAX: i64 = 1_000;
/// The most postings of one answer, unless its first entry alone has more.
const JOURNAL_POSTINGS_MAX: i64 = 10_000;
const NUMBERED_AT_ONCE_MAX: i64 = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// Its place, from 1, without gaps from one restore of the database to the next.
    pub number: i64,
    /// Its place among the entries of its day, from 1, without gaps.
    pub day_number: i64,
    /// Its identifier, the same after a restore.
    pub entry_id: Uuid,
    pub kind: EntryKind,
    pub posted_at: Instant,
    /// The moment that the bank's core told, where it lies on a day that was closed.
    pub core_posted_at: Option<Instant>,
    /// The day from which the money counts.
    pub value_date: Date,
    pub description: String,
    pub document: Option<String>,
    /// Whoever caused it, at least one.
    pub authors: Vec<EntryAuthor>,
    /// The entry that this one reverses; the description is the reason then.
    pub reverses: Option<Reversed>,
    /// The lines, in their order. They add up to zero in each currency.
    pub postings: Vec<JournalPosting>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversed {
    /// Its place in the journal; `None` when it has left for the archive.
    pub number: Option<i64>,
    pub entry_id: Uuid,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalPosting {
    /// The customer's number, or the purpose of an account of the bank's own.
    pub account: String,
    /// The number that such an account has in the bank's other books.
    pub number: Option<String>,
    pub currency: Currency,
    /// Positive for a credit, negative for a debit.
    pub amount: Money,
    /// The equivalent in the national currency; only in entries of several currencies.
    pub national: Option<Money>,
}

store::text_columns! { EntryKind }

store::selected! {
    JournalEntry {
        number: "n.number", day_number: "n.day_number", entry_id: "e.entry_id" via Uuid::from_slice, kind: "e.kind",
        posted_at: "e.posted_at_us", core_posted_at: "e.core_posted_at_us", value_date: "e.value_date",
        description: "e.description", document: "e.document_number", authors: "e.authors" via EntryAuthor::all_of;
        reverses: None, postings: Vec::new(),
    }
    JournalPosting {
        account: "ledger_account_id", currency, amount: "amount_minor", national: "national_minor"; number: None
    }
}

/// Notes entries that were written in this unit of work.
pub(super) fn note<'a>(tx: &mut Tx, entries: impl Iterator<Item = &'a Entry>) -> Result<()> {
    let ids: Vec<&[u8]> = entries.map(|entry| entry.header().entry_id.as_bytes().as_slice()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    tx.insert_bulk(&JOURNAL_NOTE, &[Column::Bytes(&ids)]).map(drop)
}

/// Gives numbers to entries that have none: one of all, and one of the day of the bank on which it is booked.
pub(crate) fn number(tx: &mut Tx, zone: &BankZone) -> Result<()> {
    let last: i64 = tx.select_one(&JOURNAL_COUNTER_TAKE, params![])?;
    let waiting: Vec<(Vec<u8>, Option<Instant>)> =
        tx.select(&JOURNAL_WAITING, params![NUMBERED_AT_ONCE_MAX])?;
    let ids: Vec<&[u8]> = waiting.iter().map(|(id, _)| id.as_slice()).collect();
    let numbers: Vec<i64> = (last + 1..).take(ids.len()).collect();
    let Some(through) = numbers.last().copied() else { return Ok(()) };
    let of_days = number_in_days(tx, waiting.iter().map(|(_, posted_at)| *posted_at), zone)?;
    let columns = [Column::Bytes(&ids), Column::Integers(&numbers), Column::OptionalIntegers(&of_days)];
    let unchanged = tx.update_bulk(&JOURNAL_NUMBER, &columns)?;
    if !unchanged.is_empty() {
        let changed = u64::try_from(ids.len() - unchanged.len()).unwrap_or_default();
        return Err(StoreError::RowsChanged { query: JOURNAL_NUMBER.name(), changed });
    }
    tx.execute_one(&JOURNAL_COUNTER_SET, params![through])
}

/// Goes on with the numbers of the days of entries. A place without an entry, which `clientbank check` names, has none.
fn number_in_days(
    tx: &mut Tx,
    moments: impl Iterator<Item = Option<Instant>>,
    zone: &BankZone,
) -> Result<Vec<Option<i64>>> {
    let (mut last, mut numbers) = (BTreeMap::<Date, i64>::new(), Vec::new());
    for posted_at in moments {
        let Some(day) = posted_at.map(|posted_at| zone.date_of(posted_at)) else {
            numbers.push(None);
            continue;
        };
        let before = match last.get(&day) {
            Some(before) => *before,
            None => tx.select_optional(&JOURNAL_DAY, params![day])?.unwrap_or(0),
        };
        last.insert(day, before + 1);
        numbers.push(Some(before + 1));
    }
    let rows = last.into_iter().map(|(day, number)| params![day, number]).collect();
    tx.execute_many(&JOURNAL_DAY_SET, rows)?;
    Ok(numbers)
}

/// Begins numbers above all that the database has ever given, after it was put back from a copy at the moment `now` of
/// the machine's clock. Returns the first of them.
pub fn begin_journal_epoch(tx: &mut Tx, now: Instant) -> Result<i64> {
    let through = tx.select_one(&JOURNAL_COUNTER_TAKE, params![])?;
    let first = first_of_epoch(through, now);
    tx.execute_one(&JOURNAL_COUNTER_SET, params![first - 1])?;
    Ok(first)
}

/// Returns the entries after a number: at most `limit`, and fewer where they have many postings.
pub(crate) fn after(tx: &mut Tx, number: i64, limit: i64) -> Result<Vec<JournalEntry>> {
    let rows = tx.query(&JOURNAL_AFTER, params![number, limit])?;
    let (mut entries, mut ids, mut postings) = (Vec::new(), Vec::new(), 0_i64);
    for row in &rows {
        let (entry, count, correction): (JournalEntry, i64, Option<&str>) = row.read()?;
        postings = postings.saturating_add(count);
        if postings > JOURNAL_POSTINGS_MAX && !ids.is_empty() {
            break;
        }
        ids.push(entry.entry_id);
        entries.push(JournalEntry { reverses: reverses(tx, correction)?, ..entry });
    }
    let ids: Vec<&[u8]> = ids.iter().map(|id| id.as_bytes().as_slice()).collect();
    let mut lines = BTreeMap::<usize, BTreeMap<i64, JournalPosting>>::new();
    if !ids.is_empty() {
        let numbers = own_numbers(tx)?;
        for (place, (line, posting)) in tx.select_bulk(&JOURNAL_POSTINGS, &[Column::Bytes(&ids)])? {
            let posting: JournalPosting = posting;
            let number = numbers.get(&posting.account).cloned();
            lines.entry(place).or_default().insert(line, JournalPosting { number, ..posting });
        }
    }
    for (place, entry) in entries.iter_mut().enumerate() {
        entry.postings = lines.remove(&place).unwrap_or_default().into_values().collect();
    }
    Ok(entries)
}

fn reverses(tx: &mut Tx, correction: Option<&str>) -> Result<Option<Reversed>> {
    let Some(entry_id) = correction.and_then(IdempotencyKey::reversed) else { return Ok(None) };
    let number: Option<Option<i64>> = tx.select_optional(&JOURNAL_NUMBER_OF, params![entry_id.as_bytes()])?;
    Ok(Some(Reversed { number: number.flatten(), entry_id }))
}
