//! Days of the bank, as the database knows them.
//!
//! The zone of the bank decides when a day ends, and postings ask the database: days are written down ahead of their
//! time. Where one is missing nothing becomes wrong. The account then does not say what was posted since, and its
//! closing reads the postings.

use jiff::Span;
use jiff::civil::Date;
use kernel::{BankZone, Instant};
use store::{Result, Selected as _, StoreError, Tx, params};

store::queries! {
    /// The beginning and the end of the day that a moment belongs to, the end of the last day whose closing has begun,
    /// and the newest posting after $2.
    DAY_OF_MOMENT = store::text!("select ", DayOfMoment::LIST);
    /// The ends of days between two moments, the first included.
    DAY_ENDS_SINCE = "select ended_at_us from closing_days where ended_at_us > $1 and ended_at_us <= $2 \
        order by ended_at_us limit $3";
    POSTED_AFTER = "select posted_at_us from postings where posted_at_us > $1 order by posted_at_us desc limit 1";
    DAY_ENDS_BETWEEN = "select closing_date from closing_days where ended_at_us > $1 and ended_at_us <= $2 \
        order by ended_at_us limit 1";
    DAY_PLANNED_LAST = "select ended_at_us from closing_days order by ended_at_us desc limit 1";
    DAY_PLAN = "insert into closing_days (closing_date, ended_at_us) values ($1, $2) \
        on conflict (closing_date) do nothing";
    /// Moves the end of a day to where the zone of the bank has it now. What updates in case of a clash would lock the
    /// present day, which all who post share.
    DAY_MOVE = "update closing_days set ended_at_us = $2 where closing_date = $1 and ended_at_us <> $2 \
        and through_account is null and finished_at_us is null";
}

const AHEAD_DAYS: i64 = 7;
/// The most days that one unit writes down or reads: after an outage, those that ended meanwhile too.
const DAYS_AT_ONCE_MAX: i64 = 4_000;
/// Seconds by which the clock may be behind the newest posting: less than a day waits for its closing, so that no clock
/// that goes back so little finds its day closed. Processes are never that far apart.
const CLOCK_BEHIND_S_MAX: i64 = 120;
/// Days that are written down with hindsight: shortly after midnight the day before yesterday is the one to be closed.
const BEHIND_DAYS: i64 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BankDay {
    pub(crate) date: Date,
    /// The first moment after it.
    pub(crate) end: Instant,
}

impl BankDay {
    pub(crate) fn new(date: Date, zone: &BankZone) -> Self {
        Self { date, end: zone.start_of_next_day(date) }
    }
}

struct DayOfMoment {
    started_at: Option<Instant>,
    ends_at: Option<Instant>,
    closed_through: Option<Instant>,
    newest_at: Option<Instant>,
}

store::selected! {
    BankDay as "d" { date: "closing_date", end: "ended_at_us" }
    DayOfMoment {
        started_at: "(select d.ended_at_us from closing_days d where d.ended_at_us <= $1 \
            order by d.ended_at_us desc limit 1) as started_at_us",
        ends_at: "(select e.ended_at_us from closing_days e where e.ended_at_us > $1 \
            order by e.ended_at_us limit 1) as ends_at_us",
        closed_through: "(select f.ended_at_us from closing_days f where f.finished_at_us is not null \
            or f.through_account is not null order by f.ended_at_us desc limit 1) as closed_through_us",
        newest_at: "(select p.posted_at_us from postings p where p.posted_at_us > $2 \
            order by p.posted_at_us desc limit 1) as newest_at_us",
    }
}

pub(crate) fn are_planned(tx: &mut Tx, now: Instant, zone: &BankZone) -> Result<bool> {
    let planned: Option<Instant> = tx.select_optional(&DAY_PLANNED_LAST, params![])?;
    let last = BankDay::new(zone.date_of(now).saturating_add(Span::new().days(AHEAD_DAYS)), zone);
    Ok(planned == Some(last.end))
}

