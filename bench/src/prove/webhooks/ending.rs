//! The end of the proof: everything is taken, and nothing is under way any more.

use std::time::{Duration, Instant};

use serde_json::json;
use store::{Row, StoreLocation, params};

use super::super::fleet::Fleet;
use crate::outcome::Outcome;
use crate::outside::{on_store, pause};

store::queries! {
    UNDER_WAY = "select (select count(1) from event_outbox where due_at_us = 0) as unnumbered, \
        (select count(1) from webhook_deliveries where state = 'WAITING') as waiting, \
        (select count(1) from payroll_statements \
            where state not in ('EXECUTED', 'PARTLY_EXECUTED', 'DECLINED', 'ERROR', 'ERROR_SIGN', 'DELETED', \
                'AWAITING_SIGN', 'AWAITING_SIGN_WITH_WARNINGS', 'PARTLY_SIGNED', 'SCHEDULED', 'DRAFT')) as statements, \
        (select count(1) from certificate_tasks where state in ('REGISTERED', 'CHECKING')) as tasks, \
        (select count(1) from tariff_requests where state in ('SIGNED', 'PROCESSING')) as requests";

    LAST = "select last_seq, (select count(1) from event_outbox where due_at_us = 0) as unnumbered from event_counter";
}

const ENDING_MAX: Duration = Duration::from_mins(4);
const LOOK_PAUSE: Duration = Duration::from_millis(250);
const LOOKS_BETWEEN_MOVES: u32 = 8;
/// Seconds by which the clock of the sandbox moves at first, and at most: beyond the longest pause between two tries.
/// Each move is twice the one before it, so that many short proofs do not become years, in which events are pruned.
const MOVE_FIRST_S: i64 = 600;
const MOVE_MAX_S: i64 = 36_000;

/// Moves the clock until every delivery is taken and everything has come to its end.
pub(super) fn wait(fleet: &Fleet) -> Outcome<()> {
    let (since, location) = (Instant::now(), fleet.location()?);
    let mut move_s = MOVE_FIRST_S;
    for look in 1_u32.. {
        let row = row(&location, &UNDER_WAY)?;
        let counts: Result<Vec<i64>, _> = ["unnumbered", "waiting", "statements", "tasks", "requests"]
            .iter()
            .map(|name| row.integer(name))
            .collect();
        let counts = counts?;
        if counts.iter().all(|count| *count == 0) {
            return Ok(());
        }
        if since.elapsed() > ENDING_MAX {
            return Err(format!(
                "events without a number, waiting deliveries, statements, tasks and requests under way: {counts:?}"
            )
            .into());
        }
        if look % LOOKS_BETWEEN_MOVES == 0 {
            fleet.tell_clock(&json!({ "seconds": move_s }))?;
            move_s = MOVE_MAX_S.min(move_s * 2);
        }
        pause(LOOK_PAUSE);
    }
    Ok(())
}

/// The last number that was given to an event, once none waits for one.
pub(super) fn last_number(location: &StoreLocation) -> Outcome<i64> {
    let since = Instant::now();
    loop {
        let (last, unnumbered): (i64, i64) = row(location, &LAST)?.read()?;
        if unnumbered == 0 {
            return Ok(last);
        }
        if since.elapsed() > ENDING_MAX {
            return Err("an event gets no number".into());
        }
        pause(LOOK_PAUSE);
    }
}

fn row(location: &StoreLocation, query: &'static store::Query) -> Outcome<Row> {
    on_store(location, async |store| Ok(store.query_optional(query, params![]).await?.ok_or("no row")?))
}
