//! Orders to the bank: from the commit of an order to the long poll that hands it out, and a statement of 10,000
//! transfers that the bank's core executes in bunches. On SQLite and on PostgreSQL.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::params;
use testkit::postgres::Cluster;

use crate::outside::on_store;
use crate::payroll::{TRANSFERS, request};
use crate::prove::bank_caller::{BankCaller, add_system};
use crate::prove::client::{Answer, Caller, Signers};
use crate::prove::fleet::{Fleet, FleetPlan};
use crate::statistics::{at, met};

store::queries! {
    /// Orders that are there.
    PLACED = "select order_id from bank_orders";
    STATE = "select state from payroll_statements where external_id = $1";
}

/// Statements of one transfer, each an order.
const ORDERS: usize = 200;
/// The goal: 99 of 100 orders are seen within this time after their commit.
const SEEN_MS_MAX: f64 = 50.0;
/// Parts of one bunch.
const BUNCH: usize = 1_000;
const WAIT_MAX: Duration = Duration::from_mins(2);

/// Measures both engines.
///
/// # Errors
/// A process does not start, or a statement does not come to its end.
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    measure("SQLite", program, None)?;
    let cluster = Cluster::start()?;
    measure("PostgreSQL (fsync off)", program, Some(cluster.url()))
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
fn measure(engine: &str, program: &Path, database: Option<&str>) -> Result<(), Box<dyn Error>> {
    let plan = FleetPlan { orders: "payroll.execute=bank", lease_ms: 30_000, ..FleetPlan::default() };
    let fleet = Fleet::start_as(program, 1, database, plan)?;
    let key = add_system(program, &fleet, "core", "core")?;
    let mut core = BankCaller::of(&fleet, 0, &key);
    let (signers, caller) = (Signers::read(fleet.data())?, Caller::new(&fleet.address(0), &fleet.tokens));
    let mut after = 0;
    let seen_ms = seen_after_ms(&fleet, &mut core, &mut after, |number| {
        let body = request::small(&format!("order-{number}"), signers.all())?;
        send(&caller, &body)
    })?;
    let (median_ms, most_ms) = (at(&seen_ms, 50), at(&seen_ms, 99));
    println!(
        "orders, {engine}: seen by long poll after {median_ms:.1} ms (median), {most_ms:.1} ms (99 of 100; goal \
            {SEEN_MS_MAX} {}; {} orders)",
        met(most_ms <= SEEN_MS_MAX),
        seen_ms.len(),
    );
    let body = request::body("large", signers.all())?;
    let since = Instant::now();
    send(&caller, &body)?;
    let order = next(&mut core, &mut after)?;
    let handed_s = since.elapsed().as_secs_f64();
    let path = format!("/bank/v1/orders/{order}/parts");
    for first in (0..TRANSFERS).step_by(BUNCH) {
        let page = core.call(&format!("{path}?after={first}&limit={BUNCH}"), None)?.ok_or("no parts")?;
        let parts = page["parts"].as_array().ok_or("no parts")?;
        let outcome = |part: &Value| json!({ "part": part["part"], "outcome": "DONE" });
        let answers: Vec<Value> = parts.iter().map(outcome).collect();
        core.call(&path, Some(&json!({ "parts": answers })))?.ok_or("no verdict")?;
    }
    let answered_s = since.elapsed().as_secs_f64();
    until(|| Ok(state(&fleet, "large")? == "EXECUTED"))?;
    println!(
        "  {TRANSFERS} transfers: handed out {handed_s:.2} s after the POST, answered in bunches of {BUNCH} after \
            {answered_s:.2} s, EXECUTED after {:.2} s",
        since.elapsed().as_secs_f64(),
    );
    Ok(())
}

fn send(caller: &Caller, body: &str) -> Result<(), Box<dyn Error>> {
    match caller.send(body) {
        Answer::Accepted => Ok(()),
        other => Err(format!("a statement was answered {other:?}").into()),
    }
}

fn next(core: &mut BankCaller, after: &mut i64) -> Result<String, Box<dyn Error>> {
    let since = Instant::now();
    while since.elapsed() < WAIT_MAX {
        let page = core.call(&format!("/bank/v1/orders?after={after}&wait=10&limit=1"), None)?;
        let page = page.ok_or("the bank API does not answer")?;
        if let Some(name) = page["orders"][0]["id"].as_str() {
            *after = page["nextAfter"].as_i64().unwrap_or(*after);
            return Ok(name.to_owned());
        }
    }
    Err("no order came".into())
}

/// Sends statements one after the other; returns, in order, the milliseconds from the commit of each order, as another
/// reader of the database sees it, to its arrival by long poll.
#[expect(clippy::float_arithmetic, reason = "times are no money")]
fn seen_after_ms(
    fleet: &Fleet,
    core: &mut BankCaller,
    after: &mut i64,
    send: impl Fn(usize) -> Result<(), Box<dyn Error>>,
) -> Result<Vec<f64>, Box<dyn Error>> {
    let (ends, seen_count, location) = (AtomicBool::new(false), AtomicUsize::new(0), fleet.location()?);
    let mut arrived = BTreeMap::new();
    let committed = std::thread::scope(|scope| -> Result<BTreeMap<String, Instant>, Box<dyn Error>> {
        let watch = || {
            on_store(&location, async |store| {
                let mut committed = BTreeMap::new();
                while !ends.load(Ordering::SeqCst) {
                    for order in store.select::<String>(&PLACED, params![]).await? {
                        committed.entry(order).or_insert_with(Instant::now);
                    }
                    seen_count.store(committed.len(), Ordering::SeqCst);
                }
                Ok(committed)
            })
            .map_err(|error| error.to_string())
        };
        let watcher = scope.spawn(watch);
        let outcome = (0..ORDERS).try_for_each(|number| {
            send(number)?;
            let name = next(core, after)?;
            arrived.entry(name).or_insert_with(Instant::now);
            until(|| Ok(seen_count.load(Ordering::SeqCst) > number))
        });
        ends.store(true, Ordering::SeqCst);
        let committed = watcher.join().map_err(|_| "the watcher panicked")??;
        outcome.map(|()| committed)
    })?;
    let took = |(name, at): (&String, &Instant)| {
        committed.get(name).map(|seen| at.saturating_duration_since(*seen).as_secs_f64() * 1e3)
    };
    let mut all: Vec<f64> = arrived.iter().filter_map(took).collect();
    all.sort_by(f64::total_cmp);
    Ok(all)
}

fn until(mut is_done: impl FnMut() -> Result<bool, Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let since = Instant::now();
    while !is_done()? {
        if since.elapsed() > WAIT_MAX {
            return Err("it does not come to an end".into());
        }
        std::thread::yield_now();
    }
    Ok(())
}

fn state(fleet: &Fleet, name: &str) -> Result<String, Box<dyn Error>> {
    on_store(&fleet.location()?, async |store| {
        Ok(store.select_optional(&STATE, params![name]).await?.ok_or("no statement")?)
    })
}
