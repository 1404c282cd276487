//! Proof that the books of both sides agree, whoever keeps them and whatever dies when.
//!
//! Where a core keeps the accounts, its facts are in the channel's books once and in its order, and each told day is
//! what the core has closed (BNK-05). Where they are kept here, a second program that knows nothing but the journal has
//! the balances that the channel and its customers have (BNK-06).

mod core;
mod ledger;
mod second;
mod told;

use std::path::Path;

use testkit::postgres::Cluster;

use super::Ground;
use super::fleet::{Fleet, FleetPlan};
use super::journal::PAYER;
use crate::outcome::Outcome;

/// Rounds of one day.
const ROUNDS_OF_DAY: u32 = 10;
/// Seconds of a day, and those after which it is closed at the latest.
const DAY_S: i64 = 86_400;
const CLOSING_S: i64 = 600;
/// Accounts of which a customer reads each day.
const READ: [&str; 2] = [PAYER, "42102810400000000003"];

/// The side that keeps the accounts.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeper {
    /// The bank's core, which tells what it books.
    Core,
    /// The channel, whose journal the core reads.
    Ledger,
}

/// Runs the proof for the keepers that are asked for.
pub(super) fn run(program: &Path, only: Option<Keeper>, ground: &Ground) -> Outcome<()> {
    let keepers = [Keeper::Core, Keeper::Ledger].into_iter();
    for kept_by in keepers.filter(|one| only.is_none_or(|only| only == *one)) {
        ground.each(&format!("books of {kept_by:?}"), |processes, cluster| {
            let url = cluster.map(Cluster::url);
            match kept_by {
                Keeper::Core => {
                    let mut fleet = Fleet::start_as(program, processes, url, FleetPlan::of_core())?;
                    core::prove(&mut fleet, program, ground)
                }
                Keeper::Ledger => ledger::prove(&mut Fleet::start(program, processes, url)?, program, ground),
            }
        })?;
    }
    Ok(())
}
