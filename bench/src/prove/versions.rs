//! Proof that two versions serve one database together (requirement LIF-04).
//!
//! Two processes of the older version are under load. One is replaced by the newer version, which migrates the
//! database; both versions serve; the other process is replaced; and one of them goes back to the older version, as
//! after an update that a bank regrets. Every process is asked to end as an operator asks it. No statement that was
//! answered 202 is lost and none is paid twice.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Dice;
use super::client::Signers;
use super::comparison::{self, Ledger};
use super::fleet::Fleet;
use super::journal::{self, Sent};
use super::senders::{Senders, repeat_what_is_unknown};
use crate::outcome::Outcome;

const PROCESSES: usize = 2;
/// Programs of companies that send statements to each process.
const SENDERS_EACH: usize = 2;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct VersionsArguments {
    /// The program of the older version.
    #[arg(long)]
    older: PathBuf,
    /// Statements that are sent in each of the phases.
    #[arg(long, default_value_t = 200)]
    statements: u64,
    /// The statements follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The version that a process is replaced by.
#[derive(Clone, Copy, Debug)]
enum Version {
    Older,
    Newer,
}

/// A step of an update: a process, and the version that takes its place while the load goes on.
struct Step {
    told: &'static str,
    replaced: Option<(usize, Version)>,
}

/// The update and the way back.
const STEPS: [Step; 8] = [
    Step { told: "both processes of the older version", replaced: None },
    Step { told: "one is replaced, and migrates the database", replaced: Some((1, Version::Newer)) },
    Step { told: "both versions together", replaced: None },
    Step { told: "the other one is replaced", replaced: Some((0, Version::Newer)) },
    Step { told: "both processes of the newer version", replaced: None },
    Step { told: "one goes back to the older version", replaced: Some((1, Version::Older)) },
    Step { told: "both versions together again", replaced: None },
    Step { told: "and is replaced once more", replaced: Some((1, Version::Newer)) },
];

/// Goes through the update under load.
pub(super) fn run(newer: &Path, arguments: &VersionsArguments) -> Outcome<()> {
    let cluster = testkit::postgres::Cluster::start()?;
    println!(
        "two versions on PostgreSQL, {PROCESSES} processes: {} statements in each of {} phases, seed {}",
        arguments.statements,
        STEPS.len(),
        arguments.seed
    );
    let mut fleet = Fleet::start(&arguments.older, PROCESSES, Some(cluster.url()))?;
    let (since, dice, signers) = (Instant::now(), Dice::new(arguments.seed), Signers::read(fleet.data())?);
    let before = Ledger::read(&fleet.location()?)?;
    let mut journal: Vec<Sent> = Vec::new();
    for step in &STEPS {
        let begun = Instant::now();
        let first = journal::add(&mut journal, arguments.statements, &dice, &signers)?;
        let program = step.replaced.map(|(member, version)| match version {
            Version::Older => (member, arguments.older.as_path()),
            Version::Newer => (member, newer),
        });
        let unanswered = phase(&mut fleet, program, &mut journal[first..])?;
        if program.is_none() && unanswered > 0 {
            return Err(format!("{}: {unanswered} statements had no answer", step.told).into());
        }
        repeat_what_is_unknown(&fleet, &mut journal[first..])?;
        println!(
            "  {}: {} ms, {unanswered} requests without an answer were repeated",
            step.told,
            begun.elapsed().as_millis()
        );
    }
    comparison::wait_for_ends(&fleet.location()?, &journal)?;
    comparison::compare(&mut fleet, &journal, &before)?;
    println!(
        "  {} statements acknowledged, none lost, none paid twice, every sum zero ({} s)",
        journal.iter().filter(|sent| sent.is_acknowledged).count(),
        since.elapsed().as_secs()
    );
    Ok(())
}

/// Sends the statements to all processes, and replaces one meanwhile; the number of requests without an answer.
fn phase(fleet: &mut Fleet, replaced: Option<(usize, &Path)>, statements: &mut [Sent]) -> Outcome<usize> {
    let senders = Senders::of(fleet, SENDERS_EACH * fleet.len());
    senders.send(statements, |_| match replaced {
        Some((member, program)) => fleet.replace(member, program),
        None => Ok(()),
    })?;
    Ok(statements.iter().filter(|sent| !sent.is_acknowledged).count())
}
