//! Payroll statements of 10,000 transfers: to their 202, and to EXECUTED, with 1, 5 and 20 of them in flight; beside
//! the same rows written by bare rusqlite and by COPY, and the same request parsed by bare `serde_json`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use testkit::postgres::Cluster;

use crate::server::Demo;
use crate::statistics::{median, met};

mod bare;
mod flight;
pub(crate) mod request;

/// Transfers of one statement: as many as the specification allows.
pub(crate) const TRANSFERS: usize = 10_000;
const IN_FLIGHT: [usize; 3] = [1, 5, 20];
/// Measurements of one statement alone, of which the median counts.
const SAMPLES: usize = 5;
/// Flights of each size, of which the median counts.
const FLIGHTS: usize = 3;
/// The most time that a 202 may take, as a multiple of the bare insert and the bare parse together.
const GOAL_OF_BARE: f64 = 4.0;
/// Transfers executed per second.
const GOAL_SQLITE_PER_S: f64 = 100_000.0;
const GOAL_POSTGRES_PER_S: f64 = 50_000.0;
/// Both cores, as for the program.
const CORES: &str = "0,1";

/// Measures both engines.
///
/// # Errors
/// A process does not start or a statement does not execute.
pub(crate) fn run(program: &Path) -> Result<(), Box<dyn Error>> {
    let body = request::body("bare", &[])?;
    let parse_s = median_of(SAMPLES, || bare::parse(&body))?;
    let insert_s = median_of(SAMPLES, bare::sqlite)?;
    measure("SQLite", program, None, parse_s, ("rusqlite, one transaction", insert_s), GOAL_SQLITE_PER_S)?;
    let cluster = Cluster::start()?;
    let copy_s = median_of(SAMPLES, || bare::copy(cluster.url()))?;
    let url = Some(cluster.url());
    measure("PostgreSQL (fsync off)", program, url, parse_s, ("COPY", copy_s), GOAL_POSTGRES_PER_S)
}

fn median_of(
    samples: usize,
    mut measured: impl FnMut() -> Result<f64, Box<dyn Error>>,
) -> Result<f64, Box<dyn Error>> {
    let seconds: Result<Vec<f64>, _> = (0..samples).map(|_| measured()).collect();
    Ok(median(&seconds?))
}

#[expect(clippy::float_arithmetic, reason = "rates and ratios of measurements are no money")]
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
fn measure(
    engine: &str,
    program: &Path,
    database: Option<&str>,
    parse_s: f64,
    (peer, bare_s): (&str, f64),
    goal_per_s: f64,
) -> Result<(), Box<dyn Error>> {
    let demo = Demo::start_with(program, database, CORES, &[])?;
    let mut flights = flight::Flights::new(&demo)?;
    let accepted_s = median_of(SAMPLES, || flights.fly(1).map(|flight| flight.accepted_after_s))?;
    let bare_sum_s = parse_s + bare_s;
    println!(
        "payroll, {engine}: 202 after {:.1} ms; {peer} {:.1} ms + serde_json {:.1} ms; ratio {:.2} (goal \
            {GOAL_OF_BARE} {})",
        accepted_s * 1e3,
        bare_s * 1e3,
        parse_s * 1e3,
        accepted_s / bare_sum_s,
        met(accepted_s <= GOAL_OF_BARE * bare_sum_s),
    );
    for count in IN_FLIGHT {
        fly(&demo, &mut flights, count, goal_per_s)?;
    }
    println!(
        "  peak memory {:?} KiB (goal 153600); {:.0} bytes on disk per transfer",
        demo.memory_peak_kib(),
        flights.bytes_per_transfer()?
    );
    Ok(())
}

/// Several flights of one size, and their medians.
#[expect(clippy::float_arithmetic, reason = "rates of measurements are no money")]
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
fn fly(
    demo: &Demo,
    flights: &mut flight::Flights,
    count: usize,
    goal_per_s: f64,
) -> Result<(), Box<dyn Error>> {
    let before = demo.retries()?;
    let flown: Result<Vec<flight::Flight>, _> = (0..FLIGHTS).map(|_| flights.fly(count)).collect();
    let flown = flown?;
    let median_of =
        |figure: fn(&flight::Flight) -> f64| median(&flown.iter().map(figure).collect::<Vec<_>>());
    let transfers = f64::from(u32::try_from(count * TRANSFERS)?);
    let executed_per_s = transfers / median_of(|flight| flight.execution_s);
    let executed_after_s = median_of(|flight| flight.executed_after_s);
    println!(
        "  {count:>2} in flight: all 202 after {:.2} s, EXECUTED after {executed_after_s:.2} s: {:.0} transfers/s \
            from POST, {executed_per_s:.0}/s executed (goal {goal_per_s:.0} {}; medians of {FLIGHTS}); memory so far \
            {:?} KiB; run again: {}",
        median_of(|flight| flight.accepted_after_s),
        transfers / executed_after_s,
        met(executed_per_s >= goal_per_s),
        demo.memory_peak_kib(),
        run_again(&before, &demo.retries()?),
    );
    Ok(())
}

/// The units of work that were disturbed meanwhile, with how often they were run again.
fn run_again(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> String {
    let more = after.iter().filter_map(|(unit, count)| {
        let more = count.saturating_sub(before.get(unit).copied().unwrap_or(0));
        (more > 0).then(|| format!("{unit} {more}"))
    });
    let more: Vec<String> = more.collect();
    if more.is_empty() { "nothing".to_owned() } else { more.join(", ") }
}
