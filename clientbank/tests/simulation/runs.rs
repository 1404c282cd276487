//! Runs of seeds.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use simulation::{Plan, Played, shrink};

use crate::ground::Ground;
use crate::people::COMPANIES;
use crate::world::World;

/// The steps of a run, before everything that is left is done.
const STEPS: u32 = 240;
/// The most runs that make a failing one short.
const SHRINKING_MAX: usize = 400;

/// Plays a plan.
async fn play(ground: &Ground, plan: &Plan) -> Played {
    let path = ground.database(plan.seed);
    let mut world = World::of(ground, plan, path.clone()).await;
    let mut steps = 0;
    let mut run = async || {
        for step in &plan.steps {
            steps += 1;
            if let Some(broken) = world.step(*step).await {
                return Some(broken);
            }
        }
        world.finish().await
    };
    let ended = AssertUnwindSafe(run()).catch_unwind().await;
    let broken = ended.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Some(format!("a panic: {}", text.unwrap_or_default()))
    });
    let trace = world.end();
    for ending in ["", "-wal", "-shm"] {
        // What is left is removed with its folder.
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    Played { trace, steps, broken }
}

/// Runs on one thread, with nothing beside it but the writers of SQLite.
fn on_one_thread<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(work)
}

/// The plan of a seed.
fn plan(seed: u64) -> Plan {
    let companies = 1 + usize::try_from(seed % 3).expect("a small number");
    Plan::of(seed, companies.min(COMPANIES.len()), STEPS)
}

/// A seed that fails.
struct Failing {
    plan: Plan,
    played: Played,
    /// Seeds that were played before.
    seeds: u64,
}

/// Plays seeds until one fails, the number is reached or the time is over; how many were played, and their steps.
async fn hunt(ground: &Ground, seeds: std::ops::Range<u64>, time: Duration) -> Result<(u64, usize), Failing> {
    let (start, first, mut steps) = (Instant::now(), seeds.start, 0);
    for seed in seeds {
        if start.elapsed() > time {
            return Ok((seed - first, steps));
        }
        let plan = plan(seed);
        let played = play(ground, &plan).await;
        steps += played.steps;
        if played.broken.is_some() {
            return Err(Failing { plan, played, seeds: seed - first });
        }
    }
    Ok((u64::MAX, steps))
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn sim_01_no_order_of_units_breaks_a_rule() {
    let seeds = variable("CLIENTBANK_SEEDS").unwrap_or(20);
    let first = variable("CLIENTBANK_SEED_FIRST").unwrap_or(1);
    let minutes = variable("CLIENTBANK_SIMULATED_MINUTES").unwrap_or(60);
    let ground = Ground::make();
    let start = Instant::now();
    let hunted = on_one_thread(hunt(&ground, first..first + seeds, Duration::from_secs(60 * minutes)));
    let seconds = start.elapsed().as_secs_f32();
    match hunted {
        Ok((_, steps)) => eprintln!("{seeds} seeds, {steps} steps in {seconds} s"),
        Err(Failing { plan, played, seeds }) => {
            eprintln!("{plan} after {seeds} seeds: {}", played.broken.as_deref().unwrap_or_default());
            let again = |plan: &Plan| {
                let plan = plan.clone();
                let ground = &ground;
                async move { play(ground, &plan).await }
            };
            let (short, played) =
                on_one_thread(shrink((plan.clone(), played), SHRINKING_MAX, async |plan: &Plan| {
                    again(plan).await
                }));
            panic!(
                "{plan} after {seeds} seeds, shrunk to {short}:\n{}\nbroken: {}",
                played.trace,
                played.broken.unwrap_or_default()
            );
        }
    }
}

#[test]
fn sim_02_one_seed_gives_one_trace() {
    let ground = Ground::make();
    let [one, other] = [(), ()].map(|()| on_one_thread(play(&ground, &plan(7))));
    assert_eq!(one, other);
    assert!(one.trace.lines().count() > 100, "{}", one.trace);
}
