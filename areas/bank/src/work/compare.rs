//! A statement of the bank's account (camt.053) beside what the channel knows of the same time.

use std::collections::{BTreeMap, BTreeSet};

use iso20022::Document;
use iso20022::payments::{Booking, Period, bookings, periods};
use jiff::Timestamp;
use kernel::{Instant, Money};
use orders::{Order, Outcome};
use serde_json::Value;
use thiserror::Error;

use super::hand_out::{DeskError, check_goes_on};
use super::initiation::{all_parts, text};
use super::message::outcome_of;
use crate::state::Call;

/// The most orders of one comparison, and the most payments that they may have together.
const ORDERS_MAX: usize = 100_000;
/// The most different times of the statements of one message.
const TIMES_MAX: usize = 100;
/// Seconds of the day whose end XML Schema may write as 24:00:00.
const DAY_S: i64 = 24 * 60 * 60;
const SECOND_US: i64 = 1_000_000;
const MINUTE_US: i64 = 60 * SECOND_US;

#[derive(Debug, Error)]
pub(crate) enum CompareError {
    #[error("`Stmt/FrToDt` has to have the first and the last moment with their offsets, in this order")]
    Period,
    #[error("the message has statements of more than {TIMES_MAX} times: send fewer at once")]
    TooManyTimes,
    #[error("the time has more than {ORDERS_MAX} payments: send a statement of a shorter one")]
    TooMany,
    #[error(transparent)]
    Orders(#[from] DeskError),
}

kernel::text_enum! {
    /// The way in which a payment differs.
    pub(crate) enum Difference {
        /// The channel was told that it was made in this time, and the statement does not have it.
        MissingThere = "MISSING_THERE",
        /// The statement has it, and the channel was told of no such payment in this time.
        MissingHere = "MISSING_HERE",
        /// It has another sum in the statement.
        OtherSum = "OTHER_SUM",
        /// The statement has it more than once.
        Twice = "TWICE",
    }
}

/// A payment that differs, with its sums where there are some.
#[derive(Clone, Debug)]
pub(crate) struct Differing {
    /// Its name from end to end.
    pub(crate) end_to_end: String,
    pub(crate) difference: Difference,
    /// Its sum as the channel knows it.
    pub(crate) here: Option<String>,
    /// Its sum in the statement, the first where it has several.
    pub(crate) there: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    /// The number of payments that both have with the same sum.
    pub(crate) matched: usize,
    /// The others, by name.
    pub(crate) differing: Vec<Differing>,
}

/// First and last moment.
type Time = (Instant, Instant);

/// Compares the payments of a message's statements with those that the system has said to be made in their times.
/// Nothing changes.
///
/// Nothing tells from which of the bank's accounts a payment has left. So where accounts have statements of different
/// times, a payment is known that was made in any of them, and missed that was made in all of them.
pub(crate) async fn compare(call: &Call, document: &Document) -> Result<Compared, CompareError> {
    check_goes_on(call).await?;
    let (any, all) = times(document)?;
    let here = made_within(call, &any).await?;
    let mut there = BTreeMap::<String, Vec<String>>::new();
    // Money that goes back to where it came from is no payment of the system's.
    let goes_out = |booking: &Booking| !booking.is_credit && booking.returned.is_none();
    for booking in bookings(document).into_iter().filter(goes_out) {
        there.entry(booking.end_to_end).or_default().push(booking.amount);
    }
    Ok(beside(&here, &all, &there))
}

/// A payment that the system has said to be made.
struct Made {
    sum: String,
    at: Instant,
}

/// Returns the payments that the system has said to be made in any of the times, by name.
async fn made_within(call: &Call, times: &[Time]) -> Result<BTreeMap<String, Made>, CompareError> {
    let mut payments = BTreeMap::new();
    for &time in times {
        let orders = call.state.desk.answered(call.by.role, time, ORDERS_MAX + 1).await;
        let orders = orders.map_err(DeskError::from)?;
        if orders.len() > ORDERS_MAX {
            return Err(CompareError::TooMany);
        }
        for order in &orders {
            payments.extend(made(call, order, time).await?);
            if payments.len() > ORDERS_MAX {
                return Err(CompareError::TooMany);
            }
        }
    }
    Ok(payments)
}

/// Returns the times that a statement of any account of the message is of, and those that all accounts have statements
/// of. Times that overlap or follow each other are one.
fn times(document: &Document) -> Result<(Vec<Time>, Vec<Time>), CompareError> {
    let (mut any, mut by_account) = (BTreeSet::new(), BTreeMap::<String, BTreeSet<Time>>::new());
    for period in periods(document).unwrap_or_default() {
        let time = time_of(&period).ok_or(CompareError::Period)?;
        any.insert(time);
        if any.len() > TIMES_MAX {
            return Err(CompareError::TooManyTimes);
        }
        by_account.entry(period.account).or_default().insert(time);
    }
    let all = by_account.into_values().map(united).reduce(|some, others| common(&some, &others));
    Ok((united(any), all.ok_or(CompareError::Period)?))
}

fn common(some: &[Time], others: &[Time]) -> Vec<Time> {
    let pairs =
        some.iter().flat_map(|one| others.iter().map(move |other| (one.0.max(other.0), one.1.min(other.1))));
    pairs.filter(|(from, to)| from <= to).collect()
}

fn time_of(period: &Period) -> Option<Time> {
    let (from, to) = (moment(&period.from)?, moment(&period.to)?);
    // Most banks write the end of a day as 23:59:59, and some as 24:00:00: all of that second belongs to it, and
    // nothing of the next day.
    let minute_end_us = ((to.microseconds() - 1).div_euclid(MINUTE_US) + 1) * MINUTE_US;
    let is_last_second = to.microseconds() >= minute_end_us - SECOND_US;
    let end = if is_last_second { Instant::from_microseconds(minute_end_us - 1) } else { to };
    (from <= to).then_some((from, end))
}

fn united(times: BTreeSet<Time>) -> Vec<Time> {
    let mut apart = Vec::<Time>::new();
    for (from, to) in times {
        match apart.last_mut() {
            Some((_, end)) if from.microseconds() <= end.microseconds() + 1 => *end = to.max(*end),
            _ => apart.push((from, to)),
        }
    }
    apart
}

/// Reads a moment with its offset.
fn moment(text: &str) -> Option<Instant> {
    let parsed = |text: &str| text.parse::<Timestamp>().ok().map(Instant::from);
    // XML Schema may write midnight as the end of the day before.
    let Some((day, rest)) = text.split_once("T24:00:00") else { return parsed(text) };
    Some(parsed(&format!("{day}T00:00:00{rest}"))?.plus_seconds(DAY_S))
}

/// Returns the payments of an order that were made within a time, with their names. Each part has a moment of its own:
/// a statement may be executed over midnight.
async fn made(call: &Call, order: &Order, time: Time) -> Result<Vec<(String, Made)>, CompareError> {
    let payload: Value = serde_json::from_str(&order.payload).unwrap_or_default();
    let payment = |value: &Value, at: Option<Instant>| {
        let made = Made { sum: text(value, "amount")?, at: at.filter(|at| is_within(*at, time))? };
        Some((text(value, "endToEndId")?, made))
    };
    if payload.get("partsCount").is_some() {
        let parts = all_parts(call, &order.id).await?;
        let is_done = |part: &&Value| text(part, "outcome").as_deref() == Some(Outcome::Done.as_str());
        let moment_of = |part: &Value| text(part, "outcomeAt").as_deref().and_then(moment);
        return Ok(parts.iter().filter(is_done).filter_map(|part| payment(part, moment_of(part))).collect());
    }
    let is_done = outcome_of(order) == Some(Outcome::Done);
    Ok(payment(&payload, order.ended_at).filter(|_| is_done).into_iter().collect())
}

fn is_within(at: Instant, (from, to): Time) -> bool {
    from <= at && at <= to
}

/// Compares sums by what they are worth: a message may write 100.50 as 100.5.
fn is_same_sum(here: &str, there: &str) -> bool {
    here.parse::<Money>().is_ok_and(|here| there.parse() == Ok(here))
}

/// Compares payments known `here`, of which those that were made in the times `all` have to be `there`.
fn beside(here: &BTreeMap<String, Made>, all: &[Time], there: &BTreeMap<String, Vec<String>>) -> Compared {
    let mut compared = Compared::default();
    for (name, sums) in there {
        let (known, first) = (here.get(name).map(|made| &made.sum), sums.first());
        let difference = match known {
            None => Difference::MissingHere,
            Some(_) if sums.len() > 1 => Difference::Twice,
            Some(known) if !first.is_some_and(|first| is_same_sum(known, first)) => Difference::OtherSum,
            Some(_) => {
                compared.matched += 1;
                continue;
            }
        };
        let (here, there) = (known.cloned(), first.cloned());
        compared.differing.push(Differing { end_to_end: name.clone(), difference, here, there });
    }
    let is_expected = |made: &Made| all.iter().any(|time| is_within(made.at, *time));
    let missing = here.iter().filter(|(name, made)| is_expected(made) && !there.contains_key(*name));
    compared.differing.extend(missing.map(|(name, made)| Differing {
        end_to_end: name.clone(),
        difference: Difference::MissingThere,
        here: Some(made.sum.clone()),
        there: None,
    }));
    compared
}
