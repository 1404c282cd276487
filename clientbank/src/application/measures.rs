//! Gauges of what waits in the database: orders, payments, jobs, imports, and what runs out.

use std::sync::atomic::{AtomicBool, Ordering};

use accounts::ledger::Keeper;
use bank::ListedSystem;
use bank::work::systems;
use import::OpenImport;
use jiff::tz::TimeZone;
use jobs::Waiting;
use kernel::Instant;
use orders::{OpenSums, Role};
use payroll::{StuckSums, UNDER_WAY_STATES, UnderWay};
use store::{Replication, Result, Store};

use super::areas;
use crate::backups::{self, Step};
use crate::telemetry::float;

/// Counts everything once. What cannot be counted keeps its last figure, and the log says so.
pub(super) async fn measure(store: &Store, now: Instant) {
    let counted: [(&str, Result<()>); 11] = [
        (
            "orders without an answer",
            orders::open_sums(store, now).await.map(|sums| measure_orders(&sums, now)),
        ),
        ("what is sent to systems", systems::list(store).await.map(|all| measure_pushes(all, now))),
        ("payments that are stuck", payroll::stuck_sums(store).await.map(|sums| measure_stuck(&sums, now))),
        ("jobs", jobs::waiting(store).await.map(|waiting| measure_jobs(&waiting, now))),
        ("the import", import::open_import(store).await.map(|open| measure_import(open.as_ref(), now))),
        ("what runs out", measure_ends(store).await),
        (
            "what people did alone",
            proposals::unreviewed(store)
                .await
                .map(|(count, _)| metrics::gauge!("clientbank_proposals_unreviewed").set(float(count))),
        ),
        ("statements under way", payroll::under_way(store).await.map(|found| measure_under_way(&found, now))),
        ("backups", backups::last(store).await.map(|last| measure_backups(&last))),
        ("standbys", store.replication().await.map(|found| found.iter().for_each(measure_replication))),
        (
            "the size of the database",
            store
                .size_bytes()
                .await
                .map(|bytes| metrics::gauge!("clientbank_database_bytes").set(float(bytes))),
        ),
    ];
    for (what, outcome) in counted {
        if let Err(error) = outcome {
            tracing::warn!("{what} cannot be counted: {error:?}");
        }
    }
}

/// Whole seconds since a moment, 0 without one.
pub(super) fn age_s(now: Instant, since: Option<Instant>) -> f64 {
    float(since.map_or(0, |since| now.microseconds_since(since).max(0) / 1_000_000))
}

fn measure_stuck(sums: &StuckSums, now: Instant) {
    let oldest_s = age_s(now, sums.oldest);
    metrics::gauge!("clientbank_payroll_payments_unanswered").set(float(sums.unanswered));
    metrics::gauge!("clientbank_payroll_payments_oldest_seconds").set(oldest_s);
    metrics::gauge!("clientbank_payroll_payments_unclaimed").set(float(sums.unclaimed));
    metrics::gauge!("clientbank_payroll_unclaimed_roubles").set(float(sums.unclaimed_roubles));
}

/// Sets the gauges of each state: of those that no statement is in to 0.
fn measure_under_way(found: &[UnderWay], now: Instant) {
    for state in UNDER_WAY_STATES {
        let of_state = found.iter().find(|found| found.state == state);
        let count = of_state.map_or(0, |found| found.statements);
        let oldest_s = age_s(now, of_state.map(|found| found.since));
        metrics::gauge!("clientbank_payroll_statements", "state" => state).set(float(count));
        metrics::gauge!("clientbank_payroll_statements_oldest_seconds", "state" => state).set(oldest_s);
    }
}

/// Shows when the last backup was begun and done; one that never was, in 1970.
fn measure_backups(last: &[(Step, Option<Instant>)]) {
    for (step, at) in last {
        let seconds = at.map_or(0, |at| u32::try_from(at.unix_seconds()).unwrap_or(u32::MAX));
        metrics::gauge!("clientbank_backup_timestamp_seconds", "step" => step.as_str())
            .set(f64::from(seconds));
    }
}

#[expect(clippy::float_arithmetic, reason = "seconds of a gauge, which are no money")]
fn measure_replication(found: &Replication) {
    metrics::gauge!("clientbank_database_standbys").set(float(found.standbys));
    metrics::gauge!("clientbank_database_archive_fails").set(f64::from(u8::from(found.archive_fails)));
    let (late_s, behind_bytes) = match found.behind {
        Some((late_us, behind_bytes)) => (float(late_us) / 1_000_000.0, float(behind_bytes)),
        None if WAS_KNOWN.load(Ordering::Relaxed) => (f64::NAN, f64::NAN),
        None => return,
    };
    WAS_KNOWN.store(true, Ordering::Relaxed);
    metrics::gauge!("clientbank_database_standby_late_seconds").set(late_s);
    metrics::gauge!("clientbank_database_standby_behind_bytes").set(behind_bytes);
}

