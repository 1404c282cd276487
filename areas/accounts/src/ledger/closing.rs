//! Closing balances: the balance with which an account ends a day of the bank, which the API shows as `rest`.
//!
//! A day takes nothing once its closing has begun, which waits for the units that are writing into the day. Then it is
//! closed in chunks of accounts, in the order of their names; a day that was interrupted goes on after the last chunk.
//! An account gets a row only where its balance differs from that of its last row: whoever reads one takes the last row
//! of the account, and the end of the last day that is closed ([`closing_joins!`], [`closed_at!`]).
//!
//! The balance at the end of a day is the balance less what was posted since. Nearly every account tells that by itself
//! (`super::post`): it was not posted to since, or on the day after only. For the others the postings are read. A
//! posting of a later moment changes both sides alike, so chunks need no common moment.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::{Instant, Money};
use store::{Result, Selected as _, StoreError, Tx, params, wide_high, wide_low, wide_sum};
use thiserror::Error;

use super::day::BankDay;
use super::post::last_posted;
use super::{LedgerAccountId, Outcome};

/// The last closing day that is finished, `f`, and the last closing balance `k` of an account `$account`.
macro_rules! closing_joins {
    ($account:literal) => {
        concat! {
            "left join closing_days f on f.closing_date = (select d.closing_date from closing_days d ",
            "where d.finished_at_us is not null order by d.ended_at_us desc limit 1) ",
            "left join closing_balances k on k.ledger_account_id = ", $account, " and k.closing_date = (select ",
            "max(m.closing_date) from closing_balances m where m.ledger_account_id = ", $account, ")",
        }
    };
}

/// The account `l` was closed on the day `f` with the balance of its row `k` from before.
macro_rules! is_closed_as_before {
    () => {
        "f.closing_date > k.closing_date and l.is_open and l.first_posted_at_us < f.ended_at_us \
         and not exists (select 1 from closings_missing q where q.ledger_account_id = l.ledger_account_id)"
    };
}

macro_rules! closed_at {
    () => {
        concat! {
            "case when ", $crate::ledger::closing::is_closed_as_before!(),
            " then f.ended_at_us else k.closed_at_us end",
        }
    };
}

pub(crate) use {closed_at, closing_joins, is_closed_as_before};

/// The accounts of a range, `$first` and `$last` included.
macro_rules! in_range {
    ($first:literal, $last:literal) => {
        concat!("l.ledger_account_id >= ", $first, " and l.ledger_account_id <= ", $last)
    };
}

/// The accounts `l` that take part in the closing of a day that ends at `$end`.
macro_rules! takes_part {
    ($end:literal) => {
        concat!("l.class = 'CUSTOMER' and l.first_posted_at_us < ", $end)
    };
}

/// The account `l` tells what was posted to it since `$end`.
macro_rules! tells {
    ($end:literal) => {
        concat!("(l.day_started_at_us = ", $end, " or ", last_posted!(), " < ", $end, ")")
    };
}

