//! Runs of seeds.

use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use simulation::{Plan, Played, shrink};

use crate::faults;
use crate::ground::Ground;
use crate::looks::Broken;
use crate::people::COMPANIES;
use crate::world::World;

/// The steps of a run, before everything that is left is done.
const STEPS: u32 = 240;
/// The most runs that make a failing one short.
const SHRINKING_MAX: usize = 150;

const SEEDS_OF_TESTS: u64 = 40;
/// Seeds in which a planted fault has to be found.
const SEEDS_OF_FAULTS: u64 = 1_000;
/// The longest hunt.
const MINUTES_MAX: u64 = 24 * 60;
/// Variables of the environment by which `cargo xtask simulate` asks.
const SEEDS: &str = "CLIENTBANK_SIMULATED_SEEDS";
const SEED_FIRST: &str = "CLIENTBANK_SIMULATED_FROM";
const MINUTES: &str = "CLIENTBANK_SIMULATED_MINUTES";
/// Lines around the trace of a seed that is played alone.
const BEGIN: &str = "--- begin of the trace\n";
const END: &str = "--- end of the trace\n";
const FAULT: &str = "CLIENTBANK_SIMULATED_FAULT";

async fn play(ground: &Rc<Ground>, plan: &Plan) -> Played {
    let mut world = World::of(ground, plan).await;
    let mut steps = 0;
    let mut run = async || {
        for step in &plan.steps {
            steps += 1;
            world.step(*step).await?;
        }
        world.finish().await
    };
    let ended = AssertUnwindSafe(run()).catch_unwind().await;
    let broken = match ended {
        Ok(kept) => kept.err().map(|Broken(words)| words),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Some(format!("a panic: {}", text.unwrap_or_default()))
        }
    };
    Played { trace: world.end(broken.is_some()), steps, broken }
}

/// Runs on one thread, with nothing beside it but the writers of SQLite.
fn on_one_thread<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(work)
}

fn plan(seed: u64) -> Plan {
    let companies = 1 + usize::try_from(seed % 3).expect("a small number");
    Plan::new(seed, companies.min(COMPANIES.len()), STEPS)
}

/// Seeds that were played, with a digest of all traces, and the one that failed in the end.
struct Hunted {
    seeds: u64,
    steps: usize,
    traces: DefaultHasher,
    failing: Option<(Plan, Played)>,
}

/// Plays seeds until one fails, the number is reached or the time is over.
async fn hunt(ground: &Rc<Ground>, seeds: Range<u64>, time: Duration) -> Hunted {
    let start = Instant::now();
    let mut hunted = Hunted { seeds: 0, steps: 0, traces: DefaultHasher::new(), failing: None };
    for seed in seeds.take_while(|_| start.elapsed() < time) {
        let plan = plan(seed);
        let played = play(ground, &plan).await;
        if played.broken.is_some() {
            hunted.failing = Some((plan, played));
            break;
        }
        hunted.seeds += 1;
        hunted.steps += played.steps;
        hunted.traces.write(played.trace.as_bytes());
    }
    hunted
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Plays seeds as the environment asks; tells what was played, or a failing seed that was made short.
fn simulate(seeds_default: u64) -> Result<String, String> {
    let seeds = variable(SEEDS).unwrap_or(seeds_default);
    let first = variable(SEED_FIRST).unwrap_or(1);
    let time = Duration::from_mins(variable(MINUTES).unwrap_or(MINUTES_MAX));
    let ground = Rc::new(Ground::make());
    if seeds == 1 {
        let played = on_one_thread(play(&ground, &plan(first)));
        let told = format!("{BEGIN}{}{END}", played.trace);
        return played.broken.map_or_else(|| Ok(told.clone()), |words| Err(format!("{told}broken: {words}")));
    }
    let start = Instant::now();
    let Hunted { seeds, steps, traces, failing } = on_one_thread(hunt(&ground, first..first + seeds, time));
    let Some((plan, played)) = failing else {
        let (seconds, digest) = (start.elapsed().as_secs_f64(), traces.finish());
        return Ok(format!("{seeds} seeds, {steps} steps in {seconds:.1} s, traces {digest:016x}"));
    };
    let words = played.broken.clone().unwrap_or_default();
    let found = format!("seed {} breaks a rule, after {seeds} that break none: {words}", plan.seed);
    if std::env::var_os(FAULT).is_some() {
        return Err(found);
    }
    let again = async |plan: &Plan| play(&ground, plan).await;
    let (short, played) = on_one_thread(shrink((plan, played), SHRINKING_MAX, again));
    let words = played.broken.unwrap_or_default();
    Err(format!("{found}\n\nshort: {short}\n{}\nbroken: {words}", played.trace))
}

#[test]
fn sim_01_no_order_of_units_breaks_a_rule() {
    if let Ok(name) = std::env::var(FAULT) {
        faults::plant(&name);
    }
    match simulate(SEEDS_OF_TESTS) {
        Ok(told) => eprintln!("{told}"),
        Err(told) => panic!("{told}"),
    }
}

/// Plays seeds in a process of its own, with these variables; returns what it told.
fn played_apart(variables: &[(&str, &str)]) -> String {
    let mut program = Command::new(std::env::current_exe().expect("this program"));
    program.args(["--exact", "runs::sim_01_no_order_of_units_breaks_a_rule", "--nocapture"]);
    let played = program.envs(variables.iter().copied()).output().expect("it runs");
    String::from_utf8_lossy(&played.stderr).into_owned()
}

#[test]
fn sim_02_one_seed_gives_one_trace() {
    let traces = [(), ()].map(|()| {
        let told = played_apart(&[(SEEDS, "1"), (SEED_FIRST, "7")]);
        let (_, rest) = told.split_once(BEGIN).expect("a trace");
        rest.split_once(END).expect("the end of the trace").0.to_owned()
    });
    assert_eq!(traces[0], traces[1]);
    assert!(traces[0].lines().count() > 100, "{}", traces[0]);
}

/// Plays this many seeds with a fault; the line that tells how it was found.
fn found(fault: &str, seeds: u64) -> Option<String> {
    let told = played_apart(&[(FAULT, fault), (SEEDS, &seeds.to_string())]);
    told.lines().find(|line| line.contains("breaks a rule") || line.contains("has no")).map(str::to_owned)
}

#[test]
fn sim_03_planted_faults_are_found() {
    for fault in ["a-worker-that-lost-its-lease-goes-on", "two-workers-lease-one-job"] {
        assert!(found(fault, 40).is_some(), "{fault}");
    }
}

#[test]
#[ignore = "minutes: `cargo xtask simulate --faults`"]
fn sim_03_every_planted_fault_is_found() {
    let seeds = variable(SEEDS).unwrap_or(SEEDS_OF_FAULTS);
    let mut missed = Vec::new();
    for fault in faults::names() {
        let found = found(fault, seeds);
        eprintln!("{fault}: {}", found.as_deref().unwrap_or("not found"));
        if found.is_none() {
            missed.push(fault);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
