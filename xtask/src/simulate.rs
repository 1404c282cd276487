//! The deterministic simulation of the whole program, for as many seeds as are asked for.

use crate::shell::{self, Outcome};

/// The test that plays seeds, and the one that plants every fault.
const SEEDS_TEST: &str = "runs::sim_01_no_order_of_units_breaks_a_rule";
const FAULTS_TEST: &str = "runs::sim_03_every_planted_fault_is_found";

/// Seeds that are played unless told otherwise.
const SEEDS: u64 = 100;

#[derive(clap::Args)]
pub(crate) struct SimulateArguments {
    /// Seeds that are played, 100 unless told; those in which a fault has to be found, 300 unless told.
    #[arg(long)]
    seeds: Option<u64>,
    /// The first seed: with `--seeds 1` it is played again.
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Play for so many minutes at most.
    #[arg(long)]
    minutes: Option<u64>,
    /// Play an optimised build: it takes minutes to make, and is for nights.
    #[arg(long)]
    release: bool,
    /// Plant this fault, and end with an error when a seed finds it.
    #[arg(long, conflicts_with = "faults")]
    fault: Option<String>,
    /// Plant every fault, one after the other, and tell how many seeds found it.
    #[arg(long)]
    faults: bool,
}

/// Builds the test program and plays.
pub(crate) fn run(arguments: &SimulateArguments) -> Outcome<()> {
    let mut command = shell::cargo();
    command.args(["test", "--locked", "--package", "clientbank", "--test", "simulation"]);
    if arguments.release {
        command.arg("--release");
    }
    command.arg("--");
    command.args(["--nocapture", "--include-ignored", "--exact"]);
    command.arg(if arguments.faults { FAULTS_TEST } else { SEEDS_TEST });
    // For faults the tests have a number of their own.
    if let Some(seeds) = arguments.seeds.or((!arguments.faults).then_some(SEEDS)) {
        command.env("CLIENTBANK_SIMULATED_SEEDS", seeds.to_string());
    }
    command.env("CLIENTBANK_SIMULATED_FROM", arguments.from.to_string());
    if let Some(minutes) = arguments.minutes {
        command.env("CLIENTBANK_SIMULATED_MINUTES", minutes.to_string());
    }
    if let Some(fault) = &arguments.fault {
        command.env("CLIENTBANK_SIMULATED_FAULT", fault);
    }
    shell::run(&mut command)
}