/// Writes the closing balances of the day `$1`, which ends at `$2`, of the accounts `l` in whose row `x` the balance
/// stands as `high` and `low`. A closed account gets them until one says that it is empty; then nothing can change any
/// more. A balance that would leave its range is left to `clientbank check`.
macro_rules! closings {
    ($high:expr, $low:expr, $accounts:expr) => {
        concat! {
            "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
             select y.ledger_account_id, cast($1 as text), y.high * 4294967296 + y.low, cast($2 as bigint) from (\
             select x.ledger_account_id, x.is_open, x.last_minor, x.high + x.low / 4294967296 as high, \
             x.low % 4294967296 as low from (select l.ledger_account_id, l.is_open, k.balance_minor as last_minor, ",
            $high, " as high, ", $low,
            " as low from ledger_accounts l left join closing_balances k on k.ledger_account_id = l.ledger_account_id \
             and k.closing_date = (select max(m.closing_date) from closing_balances m \
             where m.ledger_account_id = l.ledger_account_id and m.closing_date < cast($1 as text)) where ",
            $accounts,
            // The range of a balance in multiples of 2³².
            ") x) y where y.high between -931322575 and 931322575 and case when y.is_open \
             then y.last_minor is distinct from y.high * 4294967296 + y.low else y.last_minor <> 0 end \
             on conflict (ledger_account_id, closing_date) do nothing",
        }
    };
}

store::queries! {
    DAY_STATE = "select through_account, finished_at_us is not null from closing_days where closing_date = $1";
    /// Begins the closing of a day. A unit that writes an entry shares the row of its day to its end (on PostgreSQL, by
    /// the trigger of the entries), and this waits for it. What is written into open days before counts too.
    DAY_BEGIN = "update closing_days set through_account = case when closing_date = $1 \
        then coalesce(through_account, '') else through_account end \
        where ended_at_us <= $2 and finished_at_us is null";
    DAY_CHUNK = "select min(x.ledger_account_id) as first, max(x.ledger_account_id) as last, count(1) as \
        accounts from (\
        select ledger_account_id from ledger_accounts where ledger_account_id > $1 \
        order by ledger_account_id limit $2) x";
    /// Takes the step from one chunk to the next, of which somebody else may have been ahead.
    DAY_STEP = "update closing_days set through_account = $3, accounts_count = accounts_count + $4 \
        where closing_date = $1 and coalesce(through_account, '') = $2 and finished_at_us is null";
    DAY_COUNT = "update closing_days set balances_count = balances_count + $2 where closing_date = $1";
    DAY_FINISH = "update closing_days set finished_at_us = $2 where closing_date = $1 and finished_at_us is null";
    /// The accounts that do not tell what was posted to them since the end of the day.
    DAY_UNTOLD = concat!(
        "select l.ledger_account_id from ledger_accounts l where ", in_range!("$2", "$3"), " and ", takes_part!("$1"),
        " and not coalesce(", tells!("$1"), ", false) order by l.ledger_account_id"
    );
    /// The balances of those accounts at the end of the day, from the postings since.
    DAY_UNTOLD_BALANCES = concat!(
        "select l.ledger_account_id, ", wide_high!("l.balance_minor"), " - coalesce(s.high, 0) as high, ",
        wide_low!("l.balance_minor"), " - coalesce(s.low, 0) as low from ledger_accounts l left join (\
        select p.ledger_account_id, ", wide_sum!("p.amount_minor"), " from postings p where p.posted_at_us >= $1 \
        and p.ledger_account_id >= $2 and p.ledger_account_id <= $3 group by p.ledger_account_id) s \
        on s.ledger_account_id = l.ledger_account_id where ", in_range!("$2", "$3"), " and ", takes_part!("$1"),
        " and not coalesce(", tells!("$1"), ", false) order by l.ledger_account_id"
    );
    DAY_CLOSE = closings!(
        concat!(wide_high!("l.balance_minor"), " - case when l.day_started_at_us = $2 then ",
            wide_high!("l.day_minor"), " else 0 end"),
        concat!(wide_low!("l.balance_minor"), " - case when l.day_started_at_us = $2 then ",
            wide_low!("l.day_minor"), " else 0 end"),
        concat!(in_range!("$3", "$4"), " and ", takes_part!("$2"), " and ", tells!("$2"))
    );
    /// Writes the closing balance of an account whose balance was added up.
    DAY_CLOSE_UNTOLD = closings!("cast($4 as bigint)", "cast($5 as bigint)",
        concat!("l.ledger_account_id = $3 and ", takes_part!("$2")));
    pub(super) DAY_FINISHED_LAST = store::text!("select ", BankDay::LIST, " from closing_days \
        where finished_at_us is not null order by ended_at_us desc limit 1");
    DAY_FINISHED_FIRST = "select closing_date from closing_days where finished_at_us is not null \
        order by ended_at_us limit 1";
    DAY_BEGUN_LAST = "select finished_at_us from closing_days \
        where finished_at_us is not null or through_account is not null order by ended_at_us desc limit 1";
    /// The days that have ended by a moment and are not closed, the oldest first: none from before the first closing,
    /// nor any of which postings have left for the archive since.
    DAYS_DUE = store::text!("select ", BankDay::ALIASED, " from closing_days d where d.finished_at_us is null \
        and d.ended_at_us <= $1 and d.ended_at_us >= (select b.ended_at_us from closing_days b \
        where b.finished_at_us is not null or b.through_account is not null order by b.ended_at_us limit 1) \
        and d.ended_at_us >= coalesce((select a.before_us from archived_postings a where a.alone = 1), 0) \
        order by d.ended_at_us limit $2");
    DAY_BEGUN_AFTER = "select closing_date from closing_days where ended_at_us > $1 \
        and (finished_at_us is not null or through_account is not null) order by ended_at_us limit 1";
    /// Writes down what accounts of a range had at the end of the next closed day without a row, before the day $1 gets
    /// one that they would be taken from.
    DAY_PIN_NEXT = "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        select n.ledger_account_id, e.closing_date, k.balance_minor, e.ended_at_us from closing_balances n \
        join closing_balances k on k.ledger_account_id = n.ledger_account_id and k.closing_date = (select \
        max(m.closing_date) from closing_balances m where m.ledger_account_id = n.ledger_account_id \
        and m.closing_date < $1) join closing_days e on e.closing_date = (select min(d.closing_date) \
        from closing_days d where d.closing_date > $1 and (d.finished_at_us is not null \
        or d.through_account >= n.ledger_account_id)) where n.closing_date = $1 and n.ledger_account_id >= $2 \
        and n.ledger_account_id <= $3 on conflict (ledger_account_id, closing_date) do nothing";
    CLOSINGS_MISSING = "select ledger_account_id from closings_missing where ledger_account_id > $1 \
        order by ledger_account_id limit $2";
    CLOSING_MISSING_DONE = "delete from closings_missing where ledger_account_id = $1";
    CLOSING_PIN = concat!(
        "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        select l.ledger_account_id, f.closing_date, k.balance_minor, f.ended_at_us from ledger_accounts l ",
        closing_joins!("l.ledger_account_id"), " where l.ledger_account_id = $1 and l.class = 'CUSTOMER' and ",
        is_closed_as_before!(), " on conflict (ledger_account_id, closing_date) do nothing"
    );
    /// Notes a closed account, of which the last closing has to say that it is empty.
    CLOSING_MISSING_CLOSED = "insert into closings_missing (ledger_account_id) select l.ledger_account_id \
        from ledger_accounts l where l.ledger_account_id = $1 and l.class = 'CUSTOMER' and not l.is_open \
        on conflict (ledger_account_id) do nothing";
    /// Writes down the closing balance that an account has without a row at the end of the first closed day after $2.
    CLOSING_PIN_FIRST = "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        select l.ledger_account_id, f.closing_date, k.balance_minor, f.ended_at_us from ledger_accounts l \
        join closing_days f on f.closing_date = (select min(d.closing_date) from closing_days d \
        where d.finished_at_us is not null and d.closing_date > $2) join closing_balances k \
        on k.ledger_account_id = l.ledger_account_id and k.closing_date = (select max(m.closing_date) \
        from closing_balances m where m.ledger_account_id = l.ledger_account_id and m.closing_date < f.closing_date) \
        where l.ledger_account_id = $1 and l.class = 'CUSTOMER' and l.first_posted_at_us < f.ended_at_us \
        on conflict (ledger_account_id, closing_date) do nothing";
    /// The balance with which an account ended a day that this program has closed, or is closing, with it.
    CLOSING_OWN = "select coalesce((select k.balance_minor from closing_balances k where k.ledger_account_id = $1 \
        and k.closing_date <= $2 order by k.closing_date desc limit 1), 0) as balance_minor from closing_days d \
        join ledger_accounts l on l.ledger_account_id = $1 where d.closing_date = $2 \
        and (d.finished_at_us is not null or d.through_account is not null) and l.first_posted_at_us < d.ended_at_us";
    /// Customers' accounts with the balances at the end of a day, so many after a name.
    pub(crate) CLOSED_ACCOUNTS = "select l.ledger_account_id, coalesce((select k.balance_minor from closing_balances k \
        where k.ledger_account_id = l.ledger_account_id and k.closing_date <= $1 \
        order by k.closing_date desc limit 1), 0) as balance_minor from ledger_accounts l \
        where l.ledger_account_id > $2 and l.class = 'CUSTOMER' order by l.ledger_account_id limit $3";
    CLOSING_INSERT = "insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        values ($1, $2, $3, $4) on conflict (ledger_account_id, closing_date) do nothing";
    CLOSING_UPDATE = "update closing_balances set balance_minor = $3, closed_at_us = $4 \
        where ledger_account_id = $1 and closing_date = $2 and (balance_minor <> $3 or closed_at_us <> $4)";
}

/// Accounts that one unit of work closes.
pub(crate) const CHUNK_ACCOUNTS: i64 = 5_000;
/// Accounts that one unit of work closes afterwards, each with statements of its own.
pub(crate) const MISSING_AT_ONCE: i64 = 200;

const DAYS_AT_ONCE: i64 = 400;

/// Balances of accounts at the end of a day, from the postings since.
pub(crate) type AddedUp = BTreeMap<String, i128>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccountRange {
    first: String,
    last: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// So many accounts were looked at, and others may be left.
    Accounts(u64),
    /// So many accounts were looked at, and the day has ended with them.
    Last(u64),
    /// Nothing was done: some accounts of the range do not tell what was posted to them since. Their balances have to
    /// be [added up](add_up) first.
    AddUp(AccountRange),
    /// Nothing is left of the day.
    Nothing,
}

/// Returns the first and the last day that are closed.
pub(crate) fn closed_days(tx: &mut Tx) -> Result<Option<(Date, Date)>> {
    let last: Option<BankDay> = tx.select_optional(&DAY_FINISHED_LAST, params![])?;
    last.map(|last| Ok((tx.select_one(&DAY_FINISHED_FIRST, params![])?, last.date))).transpose()
}

/// Tells whether the closing of a day has come to its end.
pub(crate) fn is_closed(tx: &mut Tx, date: Date) -> Result<bool> {
    Ok(state(tx, date)?.is_some_and(|(_, is_finished)| is_finished))
}

pub(crate) fn has_begun(tx: &mut Tx, date: Date) -> Result<bool> {
    Ok(state(tx, date)?.is_some_and(|(through, is_finished)| through.is_some() || is_finished))
}

/// The last account through which a day is closed, and whether that has come to its end.
fn state(tx: &mut Tx, date: Date) -> Result<Option<(Option<String>, bool)>> {
    tx.select_optional(&DAY_STATE, params![date])
}

/// Begins the closing of a day, in a unit of its own: when it is committed, so is all that is posted on the day.
pub(crate) fn begin(tx: &mut Tx, day: BankDay) -> Result<()> {
    if !has_begun(tx, day.date)? {
        tx.execute(&DAY_BEGIN, params![day.date, day.end])?;
    }
    Ok(())
}

/// Closes the next chunk of a day whose closing has [begun](begin), and with the last chunk the day. Several processes
/// may do that at once: each chunk is closed by one of them.
pub(crate) fn close_chunk(tx: &mut Tx, day: BankDay, added_up: &AddedUp, now: Instant) -> Result<Closed> {
    let Some((through, false)) = state(tx, day.date)? else { return Ok(Closed::Nothing) };
    let through = through.unwrap_or_default();
    let chunk = tx.select_one(&DAY_CHUNK, params![through.as_str(), CHUNK_ACCOUNTS])?;
    let (Some(first), Some(last), accounts): (_, _, i64) = chunk else {
        tx.execute(&DAY_FINISH, params![day.date, now])?;
        return Ok(Closed::Nothing);
    };
    let range = AccountRange { first, last };
    let untold = untold(tx, day, &range)?;
    if untold.iter().any(|account| !added_up.contains_key(account)) {
        return Ok(Closed::AddUp(range));
    }
    if tx.execute(&DAY_STEP, params![day.date, through, range.last.as_str(), accounts])? == 0 {
        // Somebody else has closed the chunk meanwhile.
        return Ok(Closed::Accounts(0));
    }
    let balances = close_range(tx, day, &range, &untold, added_up)?;
    if balances > 0 {
        tx.execute(&DAY_COUNT, params![day.date, i64::try_from(balances).unwrap_or(i64::MAX)])?;
    }
    let looked_at = u64::try_from(accounts).unwrap_or(0);
    if accounts == CHUNK_ACCOUNTS {
        return Ok(Closed::Accounts(looked_at));
    }
    tx.execute(&DAY_FINISH, params![day.date, now])?;
    Ok(Closed::Last(looked_at))
}

/// Closes the last closed day for accounts whose first posting came after that. Returns how many there were. While a
/// day is being closed they wait for its end: it may be the one that they lack.
pub(crate) fn close_missing(tx: &mut Tx) -> Result<u64> {
    // The accounts before the day: one that is noted for a day which begins meanwhile is not among them.
    let accounts: Vec<String> = tx.select(&CLOSINGS_MISSING, params!["", MISSING_AT_ONCE])?;
    // The last day whose closing has begun is not closed. One before it that was left half closed is past.
    if tx.select_optional::<Option<i64>>(&DAY_BEGUN_LAST, params![])? == Some(None) {
        return Ok(0);
    }
    let Some(day) = tx.select_optional(&DAY_FINISHED_LAST, params![])? else { return Ok(0) };
    for account in &accounts {
        let range = AccountRange { first: account.clone(), last: account.clone() };
        let untold = untold(tx, day, &range)?;
        let added_up = if untold.is_empty() { AddedUp::new() } else { add_up(tx, day, &range)? };
        close_range(tx, day, &range, &untold, &added_up)?;
        tx.execute(&CLOSING_MISSING_DONE, params![account.as_str()])?;
    }
    Ok(u64::try_from(accounts.len()).unwrap_or(u64::MAX))
}

/// Tells whether some accounts lack the closing balance of the last closed day.
pub(crate) fn some_are_missing(tx: &mut Tx) -> Result<bool> {
    Ok(tx.query_optional(&CLOSINGS_MISSING, params!["", 1])?.is_some())
}

/// Lists the days that have ended by a moment and are not closed, the oldest first. `yesterday` alone is the first that
/// is ever closed.
pub(crate) fn due_days(tx: &mut Tx, ended_by: Instant, yesterday: BankDay) -> Result<Vec<BankDay>> {
    if tx.query_optional(&DAY_BEGUN_LAST, params![])?.is_none() {
        return Ok(vec![yesterday]);
    }
    tx.select(&DAYS_DUE, params![ended_by, DAYS_AT_ONCE])
}

/// Adds up the balances of the accounts of a range that do not tell what was posted to them since. It reads every
/// posting since the end of the day, so it belongs into a unit that locks nothing.
pub(crate) fn add_up(tx: &mut Tx, day: BankDay, range: &AccountRange) -> Result<AddedUp> {
    let values = params![day.end, range.first.as_str(), range.last.as_str()];
    Ok(tx.select(&DAY_UNTOLD_BALANCES, values)?.into_iter().collect())
}

fn untold(tx: &mut Tx, day: BankDay, range: &AccountRange) -> Result<Vec<String>> {
    tx.select(&DAY_UNTOLD, params![day.end, range.first.as_str(), range.last.as_str()])
}

/// Writes the closing balances of a range, and returns how many.
fn close_range(
    tx: &mut Tx,
    day: BankDay,
    range: &AccountRange,
    untold: &[String],
    added_up: &AddedUp,
) -> Result<u64> {
    let values = params![day.date, day.end, range.first.as_str(), range.last.as_str()];
    let told = tx.execute(&DAY_CLOSE, values)?;
    let rows: Vec<_> = untold
        .iter()
        .filter_map(|account| {
            let balance = i64::try_from(*added_up.get(account)?).ok()?;
            let (high, low) = (balance / (1 << 32), balance % (1 << 32));
            Some(params![day.date, day.end, account.as_str(), high, low])
        })
        .collect();
    let added_up = if rows.is_empty() { 0 } else { tx.execute_many(&DAY_CLOSE_UNTOLD, rows)? };
    let is_gap = tx.query_optional(&DAY_BEGUN_AFTER, params![day.end])?.is_some();
    if is_gap && told + added_up > 0 {
        tx.execute(&DAY_PIN_NEXT, params![day.date, range.first.as_str(), range.last.as_str()])?;
    }
    Ok(told + added_up)
}

/// Writes down the closing balance that an account has without a row of its own. To be called before anything happens
/// that would move it with hindsight: an older closing that comes from a file, or the end of the account.
pub(crate) fn pin(tx: &mut Tx, account: &LedgerAccountId) -> Result<()> {
    tx.execute(&CLOSING_PIN, params![account.as_str()]).map(drop)
}

#[derive(Debug, Error)]
pub enum ClosingError {
    /// This program has told that the account ended the day with this balance.
    #[error("the day is closed with {}", .0.to_json_number())]
    Told(Money),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Takes over a closing balance from the bank's files, of a day that this program did not close. What it has told of
/// its own days stays, and so do those that follow the day.
///
/// # Errors
/// This program has closed the day with another balance, or the database failed.
pub fn import_closing(
    tx: &mut Tx,
    account: &LedgerAccountId,
    date: Date,
    balance: Money,
    closed_at: Instant,
) -> Result<Outcome, ClosingError> {
    if let Some(own) = tx.select_optional(&CLOSING_OWN, params![account.as_str(), date])? {
        return if own == balance { Ok(Outcome::Unchanged) } else { Err(ClosingError::Told(own)) };
    }
    tx.execute(&CLOSING_PIN_FIRST, params![account.as_str(), date])?;
    tx.execute(&CLOSING_MISSING_CLOSED, params![account.as_str()])?;
    let values = || params![account.as_str(), date, balance, closed_at];
    if tx.execute(&CLOSING_INSERT, values())? == 1 {
        return Ok(Outcome::Created);
    }
    let changed = tx.execute(&CLOSING_UPDATE, values())? == 1;
    Ok(if changed { Outcome::Changed } else { Outcome::Unchanged })
}
