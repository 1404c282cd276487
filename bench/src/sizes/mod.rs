//! The cost of the main operations in banks of several sizes, which serve side by side and are asked in turn: a moment
//! in which the machine is slow is slow for all of them.

use std::error::Error;
use std::path::Path;

use clap::Args;
use store::StoreLocation;
use testkit::postgres::Cluster;
use tokio::runtime::Runtime;

use crate::server::Demo;
use crate::statistics::median;

mod asking;
mod filling;

use asking::{Asked, Client};

/// The sizes, in accounts beside those of the demo.
const SIZES: [u64; 4] = [1_000, 100_000, 1_000_000, 10_000_000];
/// The most that an operation may cost, as a multiple of its cost in the smallest bank.
const GOAL: f64 = 1.3;
/// The settings of the server of PostgreSQL.
const SETTINGS: &str = " -c shared_buffers=4GB -c max_wal_size=16GB -c checkpoint_timeout=1h";

/// The banks of a measurement.
#[derive(Args)]
pub(crate) struct SizesArguments {
    /// Accounts of the largest bank; each has two postings.
    #[arg(long, default_value_t = 1_000_000)]
    accounts: u64,
    /// The number of times that every operation is asked of every bank in turn.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Leave PostgreSQL out.
    #[arg(long)]
    sqlite_only: bool,
    /// Leave SQLite out.
    #[arg(long, conflicts_with = "sqlite_only")]
    postgres_only: bool,
}

/// Prints a table for each engine.
///
/// # Errors
/// A process does not start or answers with an error.
pub(crate) fn run(program: &Path, arguments: &SizesArguments) -> Result<(), Box<dyn Error>> {
    let sizes: Vec<u64> = SIZES.into_iter().filter(|size| *size <= arguments.accounts).collect();
    if !arguments.postgres_only {
        let banks: Result<Vec<Demo>, _> = sizes.iter().map(|_| Demo::start(program, None)).collect();
        table("SQLite", &sizes, &banks?, arguments.rounds, None)?;
    }
    if !arguments.sqlite_only {
        let cluster = Cluster::start_with(SETTINGS)?;
        let runtime = Runtime::new()?;
        let mut banks = Vec::new();
        for size in &sizes {
            let name = format!("bank_{size}");
            let create = format!("create database {name}");
            runtime.block_on(testkit::postgres::execute(cluster.url(), &create));
            banks.push(Demo::start(program, Some(&database(cluster.url(), &name)?))?);
        }
        table("PostgreSQL", &sizes, &banks, arguments.rounds, Some(&runtime))?;
    }
    Ok(())
}

/// The address of another database of the same server.
fn database(url: &str, name: &str) -> Result<String, Box<dyn Error>> {
    let (server, _) = url.rsplit_once('/').ok_or("an address without a database")?;
    Ok(format!("{server}/{name}"))
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
#[expect(clippy::float_arithmetic, reason = "ratios of measurements are no money")]
fn table(
    engine: &str,
    sizes: &[u64],
    banks: &[Demo],
    rounds: usize,
    postgres: Option<&Runtime>,
) -> Result<(), Box<dyn Error>> {
    let mut clients = Vec::new();
    for (size, bank) in sizes.iter().zip(banks) {
        let took_s = filling::fill(bank, *size)?;
        if let (Some(runtime), StoreLocation::Postgres { url, .. }) = (postgres, &bank.location) {
            // A server does this by itself some minutes after such a change.
            runtime.block_on(testkit::postgres::execute(url, "vacuum analyze"));
        }
        println!("{engine}: {size} accounts, {} postings written in {took_s:.0} s", 2 * size);
        clients.push(Client::new(bank, *size)?);
    }
    // By operation, then by bank, then by round, in milliseconds.
    let mut took = vec![vec![Vec::with_capacity(rounds); clients.len()]; Asked::ALL.len()];
    for round in 0..=rounds {
        for (asked, of_operation) in Asked::ALL.iter().zip(&mut took) {
            for (client, of_bank) in clients.iter_mut().zip(of_operation) {
                let milliseconds = client.ask(*asked)?;
                // The first round warms the processes.
                if round > 0 {
                    of_bank.push(milliseconds);
                }
            }
        }
    }
    for (asked, of_operation) in Asked::ALL.iter().zip(&took) {
        let smallest = of_operation.first().map(Vec::as_slice).unwrap_or_default();
        let cells = of_operation.iter().zip(sizes).map(|(bank, size)| {
            let ratios: Vec<f64> = bank.iter().zip(smallest).map(|(own, smallest)| own / smallest).collect();
            let ratio = median(&ratios);
            let verdict = if ratio <= GOAL { "" } else { " MISSED" };
            format!("{size}: {:.2} ms, {ratio:.2}{verdict}", median(bank))
        });
        println!("{engine}, {}: {}", asked.name(), cells.collect::<Vec<_>>().join("; "));
    }
    Ok(())
}
