//! Revaluation: what the bank's position in a foreign currency is worth in roubles changes with the rate, and the
//! change is income or expense of the day (ADR 55).
//!
//! `POSITION.RUR` holds the other side of all positions. What each is carried with is the sum of the equivalents of its
//! postings and of the revaluations before: a day is brought from that to its amount at the rate of the day.

use jiff::civil::Date;
use kernel::{Currency, Instant, Money};
use sha2::{Digest as _, Sha256};
use store::{Column, Result, Row, Selected as _, StoreError, Tx, params, wide_sum};

use super::day::BankDay;
use super::post::{Funds, post_all};
use super::{
    Authors, Draft, Entry, EntryError, EntryHeader, EntryKind, IdempotencyKey, InternalAccount,
    LedgerAccountId, LedgerError, POSTING_MINOR_MAX, Rate,
};

store::queries! {
    POSITION = "select currency, balance_minor, last_posted_at_us from ledger_accounts where ledger_account_id = $1 \
        and last_posted_at_us is not null";
    /// The sum of an account since the end of a day.
    POSITION_SINCE = concat!("select ", wide_sum!("p.amount_minor"), " from postings p \
        where p.posted_at_us >= $1 and p.ledger_account_id = $2");
    /// The equivalents of what was posted to it between two moments.
    POSITION_EQUIVALENTS = concat!("select ", wide_sum!("coalesce(p.national_minor, 0)"), " from postings p \
        where p.posted_at_us >= $1 and p.posted_at_us < $2 and p.ledger_account_id = $3");
    REVALUED_LAST = "select r.revaluation_date, r.national_minor, d.ended_at_us from revaluations r \
        left join closing_days d on d.closing_date = r.revaluation_date where r.currency = $1 \
        and r.revaluation_date <= $2 order by r.revaluation_date desc limit 1";
    pub(crate) REVALUATION_ADD = "insert into revaluations (currency, revaluation_date, position_minor, \
        national_minor, result_minor, units, rate_micro) values ($1, $2, $3, $4, $5, $6, $7)";
    REVALUATIONS = store::text!("select ", Revaluation::LIST, " from revaluations where revaluation_date = $1 \
        order by currency");
}

/// A position at the end of a day, before it is revalued.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) currency: Currency,
    /// Its amount; a credit is positive.
    amount: Money,
    /// The equivalent in roubles that it is carried with.
    carried: Money,
}

/// A position as it was revalued at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revaluation {
    pub currency: Currency,
    /// Its amount; a credit is positive.
    pub position: Money,
    /// The equivalent in roubles that it is carried on with.
    pub national: Money,
    /// Income, or expense where it is negative.
    pub result: Money,
    /// The rate; `None` when there was none for the day, so that nothing was revalued.
    pub rate: Option<Rate>,
}

store::selected! {
    Revaluation |row| (units, rate_micro) {
        currency, position: "position_minor", national: "national_minor", result: "result_minor";
        rate: Option::zip(units, rate_micro).map(|(units, micro)| Rate::new(units, micro)).transpose()
            .map_err(|error| row.inconsistency_at(1, error))?,
    }
}

/// Lists the positions at the end of a day that have an amount or an equivalent, and were not revalued on it. Read in
/// one unit with what revalues them.
pub(crate) fn positions(tx: &mut Tx, day: BankDay) -> Result<Vec<Position>> {
    tx.survey()?;
    let foreign = Currency::all().filter(|currency| !currency.is_national());
    let names: Vec<LedgerAccountId> =
        foreign.map(|currency| InternalAccount::Position.in_currency(currency)).collect();
    let names: Vec<&str> = names.iter().map(LedgerAccountId::as_str).collect();
    let mut positions = Vec::new();
    for (place, row) in tx.query_bulk(&POSITION, &[Column::Texts(&names)])? {
        positions.extend(position(tx, day, (names[place], &row))?);
    }
    positions.sort_by_key(|position| position.currency.as_str());
    Ok(positions)
}

fn position(tx: &mut Tx, day: BankDay, (name, row): (&str, &Row)) -> Result<Option<Position>> {
    let (currency, balance, moved): (Currency, i64, Instant) = row.read()?;
    let (mut carried, mut from) = (0_i128, Instant::from_unix_seconds(0));
    let last = tx.query_optional(&REVALUED_LAST, params![currency, day.date])?;
    if let Some(last) = last {
        if last.read::<Date>()? == day.date {
            return Ok(None);
        }
        let (_, national, ended_at): (Date, i64, Instant) = last.read()?;
        (carried, from) = (national.into(), ended_at);
    }
    let mut amount = i128::from(balance);
    if moved >= day.end {
        amount -= tx.select_one::<i128>(&POSITION_SINCE, params![day.end, name])?;
    }
    if moved >= from {
        carried += tx.select_one::<i128>(&POSITION_EQUIVALENTS, params![from, day.end, name])?;
    }
    let money = |minor: i128| {
        let minor = i64::try_from(minor).map_err(|error| row.inconsistency_at(1, error))?;
        Ok::<_, StoreError>(Money::from_minor(minor))
    };
    let found = Position { currency, amount: money(amount)?, carried: money(carried)? };
    Ok((amount != 0 || carried != 0).then_some(found))
}

