//! Writing entries: the only place that inserts postings and changes balances by them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kernel::{Currency, Instant, Money};
use store::{Column, Result, Tx, Value, params};
use uuid::Uuid;

use super::day::{day_of, posting_days};
use super::digest::EntryDigest;
use super::journal;
use super::operation::write_operations;
use super::refusal::{BALANCE_MINOR_MAX, refusal, refused_change};
use super::{DocumentNumber, Entry, IdempotencyKey, LedgerAccountId, LedgerError, Refusal};

/// The moment of the last posting of an account; 0 before the first.
macro_rules! last_posted {
    () => {
        "coalesce(last_posted_at_us, 0)"
    };
}

/// The columns that a posting changes beside the balance: `$at` is its moment, `$day` the beginning of its day and
/// `$day_minor` what was posted on that day. Where the day was not known in time for its first posting, the account
/// does not tell what was posted since, and both columns of the day are empty ([`super::closing`]).
macro_rules! posted {
    ($at:literal, $day:literal, $day_minor:literal) => {
        concat! {
            "changed_at_us = case when changed_at_us > ", $at, " then changed_at_us else ", $at, " end, ",
            "first_posted_at_us = case when first_posted_at_us < ", $at, " then first_posted_at_us else ", $at,
            " end, ",
            "day_minor = case when day_started_at_us > ", $at, " then day_minor ",
            "when day_started_at_us = ", $day, " then day_minor + ", $day_minor,
            " when ", last_posted!(), " < ", $day, " then ", $day_minor, " end, ",
            "day_started_at_us = case when day_started_at_us > ", $at, " then day_started_at_us ",
            "when day_started_at_us = ", $day, " or ", last_posted!(), " < ", $day, " then ", $day, " end, ",
            "last_posted_at_us = case when ", last_posted!(), " > ", $at, " then ", last_posted!(), " else ", $at,
            " end ",
        }
    };
}

/// The excess of facts of the core after `$more` was added to what one may spend: never more than before.
macro_rules! overdrawn {
    ($more:literal) => {
        concat! {
            "overdrawn_minor = case when overdrawn_minor > 0 and balance_minor - held_minor + limit_minor + ", $more,
            " < 0 then held_minor - limit_minor - balance_minor - (", $more, ") else 0 end",
        }
    };
}

pub(super) use {last_posted, overdrawn, posted};

/// Changes a balance, unless the account is closed, kept in another currency, or would be overdrawn. Money that comes
/// in is never refused for want of money.
macro_rules! balance_add {
    ($day_minor:literal, $rest:literal) => {
        concat! {
            "update ledger_accounts set balance_minor = balance_minor + $2, ", $crate::ledger::post::overdrawn!("$2"),
            ", ", posted!("$3", "$5", $day_minor), "where ledger_account_id = $1 and currency = $4 and is_open ",
            "and balance_minor + $2 between -4000000000000000000 and 4000000000000000000 ",
            "and (class <> 'CUSTOMER' or $2 >= 0 or balance_minor + $2 - held_minor + limit_minor >= 0)", $rest,
        }
    };
}

store::queries! {
    pub(super) ENTRY_INSERT = "insert into journal_entries \
        (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date, description, postings_count, \
        document_number, core_posted_at_us, digest, authors) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, \
        $12) \
        on conflict (idempotency_key) do nothing";
    /// The entry that a key belongs to, and whether its postings are written.
    pub(super) ENTRY_BY_KEY = "select e.entry_id, e.fingerprint, \
        exists (select 1 from postings p where p.entry_id = e.entry_id) as is_posted \
        from journal_entries e where e.idempotency_key = $1";
    CONTENT_BY_KEY = "select fingerprint from journal_entries where idempotency_key = $1";
    pub(super) POSTING_INSERT = "insert into postings \
        (entry_id, line, ledger_account_id, currency, amount_minor, national_minor, posted_at_us) \
        values ($1, $2, $3, $4, $5, $6, $7)";
    /// Changes a balance. `$5` is the beginning of the last day among the postings, `$6` the change on it.
    pub(super) BALANCE_ADD = balance_add!("$6", "");
    /// Takes a debit that the core has booked, beyond what the customer may spend.
    DEBIT_TAKE = concat!(
        "update ledger_accounts set balance_minor = balance_minor + $2, overdrawn_minor = case \
        when class = 'CUSTOMER' and balance_minor + $2 - held_minor + limit_minor < 0 \
        then held_minor - limit_minor - balance_minor - $2 else 0 end, ",
        posted!("$3", "$5", "$6"),
        "where ledger_account_id = $1 and currency = $4 and is_open \
        and balance_minor + $2 between -4000000000000000000 and 4000000000000000000"
    );
    /// Changes a balance of which no operations are written, by postings of one moment.
    pub(super) PAYEE_ADD = balance_add!("$2", " and operations_count is null");
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    Now,
    /// An entry with its key and content was posted before; nothing changed.
    Before,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Funds {
    /// It has to be within what the customer may spend.
    Needed,
    /// None: the core has booked it.
    Taken,
}

/// Posts one entry. See [`post_many`].
pub fn post(tx: &mut Tx, entry: &Entry) -> Result<Posted, LedgerError> {
    let outcomes = post_many(tx, std::slice::from_ref(entry))?;
    outcomes.first().copied().ok_or_else(|| LedgerError::Absent("the outcome of the entry".to_owned()))
}

pub fn is_posted(tx: &mut Tx, key: &IdempotencyKey) -> Result<bool> {
    Ok(tx.query_optional(&ENTRY_BY_KEY, params![key.as_str()])?.is_some())
}

/// Reads the fingerprints of entries that were posted, by their keys.
pub(crate) fn posted_contents<'a>(
    tx: &mut Tx,
    keys: impl Iterator<Item = &'a IdempotencyKey>,
) -> Result<HashMap<String, [u8; 32]>> {
    let names: Vec<&str> = keys.map(IdempotencyKey::as_str).collect();
    tx.select_by_name(&CONTENT_BY_KEY, &names)
}