/// Writes down every day since the last one that is written down, today and the days to come.
pub(crate) fn plan(tx: &mut Tx, now: Instant, zone: &BankZone) -> Result<()> {
    let today = zone.date_of(now);
    let recent = today.saturating_sub(Span::new().days(BEHIND_DAYS));
    let planned = tx.select_optional(&DAY_PLANNED_LAST, params![])?;
    let first = planned.map_or(recent, |end| zone.date_of(end).min(recent));
    let last = today.saturating_add(Span::new().days(AHEAD_DAYS));
    let last = last.min(first.saturating_add(Span::new().days(DAYS_AT_ONCE_MAX - 1)));
    let days = first.series(Span::new().days(1)).take_while(|day| *day <= last);
    let days = days.map(|date| BankDay::new(date, zone)).map(|day| params![day.date, day.end]);
    let days: Vec<_> = days.collect();
    tx.execute_many(&DAY_PLAN, days.clone())?;
    tx.execute_many(&DAY_MOVE, days).map(drop)
}

/// Returns the beginning of the day of a posting; `None` before the first day that is written down.
///
/// # Errors
/// The day is closed, or the clock is behind what was posted before it: a later attempt may find it right again. Or the
/// database failed.
pub(super) fn posting_day(tx: &mut Tx, posted_at: Instant, now: Instant) -> Result<Option<Instant>> {
    let values = params![posted_at, now.plus_seconds(CLOCK_BEHIND_S_MAX)];
    let day: DayOfMoment = tx.select_one(&DAY_OF_MOMENT, values)?;
    if day.closed_through.is_some_and(|end| posted_at < end) {
        let at = posted_at.to_timestamp();
        return Err(StoreError::Clock(format!("nothing is posted at {at}: that day is closed")));
    }
    if let Some(newest) = day.newest_at {
        let (now, newest) = (now.to_timestamp(), newest.to_timestamp());
        let behind = format!("the clock says {now}, and something was posted at {newest}");
        return Err(StoreError::Clock(behind));
    }
    Ok(day.started_at)
}

/// Returns the beginnings of the days of postings from the first to the last moment, in their order.
pub(super) fn posting_days(
    tx: &mut Tx,
    (first, last): (Instant, Instant),
    now: Instant,
) -> Result<Vec<Instant>> {
    let mut started: Vec<Instant> = posting_day(tx, first, now)?.into_iter().collect();
    if first < last {
        started.extend(tx.select::<Instant>(&DAY_ENDS_SINCE, params![first, last, DAYS_AT_ONCE_MAX])?);
    }
    Ok(started)
}

/// The last of the beginnings that is not after a moment; `None` before the first day that is written down.
pub(super) fn day_of(days: &[Instant], at: Instant) -> Option<Instant> {
    days[..days.partition_point(|started| *started <= at)].last().copied()
}

/// Returns the beginning of the first day that is not closed, where any day is, and the beginnings of the days after it
/// up to a moment.
pub(super) fn open_days(tx: &mut Tx, now: Instant) -> Result<(Option<Instant>, Vec<Instant>)> {
    let since = tx.select_one::<DayOfMoment>(&DAY_OF_MOMENT, params![now, now])?.closed_through;
    let first = since.map_or(i64::MIN, |since| since.microseconds() - 1);
    Ok((since, tx.select(&DAY_ENDS_SINCE, params![first, now, DAYS_AT_ONCE_MAX])?))
}

/// Reads the present day, and returns by the moment that the bank's core tells of something the one at which it is
/// booked: the same while that day is open, and else the present one. Before the first day that has ended, nobody was
/// told of a balance.
pub(super) fn booking_moments(tx: &mut Tx, now: Instant) -> Result<impl Fn(Instant) -> Instant + use<>> {
    let day: DayOfMoment = tx.select_one(&DAY_OF_MOMENT, params![now, now])?;
    let is_known = day.ends_at.is_some();
    Ok(move |told| if day.started_at.is_none_or(|started| is_known && told >= started) { told } else { now })
}

/// Refuses to have an operation on another day than its posting: processes may be apart by a moment around midnight.
pub(super) fn refuse_two_days(tx: &mut Tx, posted_at: Instant, shown_at: Instant) -> Result<()> {
    if shown_at <= posted_at || tx.query_optional(&DAY_ENDS_BETWEEN, params![posted_at, shown_at])?.is_none()
    {
        return Ok(());
    }
    Err(StoreError::Clock("the clock shows the day before the account's last operation".to_owned()))
}

/// Returns the newest posting of which the clock is too far behind.
pub(crate) fn posted_ahead(tx: &mut Tx, now: Instant) -> Result<Option<Instant>> {
    tx.select_optional(&POSTED_AFTER, params![now.plus_seconds(CLOCK_BEHIND_S_MAX)])
}
