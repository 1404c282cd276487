//! Proof that two versions serve one database together (requirement LIF-04).
//!
//! Two processes of the older version are under load. One is replaced by the newer version, which migrates the
//! database; both versions serve; the other process is replaced; and one of them goes back to the older version, as
//! after an update that a bank regrets. Every process is asked to end as an operator asks it. No statement that was
//! answered 202 is lost and none is paid twice.

use std::path::Path;
use std::time::Instant;

use super::Dice;
use super::client::Signers;
use super::comparison::{self, Ledger};
use super::fleet::Fleet;
use super::journal::{self, Sent, acknowledged};
use super::senders::{Senders, repeat_what_is_unknown};
use crate::outcome::Outcome;

const PROCESSES: usize = 2;
/// Statements that are sent in each of the phases.
const STATEMENTS: u64 = 200;
/// Programs of companies that send statements to each process.
const SENDERS_EACH: usize = 2;

/// The version that a process is replaced by.
#[derive(Clone, Copy, Debug)]
enum Version {
    Older,
    Newer,
}

/// The update and the way back: each step with the process that is replaced while the load goes on, and by which
/// version.
const STEPS: [(&str, Option<(usize, Version)>); 8] = [
    ("both processes of the older version", None),
    ("one is replaced, and migrates the database", Some((1, Version::Newer))),
    ("both versions together", None),
    ("the other one is replaced", Some((0, Version::Newer))),
    ("both processes of the newer version", None),
    ("one goes back to the older version", Some((1, Version::Older))),
    ("both versions together again", None),
    ("and is replaced once more", Some((1, Version::Newer))),
];

/// Goes through the update under load.
pub(super) fn run(newer: &Path, older: &Path) -> Outcome<()> {
    let cluster = testkit::postgres::Cluster::start()?;
    println!(
        "two versions on PostgreSQL, {PROCESSES} processes: {STATEMENTS} statements in each of {} phases",
        STEPS.len()
    );
    let mut fleet = Fleet::start(older, PROCESSES, Some(cluster.url()))?;
    let (since, dice, signers) = (Instant::now(), Dice::new(1), Signers::read(fleet.data())?);
    let before = Ledger::read(&fleet.location()?)?;
    let mut journal: Vec<Sent> = Vec::new();
    for (told, replaced) in STEPS {
        let begun = Instant::now();
        let first = journal::add(&mut journal, STATEMENTS, &dice, &signers)?;
        let program = replaced.map(|(member, version)| match version {
            Version::Older => (member, older),
            Version::Newer => (member, newer),
        });
        let unanswered = phase(&mut fleet, program, &mut journal[first..])?;
        if program.is_none() && unanswered > 0 {
            return Err(format!("{told}: {unanswered} statements had no answer").into());
        }
        repeat_what_is_unknown(&fleet, &mut journal[first..])?;
        println!(
            "  {told}: {} ms, {unanswered} requests without an answer were repeated",
            begun.elapsed().as_millis()
        );
    }
    comparison::wait_for_ends(&fleet.location()?, &journal)?;
    comparison::compare(&mut fleet, &journal, &before)?;
    println!(
        "  {} statements acknowledged, none lost, none paid twice, every sum zero ({} s)",
        acknowledged(&journal),
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
