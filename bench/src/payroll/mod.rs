//! Payroll statements of 10,000 transfers: to their 202, and to EXECUTED, with 1, 5 and 20 of them in flight.

use std::path::Path;

use testkit::postgres::Cluster;

use crate::outcome::Outcome;
use crate::server::Demo;
use crate::statistics::{median, met};
use flight::{Flight, Flights};

mod flight;
mod request;

/// Transfers of one statement: as many as the specification allows.
const TRANSFERS: usize = 10_000;
const IN_FLIGHT: [usize; 3] = [1, 5, 20];
/// Flights of each size, of which the median counts.
const FLIGHTS: usize = 3;
/// Transfers executed per second.
const GOAL_SQLITE_PER_S: f64 = 100_000.0;
const GOAL_POSTGRES_PER_S: f64 = 50_000.0;
/// Both cores, as for the program.
const CORES: &str = "0,1";

pub(crate) fn run(program: &Path) -> Outcome<()> {
    measure("SQLite", &Demo::start(program, None, CORES, &[])?, GOAL_SQLITE_PER_S)?;
    let cluster = Cluster::start()?;
    let demo = Demo::start(program, Some(cluster.url()), CORES, &[])?;
    measure("PostgreSQL (fsync off)", &demo, GOAL_POSTGRES_PER_S)
}

fn measure(engine: &str, demo: &Demo, goal_per_s: f64) -> Outcome<()> {
    let mut flights = Flights::new(demo)?;
    println!("payroll, {engine}: memory before {:?} KiB", demo.memory_peak_kib());
    for count in IN_FLIGHT {
        fly(demo, &mut flights, count, goal_per_s)?;
    }
    println!("  {:.0} bytes on disk per transfer", flights.bytes_per_transfer()?);
    Ok(())
}

/// Several flights of one size, and their medians.
#[expect(clippy::float_arithmetic, reason = "rates of measurements are no money")]
fn fly(demo: &Demo, flights: &mut Flights, count: usize, goal_per_s: f64) -> Outcome<()> {
    let flown: Vec<Flight> = (0..FLIGHTS).map(|_| flights.fly(count)).collect::<Result<_, _>>()?;
    let median_of = |figure: fn(&Flight) -> f64| median(&flown.iter().map(figure).collect::<Vec<_>>());
    let transfers = f64::from(u32::try_from(count * TRANSFERS)?);
    let executed_per_s = transfers / median_of(|flight| flight.execution_s);
    let executed_after_s = median_of(|flight| flight.executed_after_s);
    println!(
        "  {count:>2} in flight: all 202 after {:.2} s, EXECUTED after {executed_after_s:.2} s: {:.0} transfers/s \
            from POST, {executed_per_s:.0}/s executed (goal {goal_per_s:.0} {}; medians of {FLIGHTS}); memory so far \
            {:?} KiB (goal 153600)",
        median_of(|flight| flight.accepted_after_s),
        transfers / executed_after_s,
        met(executed_per_s >= goal_per_s),
        demo.memory_peak_kib(),
    );
    Ok(())
}
