//! Balances that the core told, until one of a later day agrees, as rows.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::Money;
use store::{Column, Result, Selected as _, Tx, Value, params};

store::queries! {
    pub(crate) BALANCE_TOLD = "select balance_minor from core_balances where account = $1 and balance_date = $2";
    /// A balance of a later day that agrees.
    pub(crate) BALANCE_AGREED_AFTER = "select balance_date from core_balances where account = $1 and balance_date > $2 \
        and verdict = 'AGREES' limit 1";
    /// Takes a balance, which waits for its comparison then.
    pub(crate) BALANCE_PUT = "insert into core_balances (account, balance_date, balance_minor, verdict) \
        values ($1, $2, $3, 'WAITING') on conflict (account, balance_date) do update set \
        balance_minor = excluded.balance_minor, verdict = excluded.verdict, here_minor = null";
    /// Balances that wait and whose day is closed and not after $1, the oldest first.
    pub(crate) BALANCES_WAITING = store::text!("select ", CoreBalance::ALIASED, " from core_balances b \
        where b.verdict = 'WAITING' and b.balance_date <= $1 and exists (select 1 from closing_days d \
        where d.closing_date = b.balance_date and d.finished_at_us is not null) \
        order by b.balance_date, b.account limit $2");
    pub(crate) BALANCE_DAY = "select ended_at_us from closing_days where closing_date = $1";
    BALANCE_HERE = "select coalesce((select k.balance_minor from closing_balances k \
        where k.ledger_account_id = l.ledger_account_id and k.closing_date <= $2 \
        order by k.closing_date desc limit 1), 0) as balance_minor from ledger_accounts l \
        where l.ledger_account_id = $1 and l.class = 'CUSTOMER'";
    BALANCE_BEFORE = "select verdict, balance_minor, here_minor from core_balances where account = $1 \
        and balance_date < $2 order by balance_date desc limit 1";
    BALANCE_JUDGE = "update core_balances set verdict = $4, here_minor = $5 where account = $1 and balance_date = $2 \
        and balance_minor = $3 and verdict = 'WAITING'";
    BALANCES_END_BEFORE = "delete from core_balances where account = $1 and balance_date < $2";
    pub(crate) BALANCE_FORGET = "delete from core_balances where account = $1 and balance_date = $2 \
        and verdict = 'WAITING'";
    pub(crate) BREAKS = store::text!("select ", OpenBreak::LIST, " from (select account, \
        min(balance_date) as since, max(balance_date) as last from core_balances where verdict = 'DIFFERS' \
        group by account) x join core_balances b on b.account = x.account and b.balance_date = x.last \
        order by x.since, x.account limit $1");
    pub(crate) BREAK_OF = store::text!("select ", OpenBreak::LIST, " from core_balances b join (select \
        min(o.balance_date) as since from core_balances o where o.account = $1 and o.verdict = 'DIFFERS') x on true \
        where b.account = $1 and b.verdict = 'DIFFERS' order by b.balance_date desc limit 1");
    pub(crate) BREAK_WRITE_OFF = "update core_balances set verdict = 'WRITTEN_OFF' where account = $1 \
        and verdict = 'DIFFERS'";
    COMPARED_LAST = "select b.balance_date from core_balances b where b.verdict <> 'WAITING' \
        order by b.balance_date desc limit 1";
    TOLD_SINCE = "select account from core_balances where account = $1 and balance_date >= $2 limit 1";
    BREAKS_COUNT = "select count(distinct account) as breaks, min(balance_date) as oldest from core_balances \
        where verdict = 'DIFFERS'";
}

kernel::text_enum! {
    pub(crate) enum Verdict {
        Waiting = "WAITING",
        Agrees = "AGREES",
        Differs = "DIFFERS",
        /// It differs, and somebody has decided that it may.
        WrittenOff = "WRITTEN_OFF",
    }
}

/// A balance that an account had in the core at the end of a day.
#[derive(Clone, Debug)]
pub(crate) struct CoreBalance {
    pub(crate) account: String,
    pub(crate) day: Date,
    pub(crate) balance: Money,
}

