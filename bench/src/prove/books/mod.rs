//! Proof that the books of both sides agree, whoever keeps them and whatever dies when.
//!
//! Where a core keeps the accounts, its facts are in the channel's books once and in its order, and each told day is
//! what the core has closed (BNK-05). Where they are kept here, a second program that knows nothing but the journal has
//! the balances that the channel and its customers have (BNK-06).

mod core;
mod ledger;
mod second;
mod told;

use std::error::Error;
use std::path::Path;

use testkit::postgres::Cluster;

use super::Engine;
use super::fleet::{Fleet, FleetPlan};

/// The side that keeps the accounts.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Keeper {
    /// The bank's core, which tells what it books.
    Core,
    /// The channel, whose journal the core reads.
    Ledger,
}

/// The arguments of `bench prove books`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct BooksArguments {
    /// Deaths per engine and keeper.
    #[arg(long, default_value_t = 100)]
    rounds: u32,
    /// Rounds of one day.
    #[arg(long, default_value_t = 10)]
    rounds_of_day: u32,
    /// The moments, the facts and the statements follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this engine.
    #[arg(long, value_enum)]
    engine: Option<Engine>,
    /// Only this keeper of the accounts.
    #[arg(long, value_enum)]
    keeper: Option<Keeper>,
}

/// Runs the proof for the keepers and on the engines that are asked for.
///
/// # Errors
/// The books of both sides differ, or a process did not start.
#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
pub(super) fn run(program: &Path, arguments: &BooksArguments) -> Result<(), Box<dyn Error>> {
    let BooksArguments { rounds, seed, engine, keeper, .. } = arguments;
    for kept_by in
        [Keeper::Core, Keeper::Ledger].into_iter().filter(|one| keeper.is_none_or(|only| only == *one))
    {
        let plan = || match kept_by {
            Keeper::Core => FleetPlan {
                orders: "payroll.execute=bank,payment.send=none,unclaimed.settle=bank",
                accounts: "core",
                ..FleetPlan::default()
            },
            Keeper::Ledger => FleetPlan::default(),
        };
        let prove = |mut fleet: Fleet| match kept_by {
            Keeper::Core => core::prove(&mut fleet, program, arguments),
            Keeper::Ledger => ledger::prove(&mut fleet, program, arguments),
        };
        if engine.is_none_or(|only| only == Engine::Sqlite) {
            println!("books of {kept_by:?} on SQLite, one process: {rounds} deaths, seed {seed}");
            prove(Fleet::start_as(program, 1, None, plan())?)?;
        }
        if engine.is_none_or(|only| only == Engine::Postgres) {
            let cluster = Cluster::start()?;
            println!(
                "books of {kept_by:?} on PostgreSQL, two processes: {rounds} deaths and stops, seed {seed}"
            );
            prove(Fleet::start_as(program, 2, Some(cluster.url()), plan())?)?;
        }
    }
    Ok(())
}
