//! Reads the journal once, entry by entry in the order in which they were written, and proves each by itself.

use std::collections::BTreeMap;

use kernel::{Currency, Instant};
use store::{Result, Row, Selected as _, Tx, params};

use super::super::digest::{EntryDigest, EntryRow};
use super::super::{EntryKind, InternalAccount};
use super::told::ToldDays;
use super::{Findings, minted_from};

store::queries! {
    CHECK_ENTRIES = store::text!("select ", EntryRow::LIST, ", postings_count, digest from journal_entries \
        where entry_id > $1 order by entry_id limit $2");
    CHECK_POSTINGS = store::text!("select entry_id, line, ", PostingRow::LIST, " from postings \
        where (entry_id, line) > ($1, $2) order by entry_id, line limit $3");
}

const CURRENCY: (usize, &str) = (0, "the postings in this currency do not add up to zero");
const UNBALANCED: (usize, &str) = (1, "the postings of this entry do not add up to zero");
const NATIONAL: (usize, &str) = (2, "the national equivalents of this entry do not add up to zero");
const EXCHANGE: (usize, &str) = (3, "the positions gave away another value in this entry than they took");
const EQUIVALENTS: (usize, &str) =
    (4, "postings of this entry of several currencies lack their equivalent in roubles");
const COUNT: (usize, &str) = (5, "this entry has another number of postings than it was written with");
const DIGEST: (usize, &str) = (18, "this entry or its postings are not what was written");
const MOMENT: (usize, &str) = (19, "postings of this entry have another moment");

const ENTRIES_AT_ONCE: i64 = 2_000;
const POSTINGS_AT_ONCE: i64 = 10_000;

#[derive(Default)]
pub(super) struct Read {
    pub(super) entries: i64,
    pub(super) postings: i64,
    /// The sums that entries of several currencies moved outside of the positions, by currency.
    pub(super) exchanged: BTreeMap<String, i128>,
    /// Postings of no entry, counted by account.
    pub(super) orphans: BTreeMap<String, i128>,
    /// The postings of closed days, when everything is read.
    pub(super) told: Option<ToldDays>,
    /// The sums of all postings, by currency.
    sums: BTreeMap<String, i128>,
    /// An entry with a digest was read: later ones have one too.
    is_digested: bool,
}

struct PostingRow<'row> {
    account: &'row str,
    currency: &'row str,
    amount: i64,
    national: Option<i64>,
    posted_at_us: i64,
}

store::selected! {
    PostingRow<'row> {
        account: "ledger_account_id", currency, amount: "amount_minor",
        national: "national_minor", posted_at_us,
    }
}

struct Postings {
    page: std::vec::IntoIter<Row>,
    next: Option<Row>,
    after: (Vec<u8>, i64),
    is_last: bool,
}

impl Postings {
    fn after(key: &[u8]) -> Self {
        Self { page: Vec::new().into_iter(), next: None, after: (key.to_vec(), i64::MAX), is_last: false }
    }

    fn take(&mut self, tx: &mut Tx) -> Result<Option<Row>> {
        if let Some(row) = self.next.take() {
            return Ok(Some(row));
        }
        if self.page.len() == 0 && !self.is_last {
            let (entry, line) = std::mem::take(&mut self.after);
            let rows = tx.query(&CHECK_POSTINGS, params![entry, line, POSTINGS_AT_ONCE])?;
            self.is_last = i64::try_from(rows.len()).unwrap_or(0) < POSTINGS_AT_ONCE;
            if let Some(last) = rows.last() {
                self.after = last.read()?;
            }
            self.page = rows.into_iter();
        }
        Ok(self.page.next())
    }
}

pub(super) fn look(tx: &mut Tx, since: Option<Instant>, findings: &mut Findings) -> Result<Read> {
    let mut after = since.map_or(Vec::new(), |since| minted_from(since).to_vec());
    let told = if since.is_none() { Some(ToldDays::read(tx)?) } else { None };
    let (mut read, mut postings) = (Read { told, ..Read::default() }, Postings::after(&after));
    loop {
        let entries = tx.query(&CHECK_ENTRIES, params![after, ENTRIES_AT_ONCE])?;
        for entry in &entries {
            look_at(tx, entry, &mut postings, &mut read, findings)?;
        }
        match entries.last() {
            Some(last) => after = last.read()?,
            None => break,
        }
    }
    while let Some(orphan) = postings.take(tx)? {
        let (_, _, orphan): (&[u8], i64, _) = orphan.read()?;
        read.add(&orphan);
        read.add_orphan(&orphan);
    }
    for (currency, sum) in read.sums.iter().filter(|(_, sum)| **sum != 0) {
        findings.add(CURRENCY, currency.as_str(), *sum);
    }
    Ok(read)
}