/// An account that ended a closed day with another balance in the core than here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenBreak {
    pub account: String,
    /// The first day of the difference.
    pub since: Date,
    /// The last day that was compared.
    pub day: Date,
    /// The balance in the core on that day.
    pub there: Money,
    /// The balance here; `None` where there is no such account.
    pub here: Option<Money>,
}

store::text_columns! { Verdict }

store::selected! {
    CoreBalance as "b" { account, day: "balance_date", balance: "balance_minor" }
    OpenBreak { since, account: "b.account", day: "b.balance_date", there: "b.balance_minor", here: "b.here_minor" }
}

impl OpenBreak {
    pub fn age_days(&self, today: Date) -> i32 {
        today.since((jiff::Unit::Day, self.since)).map_or(0, |age| age.get_days())
    }
}

/// Returns the balances with which customers' accounts ended the day, by the places of their rows.
pub(crate) fn here(tx: &mut Tx, told: &[CoreBalance]) -> Result<Vec<Option<Money>>> {
    let mut found = vec![None; told.len()];
    let days: Vec<String> = told.iter().map(|told| told.day.to_string()).collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    let accounts: Vec<&str> = told.iter().map(|told| told.account.as_str()).collect();
    for (place, balance) in
        tx.select_bulk(&BALANCE_HERE, &[Column::Texts(&accounts), Column::Texts(&days)])?
    {
        found[place] = Some(balance);
    }
    Ok(found)
}

/// Returns the difference that is written off before a day; `None` where none is.
pub(crate) fn written_off_before(tx: &mut Tx, account: &str, day: Date) -> Result<Option<i128>> {
    let before: Option<(Verdict, i64, Option<i64>)> =
        tx.select_optional(&BALANCE_BEFORE, params![account, day])?;
    let written_off = before.filter(|(verdict, ..)| *verdict == Verdict::WrittenOff);
    Ok(written_off.map(|(_, there, here)| i128::from(there) - i128::from(here.unwrap_or(0))))
}

/// Writes down how balances that wait compare; one that agrees ends everything before it.
pub(crate) fn judge(tx: &mut Tx, judged: &[(&CoreBalance, Option<Money>, Verdict)]) -> Result<()> {
    if judged.is_empty() {
        return Ok(());
    }
    let days: Vec<String> = judged.iter().map(|(told, ..)| told.day.to_string()).collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    let accounts: Vec<&str> = judged.iter().map(|(told, ..)| told.account.as_str()).collect();
    let balances: Vec<i64> = judged.iter().map(|(told, ..)| told.balance.minor()).collect();
    let verdicts: Vec<&str> = judged.iter().map(|(.., verdict)| verdict.as_str()).collect();
    let here: Vec<Option<i64>> = judged.iter().map(|(_, here, _)| here.map(Money::minor)).collect();
    let unchanged = tx.update_bulk(
        &BALANCE_JUDGE,
        &[
            Column::Texts(&accounts),
            Column::Texts(&days),
            Column::Integers(&balances),
            Column::Texts(&verdicts),
            Column::OptionalIntegers(&here),
        ],
    )?;
    let agreed = judged
        .iter()
        .enumerate()
        .filter(|(place, (.., verdict))| *verdict == Verdict::Agrees && !unchanged.contains(place));
    let rows = agreed.map(|(_, (told, ..))| params![told.account.as_str(), told.day]).collect();
    tx.execute_many(&BALANCES_END_BEFORE, rows).map(drop)
}

/// Returns the number of breaks, and the first day of the oldest.
pub(crate) fn count(tx: &mut Tx) -> Result<(i64, Option<Date>)> {
    tx.select_one(&BREAKS_COUNT, params![])
}

pub(crate) fn last_compared(tx: &mut Tx) -> Result<Option<Date>> {
    tx.survey()?;
    tx.select_optional(&COMPARED_LAST, params![])
}

/// Returns the places of the accounts of which a balance was told for a day or a later one.
pub(crate) fn told_since(tx: &mut Tx, accounts: &[&str], day: Date) -> Result<BTreeSet<usize>> {
    let columns = [Column::Texts(accounts), Column::Same(Value::from(day.to_string()))];
    Ok(tx.query_bulk(&TOLD_SINCE, &columns)?.into_iter().map(|(place, _)| place).collect())
}
