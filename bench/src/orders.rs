//! Orders to the bank: from the commit of an order to the long poll that hands it out, and a statement of 10,000
//! transfers that the bank's core executes in bunches. On SQLite and on PostgreSQL.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::{Store, StoreLimits, params};
use testkit::postgres::Cluster;
use tokio::runtime::Runtime;

use crate::payroll::{TRANSFERS, request};
use crate::prove::bank_caller::{BankCaller, add_system};
use crate::prove::client::{Answer, Caller, Signers};
use crate::prove::fleet::{Fleet, FleetPlan};

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
/// The longest wait for anything.
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

/// Moments at which orders were seen, by their names.
type Seen = Mutex<BTreeMap<String, Instant>>;

fn note(seen: &Seen, name: &str) {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    seen.entry(name.to_owned()).or_insert_with(Instant::now);
}

fn count(seen: &Seen) -> usize {
    seen.lock().unwrap_or_else(PoisonError::into_inner).len()
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
fn measure(engine: &str, program: &Path, database: Option<&str>) -> Result<(), Box<dyn Error>> {
    let plan = FleetPlan { orders: "payroll.execute=bank", lease_ms: 30_000, ..FleetPlan::default() };
    let fleet = Fleet::start_as(program, 1, database, plan)?;
    let key = add_system(program, &fleet, "core", "core")?;
    let address = fleet.bank_address(0);
    let mut core = BankCaller::new(&address, &address, "core", &key);
    let (signers, caller) = (Signers::read(fleet.data())?, Caller::new(&fleet.address(0), &fleet.tokens));
    let mut after = 0;
    let seen_ms = seen_after_ms(&fleet, &mut core, &mut after, |number| {
        let body = request::small(&format!("order-{number}"), signers.all())?;
        send(&caller, &body)
    })?;
    let at = |share: usize| seen_ms.get(seen_ms.len() * share / 100).copied().unwrap_or_default();
    let verdict = if at(99) <= SEEN_MS_MAX { "met" } else { "MISSED" };
    println!(
        "orders, {engine}: seen by long poll after {:.1} ms (median), {:.1} ms (99 of 100; goal {SEEN_MS_MAX} \
            {verdict}; {} orders)",
        at(50),
        at(99),
        seen_ms.len(),
    );
    let body = request::body("large", Some(signers.all()))?;
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
    let (committed, arrived, ends) = (Seen::default(), Seen::default(), AtomicBool::new(false));
    let location = fleet.location()?;
    std::thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        let watcher = scope.spawn(|| -> Result<(), String> {
            let told = |error: store::StoreError| error.to_string();
            let runtime = Runtime::new().map_err(|error| error.to_string())?;
            let store = runtime.block_on(Store::open(&location, StoreLimits::default())).map_err(told)?;
            while !ends.load(Ordering::SeqCst) {
                let placed = store.select::<String>(&PLACED, params![]);
                for order in runtime.block_on(placed).map_err(told)? {
                    note(&committed, &order);
                }
            }
            runtime.block_on(store.close());
            Ok(())
        });
        let outcome = (0..ORDERS).try_for_each(|number| {
            send(number)?;
            let name = next(core, after)?;
            note(&arrived, &name);
            until(|| Ok(count(&committed) > number))
        });
        ends.store(true, Ordering::SeqCst);
        watcher.join().map_err(|_| "the watcher panicked")??;
        outcome
    })?;
    let committed = committed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let arrived = arrived.into_inner().unwrap_or_else(PoisonError::into_inner);
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
    let name = name.to_owned();
    Runtime::new()?.block_on(async {
        let store = Store::open(&fleet.location()?, StoreLimits::default()).await?;
        let state = store.select_optional(&STATE, params![name.as_str()]).await?;
        store.close().await;
        Ok(state.ok_or("no statement")?)
    })
}