impl Position {
    /// Brings it to its amount at the rate of the day; without a rate it stays as it was, unless there is none of it.
    pub(crate) fn at(self, rate: Option<Rate>) -> Revaluation {
        let Self { currency, amount, carried } = self;
        let worth = if amount == Money::ZERO {
            Some(Money::ZERO)
        } else {
            rate.and_then(|rate| rate.national(amount))
        };
        let result = worth.and_then(|worth| worth.checked_sub(carried));
        let result = result
            .filter(|result| result.minor().checked_abs().is_some_and(|minor| minor <= POSTING_MINOR_MAX));
        let is_revalued = result.is_some();
        let (national, result) = worth.zip(result).unwrap_or((carried, Money::ZERO));
        let rate = rate.filter(|_| is_revalued);
        Revaluation { currency, position: amount, national, result, rate }
    }
}

impl Revaluation {
    /// Tells that the position is carried on as it was for want of a rate.
    pub fn lacks_rate(&self) -> bool {
        self.rate.is_none() && self.position != Money::ZERO
    }

    /// Makes its entry, at the last moment of the day; `None` when nothing has changed. The identifier follows from
    /// day, currency and result, so that a day which is closed anew after a restore tells the same entry again.
    fn entry(&self, day: BankDay) -> Result<Option<Entry>, LedgerError> {
        if self.result == Money::ZERO {
            return Ok(None);
        }
        let failed = |text: String| LedgerError::Absent(text);
        let key = IdempotencyKey::try_from(format!("revaluation:{}:{}", day.date, self.currency));
        let key = key.map_err(|error| failed(error.to_string()))?;
        let posted_at = Instant::from_microseconds(day.end.microseconds() - 1);
        let name = Sha256::digest(format!("{}:{}", key.as_str(), self.result.minor()));
        let random = name.first_chunk().ok_or_else(|| failed("a digest".to_owned()))?;
        let milliseconds = u64::try_from(posted_at.microseconds() / 1_000).unwrap_or_default();
        let rate = self
            .rate
            .map_or_else(String::new, |rate| format!(" по курсу {} за {}", rate.text(), rate.units()));
        let draft = Draft::new(EntryHeader {
            entry_id: uuid::Builder::from_unix_timestamp_millis(milliseconds, random).into_uuid(),
            idempotency_key: key,
            kind: EntryKind::Revaluation,
            posted_at,
            value_date: day.date,
            description: format!(
                "Переоценка позиции {} {}{rate}",
                self.position.to_json_number(),
                self.currency
            ),
            document: None,
            authors: Authors::default(),
        });
        let own = |account: InternalAccount| account.in_currency(Currency::RUR);
        let (position, rur) = (own(InternalAccount::Position), Currency::RUR);
        let draft = if self.result.is_positive() {
            draft.debit(position, rur, self.result).credit(
                own(InternalAccount::RevaluationIncome),
                rur,
                self.result,
            )
        } else {
            let loss = self.result.checked_neg().ok_or(EntryError::Amount)?;
            draft.debit(own(InternalAccount::RevaluationExpense), rur, loss).credit(position, rur, loss)
        };
        Ok(Some(draft.balanced()?))
    }
}

/// Writes down what positions are worth at the end of a day, and posts the entries, on that day.
pub(crate) fn revalue(
    tx: &mut Tx,
    day: BankDay,
    revalued: &[Revaluation],
    now: Instant,
) -> Result<(), LedgerError> {
    let row = |one: &Revaluation| {
        let rate = one.rate.map(|rate| (rate.units(), rate.rate_micro()));
        let (units, micro) = (rate.map(|(units, _)| units), rate.map(|(_, micro)| micro));
        params![one.currency, day.date, one.position, one.national, one.result, units, micro]
    };
    tx.execute_many(&REVALUATION_ADD, revalued.iter().map(row).collect())?;
    let mut entries = Vec::with_capacity(revalued.len());
    for one in revalued {
        entries.extend(one.entry(day)?);
    }
    if !entries.is_empty() {
        super::open::open_revaluation(tx)?;
        post_all(tx, &entries, now, Funds::Needed)?;
    }
    Ok(())
}

pub(crate) fn of_day(tx: &mut Tx, day: Date) -> Result<Vec<Revaluation>> {
    tx.select(&REVALUATIONS, params![day])
}