impl Read {
    fn add(&mut self, posting: &PostingRow<'_>) {
        self.postings += 1;
        add_to(&mut self.sums, posting.currency, posting.amount);
        if let Some(told) = &mut self.told {
            told.post(posting.account, posting.posted_at_us, posting.amount);
        }
    }

    fn add_orphan(&mut self, posting: &PostingRow<'_>) {
        *self.orphans.entry(posting.account.to_owned()).or_default() += 1;
    }
}

fn add_to(sums: &mut BTreeMap<String, i128>, currency: &str, minor: i64) {
    match sums.get_mut(currency) {
        Some(sum) => *sum += i128::from(minor),
        None => drop(sums.insert(currency.to_owned(), i128::from(minor))),
    }
}

#[derive(Default)]
struct Sums {
    by_currency: BTreeMap<String, i128>,
    outside_of_positions: BTreeMap<String, i128>,
    national: i128,
    of_positions: i128,
    without_equivalent: i128,
    count: i64,
    at_another_moment: i128,
}

fn look_at(
    tx: &mut Tx,
    entry: &Row,
    postings: &mut Postings,
    read: &mut Read,
    findings: &mut Findings,
) -> Result<()> {
    let (entry, postings_count, told): (EntryRow<'_>, i64, Option<&[u8]>) = entry.read()?;
    let EntryRow { id, key, posted_at_us, .. } = entry;
    let mut digest = EntryDigest::begin(&entry);
    let mut sums = Sums::default();
    while let Some(row) = postings.take(tx)? {
        let (of, _, posting): (&[u8], i64, PostingRow<'_>) = row.read()?;
        if of > id {
            postings.next = Some(row);
            break;
        }
        read.add(&posting);
        if of < id {
            read.add_orphan(&posting);
            continue;
        }
        sums.add(&posting, posted_at_us, &mut digest);
    }
    read.entries += 1;
    let is_revaluation = entry.kind == EntryKind::Revaluation.as_str();
    sums.tell(key, (postings_count, is_revaluation), read, findings);
    read.is_digested |= told.is_some();
    if told.map_or(read.is_digested, |told| told != digest.finish()) {
        findings.add(DIGEST, key, 1);
    }
    Ok(())
}

impl Sums {
    fn add(&mut self, posting: &PostingRow<'_>, at_us: i64, digest: &mut EntryDigest) {
        let PostingRow { account, currency, amount, national, .. } = *posting;
        digest.posting(account, currency, (amount, national));
        self.count += 1;
        self.at_another_moment += i128::from(posting.posted_at_us != at_us);
        add_to(&mut self.by_currency, currency, amount);
        self.national += i128::from(national.unwrap_or(0));
        let is_exact = currency != Currency::RUR.as_str() || national == Some(amount);
        self.without_equivalent += i128::from(national.is_none() || !is_exact);
        let position =
            account.strip_prefix(InternalAccount::Position.as_str()).and_then(|rest| rest.strip_prefix('.'));
        if position == Some(currency) {
            self.of_positions += i128::from(national.unwrap_or(0));
        } else {
            add_to(&mut self.outside_of_positions, currency, amount);
        }
    }

    fn tell(
        self,
        key: &str,
        (postings_count, is_revaluation): (i64, bool),
        read: &mut Read,
        findings: &mut Findings,
    ) {
        for sum in self.by_currency.values().filter(|sum| **sum != 0) {
            findings.add(UNBALANCED, key, *sum);
        }
        if self.national != 0 {
            findings.add(NATIONAL, key, self.national);
        }
        if self.of_positions != 0 {
            findings.add(EXCHANGE, key, self.of_positions);
        }
        let is_exchange = self.by_currency.len() > 1;
        if is_exchange || is_revaluation {
            if is_exchange && self.without_equivalent != 0 {
                findings.add(EQUIVALENTS, key, self.without_equivalent);
            }
            for (currency, sum) in self.outside_of_positions {
                *read.exchanged.entry(currency).or_default() += sum;
            }
        }
        if self.count != postings_count {
            findings.add(COUNT, key, i128::from(self.count));
        }
        if self.at_another_moment != 0 {
            findings.add(MOMENT, key, self.at_another_moment);
        }
    }
}