/// Posts entries: all that are new, in one step. An entry whose key was posted before is left out; an account's
/// balance is changed once by the sum of all that is posted to it, so that a debit may be covered by a credit of the
/// same call. Accounts are changed in the order of their names, which keeps two calls from waiting for each other, and
/// the bank's own, which everybody posts to, after all others and after everything else: whoever calls this within a
/// longer unit of work calls it last.
///
/// # Errors
/// An account refuses, or a key was used for another content: nothing may be kept then, and the unit of work has to
/// end with the error. Or the database failed.
pub fn post_many(tx: &mut Tx, entries: &[Entry]) -> Result<Vec<Posted>, LedgerError> {
    let Some(now) = entries.iter().map(|entry| entry.header().posted_at).max() else { return Ok(Vec::new()) };
    post_all(tx, entries, now, Funds::Needed)
}

/// Posts entries of the bank, or those that its core tells of, at the present moment.
pub(super) fn post_all(
    tx: &mut Tx,
    entries: &[Entry],
    now: Instant,
    funds: Funds,
) -> Result<Vec<Posted>, LedgerError> {
    let days = days_of(tx, entries, now)?;
    let outcomes = insert_entries(tx, entries)?;
    let new = entries.iter().zip(&outcomes).filter(|(_, outcome)| **outcome == Posted::Now);
    let new: Vec<&Entry> = new.map(|(entry, _)| entry).collect();
    journal::note(tx, new.iter().copied())?;
    let mut deltas = Deltas::new();
    let mut of_bank = Deltas::new();
    let mut postings = Vec::new();
    for entry in &new {
        let header = entry.header();
        let day = day_of(&days, header.posted_at);
        for (line, posting) in (1_i64..).zip(entry.postings()) {
            let deltas = if posting.account.is_of_customer() { &mut deltas } else { &mut of_bank };
            let delta = deltas.entry((&posting.account, posting.currency)).or_default();
            delta.add(posting.amount, header.posted_at, day);
            postings.push(params![
                header.entry_id.as_bytes(),
                line,
                posting.account.as_str(),
                posting.currency,
                posting.amount,
                posting.national,
                header.posted_at
            ]);
        }
    }
    match funds {
        Funds::Needed => add_to_balances(tx, &deltas)?,
        Funds::Taken => take_into_balances(tx, &deltas)?,
    }
    if !postings.is_empty() {
        tx.insert_many(&POSTING_INSERT, postings)?;
    }
    write_operations(tx, &new, LedgerAccountId::is_of_customer)?;
    add_to_own(tx, of_bank.iter().map(|((account, currency), delta)| (*account, *currency, delta)))?;
    Ok(outcomes)
}

/// Changes of a call, by account and the currency that the postings name.
type Deltas<'a> = BTreeMap<(&'a LedgerAccountId, Currency), Delta>;

#[derive(Debug, Default)]
struct Delta {
    minor: i128,
    at: Option<Instant>,
    /// The beginning of the last day among the postings, where it is known.
    day: Option<Instant>,
    day_minor: i128,
}

impl Delta {
    fn add(&mut self, amount: Money, at: Instant, day: Option<Instant>) {
        let minor = i128::from(amount.minor());
        self.minor += minor;
        self.at = self.at.max(Some(at));
        if day > self.day {
            (self.day, self.day_minor) = (day, minor);
        } else if day == self.day {
            self.day_minor += minor;
        }
    }

