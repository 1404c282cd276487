//! The calendar is read by whoever waits for a business day, and changed by the bank.

use std::collections::BTreeMap;

use jiff::Span;
use jiff::civil::Date;
use store::{Result, StoreError, Tx, Value, params};
use thiserror::Error;

use crate::calendar::{Calendar, CutOff, CutOffKind, DAYS_LOOKED_AT_MAX, YEARS_AHEAD_MAX};
use crate::ledger::Outcome;
use crate::store::calendar::{self, CUT_OFF_PUT, DAY_PUT, DAYS_BETWEEN};

/// The most named days that lie ahead.
const DAYS_AHEAD_MAX: usize = 366 * 5 + 1;

#[derive(Debug, Error)]
pub enum CalendarError {
    /// Whatever was done on the day was done by what the calendar said.
    #[error("{0} has passed and stays as it was named")]
    HasPassed(Date),
    /// Nobody knows so early.
    #[error("{0} is more than {YEARS_AHEAD_MAX} years ahead")]
    TooFarAhead(Date),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads as much of the calendar as tells the business day of something that is wanted from a day on.
pub fn calendar_from(tx: &mut Tx, day: Date) -> Result<Calendar> {
    calendar::calendar_from(tx, day, DAYS_LOOKED_AT_MAX)
}

/// Reads the calendar from a day on, with all days that are named.
pub fn whole_calendar_from(tx: &mut Tx, day: Date) -> Result<Calendar> {
    calendar::calendar_from(tx, day, DAYS_AHEAD_MAX)
}

/// Names days, and leaves all others as they are; returns what became of each, in the order of their dates. A day that
/// has passed may be named for the first time, as with the file of a whole year, and is not named otherwise.
pub fn name_days(
    tx: &mut Tx,
    days: &BTreeMap<Date, bool>,
    today: Date,
) -> Result<Vec<Outcome>, CalendarError> {
    let Some((first, last)) = days.keys().next().zip(days.keys().next_back()) else { return Ok(Vec::new()) };
    if *last > today.saturating_add(Span::new().years(YEARS_AHEAD_MAX)) {
        return Err(CalendarError::TooFarAhead(*last));
    }
    let known: BTreeMap<Date, bool> = tx.select(&DAYS_BETWEEN, params![*first, *last])?.into_iter().collect();
    let (mut outcomes, mut different) = (Vec::with_capacity(days.len()), Vec::new());
    for (day, is_business_day) in days {
        let outcome = match known.get(day) {
            None => Outcome::Created,
            Some(known) if known == is_business_day => Outcome::Unchanged,
            Some(_) if *day < today => return Err(CalendarError::HasPassed(*day)),
            Some(_) => Outcome::Changed,
        };
        if outcome != Outcome::Unchanged {
            different.push(params![*day, *is_business_day]);
        }
        outcomes.push(outcome);
    }
    tx.execute_many(&DAY_PUT, different)?;
    Ok(outcomes)
}

/// Sets cut-off times, or takes them away, and leaves those of other kinds as they are; returns what became of each.
pub fn set_cut_offs(tx: &mut Tx, cut_offs: &BTreeMap<CutOffKind, Option<CutOff>>) -> Result<Vec<Outcome>> {
    let known = calendar::cut_offs(tx)?;
    let outcome = |(kind, until): (&CutOffKind, &Option<CutOff>)| match known.get(kind) {
        None => Outcome::Created,
        Some(known) if known == until => Outcome::Unchanged,
        Some(_) => Outcome::Changed,
    };
    let outcomes = cut_offs.iter().map(outcome).collect();
    let row = |(kind, until): (&CutOffKind, &Option<CutOff>)| -> Vec<Value> {
        params![kind.as_str(), until.map(CutOff::minute)]
    };
    tx.execute_many(&CUT_OFF_PUT, cut_offs.iter().map(row).collect())?;
    Ok(outcomes)
}