/// True once this process has shown how far standbys are behind: from then on what it may know no more is no number.
static WAS_KNOWN: AtomicBool = AtomicBool::new(false);

/// Sets the gauges of each kind of orders: of those without an open one to 0.
fn measure_orders(sums: &[OpenSums], now: Instant) {
    for kind in areas::order_kinds() {
        let of_kind = sums.iter().find(|sums| sums.kind == kind.name);
        let (open, overdue) = of_kind.map_or((0, 0), |sums| (sums.open, sums.overdue));
        let oldest_s = age_s(now, of_kind.map(|sums| sums.oldest));
        metrics::gauge!("clientbank_orders_open", "kind" => kind.name).set(float(open));
        metrics::gauge!("clientbank_orders_overdue", "kind" => kind.name).set(float(overdue));
        metrics::gauge!("clientbank_orders_oldest_seconds", "kind" => kind.name).set(oldest_s);
    }
}

/// The moment of the last bunch of the feed that is silent longest. A system that is closed, or is none of the core any
/// more, has nothing to tell. A core that keeps the accounts and never began is silent since its first system was
/// added.
pub(super) fn silent_since(
    feeds: &[(String, Instant)],
    systems: &[ListedSystem],
    keeper: Keeper,
) -> Option<Instant> {
    let is_of_core = |one: &&ListedSystem| one.closed_at.is_none() && one.system.role == Role::Core;
    let of_core: Vec<&ListedSystem> = systems.iter().filter(is_of_core).collect();
    let tells = |name: &str| of_core.iter().any(|one| one.system.name.as_str() == name);
    let last = feeds.iter().filter(|(name, _)| tells(name)).map(|(_, at)| *at).min();
    last.or_else(|| match keeper {
        Keeper::Core => of_core.iter().map(|one| one.added_at).min(),
        Keeper::Ledger => None,
    })
}

/// Sets the gauge of each system: of one that is closed, or is sent none, to 0.
fn measure_pushes(systems: Vec<ListedSystem>, now: Instant) {
    for ListedSystem { system, push, .. } in systems {
        let since = push.and_then(|(_, failing_since)| failing_since);
        let failing_s = age_s(now, since);
        metrics::gauge!("clientbank_orders_push_failing_seconds", "system" => system.name.to_string())
            .set(failing_s);
    }
}

/// Sets the gauges of each kind of jobs: of those without any to 0.
fn measure_jobs(waiting: &[Waiting], now: Instant) {
    for kind in areas::job_kinds() {
        let kind = kind.name();
        let of_kind = waiting.iter().find(|waiting| waiting.kind == kind);
        let jobs = of_kind.map_or(0, |waiting| waiting.jobs - waiting.given_up);
        let due = of_kind.and_then(|waiting| waiting.oldest_due);
        let late_s = age_s(now, due);
        metrics::gauge!("clientbank_jobs_open", "kind" => kind).set(float(jobs));
        metrics::gauge!("clientbank_jobs_oldest_late_seconds", "kind" => kind).set(late_s);
    }
}

fn measure_import(open: Option<&OpenImport>, now: Instant) {
    let decided = open.filter(|open| open.is_decided);
    let silent_s = age_s(now, decided.map(|open| open.leased_until));
    metrics::gauge!("clientbank_import_open").set(f64::from(u8::from(open.is_some())));
    metrics::gauge!("clientbank_import_rows_left").set(float(decided.map_or(0, |open| open.rows_left)));
    metrics::gauge!("clientbank_import_silent_seconds").set(silent_s);
}

async fn measure_ends(store: &Store) -> Result<()> {
    let seconds = |at: Instant| f64::from(u32::try_from(at.unix_seconds()).unwrap_or(u32::MAX));
    // The last authority may have been withdrawn: then no list ends, and no alarm tells of one that did.
    let end = clients::first_end_of_revocation_lists(store).await?.map_or(f64::INFINITY, seconds);
    metrics::gauge!("clientbank_revocation_list_end_timestamp_seconds").set(end);
    if let Some(made) = identity::keys_command::oldest_active(store).await? {
        metrics::gauge!("clientbank_signing_key_timestamp_seconds").set(seconds(made));
    }
    if let Some(day) = accounts::last_named_day(store).await?.and_then(|day| day.to_zoned(TimeZone::UTC).ok())
    {
        metrics::gauge!("clientbank_calendar_last_day_timestamp_seconds")
            .set(seconds(day.timestamp().into()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