    /// The changes in all and on the last day; `None` when they leave the range of a balance.
    fn sums(&self) -> Option<(i64, i64)> {
        let in_range = |minor: i128| {
            i64::try_from(minor).ok().filter(|minor| minor.saturating_abs() <= BALANCE_MINOR_MAX)
        };
        Some((in_range(self.minor)?, in_range(self.day_minor)?))
    }

    /// The values of [`BALANCE_ADD`]; `None` when they leave the range of a balance.
    fn values(&self, account: &LedgerAccountId, currency: Currency) -> Option<(i64, Vec<Value>)> {
        let (minor, day_minor) = self.sums()?;
        Some((minor, params![account.as_str(), minor, self.at, currency, self.day, day_minor]))
    }
}

/// Reads when the days of the entries began, in their order.
fn days_of(tx: &mut Tx, entries: &[Entry], now: Instant) -> Result<Vec<Instant>> {
    let moments = || entries.iter().map(|entry| entry.header().posted_at);
    let (Some(first), Some(last)) = (moments().min(), moments().max()) else { return Ok(Vec::new()) };
    posting_days(tx, (first, last), now)
}

fn insert_entries(tx: &mut Tx, entries: &[Entry]) -> Result<Vec<Posted>, LedgerError> {
    let row = |entry: &Entry| entry_values(entry, entry.fingerprint());
    let rows: Vec<Vec<Value>> = entries.iter().map(row).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let inserted = tx.insert_many(&ENTRY_INSERT, rows)?;
    if usize::try_from(inserted) == Ok(entries.len()) {
        return Ok(vec![Posted::Now; entries.len()]);
    }
    let mut seen = BTreeSet::new();
    entries.iter().map(|entry| outcome(tx, entry, &mut seen)).collect()
}

pub(super) fn entry_values(entry: &Entry, fingerprint: [u8; 32]) -> Vec<Value> {
    let header = entry.header();
    let postings_count = i64::try_from(entry.postings().len()).unwrap_or(i64::MAX);
    params![
        header.entry_id.as_bytes(),
        header.idempotency_key.as_str(),
        fingerprint,
        header.kind.as_str(),
        header.posted_at,
        header.value_date,
        header.description.as_str(),
        postings_count,
        header.document.as_ref().map(DocumentNumber::as_str),
        entry.core_posted_at(),
        EntryDigest::of(entry, &fingerprint),
        header.authors.text()
    ]
}

/// Tells whether this call wrote the row behind the entry's key. The postings of this call are not written yet, so
/// that a row with postings is an earlier one, even when the caller repeats the very same entry.
fn outcome(tx: &mut Tx, entry: &Entry, seen: &mut BTreeSet<Uuid>) -> Result<Posted, LedgerError> {
    let header = entry.header();
    let (entry_id, fingerprint, is_posted): ([u8; 16], [u8; 32], bool) =
        tx.select_one(&ENTRY_BY_KEY, params![header.idempotency_key.as_str()])?;
    if fingerprint != entry.fingerprint() {
        return Err(LedgerError::KeyReused(header.idempotency_key.as_str().to_owned()));
    }
    let is_this = entry_id == *header.entry_id.as_bytes();
    let is_new = is_this && !is_posted && seen.insert(header.entry_id);
    Ok(if is_new { Posted::Now } else { Posted::Before })
}

/// Changes the balances: debits one by one, so that the one that is refused is known; credits, which are many, in bulk.
fn add_to_balances(tx: &mut Tx, deltas: &Deltas<'_>) -> Result<(), LedgerError> {
    let mut credits = Vec::with_capacity(deltas.len());
    for ((account, currency), delta) in deltas {
        let refused = |refusal| LedgerError::Refused { account: (*account).clone(), refusal };
        let values = delta.values(account, *currency);
        let (minor, row) = values.ok_or_else(|| refused(Refusal::BalanceRange))?;
        if minor >= 0 {
            credits.push(row);
            continue;
        }
        if tx.execute(&BALANCE_ADD, row)? != 1 {
            let reason = refusal(tx, account, Some(*currency), delta.minor)?;
            return Err(reason.map_or_else(|| unexplained(account), refused));
        }
    }
    let wanted = credits.len();
    if credits.is_empty() || usize::try_from(tx.execute_many(&BALANCE_ADD, credits)?) == Ok(wanted) {
        return Ok(());
    }
    let credits = deltas.iter().filter(|(_, delta)| delta.minor >= 0);
    Err(refused_change(tx, credits.map(|((account, currency), delta)| (*account, *currency, delta.minor)))?)
}

/// Changes the balances by facts of the core, which nobody may lack the money for: a bunch of them changes thousands of
/// accounts, by two statements.
fn take_into_balances(tx: &mut Tx, deltas: &Deltas<'_>) -> Result<(), LedgerError> {
    for (query, is_debit) in [(&DEBIT_TAKE, true), (&BALANCE_ADD, false)] {
        let some: Vec<_> = deltas.iter().filter(|(_, delta)| (delta.minor < 0) == is_debit).collect();
        if some.is_empty() {
            continue;
        }
        let refused = |place: usize, refusal| {
            let (account, _) = some[place].0;
            LedgerError::Refused { account: (*account).clone(), refusal }
        };
        let (mut minors, mut of_day) = (Vec::with_capacity(some.len()), Vec::with_capacity(some.len()));
        for (place, (_, delta)) in some.iter().enumerate() {
            let (minor, day_minor) = delta.sums().ok_or_else(|| refused(place, Refusal::BalanceRange))?;
            minors.push(minor);
            of_day.push(day_minor);
        }
        let (names, currencies): (Vec<&str>, Vec<&str>) =
            some.iter().map(|((account, currency), _)| (account.as_str(), currency.as_str())).unzip();
        let microseconds = |at: Option<Instant>| at.map(Instant::microseconds);
        let (moments, days): (Vec<_>, Vec<_>) =
            some.iter().map(|(_, delta)| (microseconds(delta.at), microseconds(delta.day))).unzip();
        let unchanged = tx.update_bulk(
            query,
            &[
                Column::Texts(&names),
                Column::Integers(&minors),
                Column::OptionalIntegers(&moments),
                Column::Texts(&currencies),
                Column::OptionalIntegers(&days),
                Column::Integers(&of_day),
            ],
        )?;
        if let Some(place) = unchanged.first().copied() {
            let ((account, currency), delta) = some[place];
            let reason = refusal(tx, account, Some(*currency), delta.minor)?;
            return Err(reason.map_or_else(|| unexplained(account), |refusal| refused(place, refusal)));
        }
    }
    Ok(())
}

/// Changes the bank's own balances, which nobody may lack the money for, by one statement, or finds the one that
/// refuses.
fn add_to_own<'a>(
    tx: &mut Tx,
    deltas: impl Iterator<Item = (&'a LedgerAccountId, Currency, &'a Delta)> + Clone,
) -> Result<(), LedgerError> {
    let row = |(account, currency, delta): (&LedgerAccountId, Currency, &Delta)| {
        let values = delta.values(account, currency).ok_or_else(|| LedgerError::Refused {
            account: account.clone(),
            refusal: Refusal::BalanceRange,
        })?;
        Ok(values.1)
    };
    let rows = deltas.clone().map(row).collect::<Result<Vec<_>, LedgerError>>()?;
    let wanted = rows.len();
    if rows.is_empty() || usize::try_from(tx.execute_many(&BALANCE_ADD, rows)?) == Ok(wanted) {
        return Ok(());
    }
    Err(refused_change(tx, deltas.map(|(account, currency, delta)| (account, currency, delta.minor)))?)
}

/// Changes of the bank's own accounts (outgoing payments, the correspondent account, positions) that are written down
/// until the end of the unit of work, each account once.
///
/// Every statement that pays other banks or converts changes the same few rows, and a row that one unit of work has
/// changed is waited for by all others until that one ends. So these rows are changed by the last statement of a unit:
/// others wait for one round trip and the commit, and not for everything that the unit writes. They are changed in the
/// order of their names, after the rows of customers, so that no two units wait for each other.
#[derive(Debug)]
#[must_use = "an entry whose changes are not made does not add up to zero"]
pub(super) struct OwnChanges {
    posted_at: Instant,
    day: Option<Instant>,
    by_account: BTreeMap<(LedgerAccountId, Currency), Delta>,
}

impl OwnChanges {
    /// None yet, at the moment of their entry and of the day that begins at another one, where it is known.
    pub(super) const fn at(posted_at: Instant, day: Option<Instant>) -> Self {
        Self { posted_at, day, by_account: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, account: LedgerAccountId, currency: Currency, amount: Money) {
        self.by_account.entry((account, currency)).or_default().add(amount, self.posted_at, self.day);
    }

    pub(super) fn change(self, tx: &mut Tx) -> Result<(), LedgerError> {
        add_to_own(tx, self.by_account.iter().map(|((account, currency), delta)| (account, *currency, delta)))
    }
}

fn unexplained(account: &LedgerAccountId) -> LedgerError {
    LedgerError::Absent(format!("a reason why account {account} refuses a posting"))
}
