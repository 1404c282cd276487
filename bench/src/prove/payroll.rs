//! Proof that no statement is lost and none is paid twice: a journal of every statement that was answered 202 is kept,
//! requests whose answer was lost are repeated, and in the end journal, statements, single transfers and every kopeck
//! of the ledger are compared. One statement in eight has a rate that would give the bank away, and as many have a fair
//! one.

use std::path::Path;
use std::time::Instant;

use testkit::postgres::Cluster;

use super::client::Signers;
use super::comparison::{self, Ledger};
use super::fault::Fault;
use super::fleet::Fleet;
use super::journal::{self, Sent, acknowledged};
use super::senders::{Senders, repeat_what_is_unknown};
use super::{Dice, Ground, equal};
use crate::outcome::Outcome;

const STATEMENTS_OF_ROUND: u64 = 6;
/// Programs that send them at once.
const SENDERS: usize = 3;
/// The latest moment of the error, in microseconds after the first statement is sent.
const FAULT_AFTER_US_MAX: u64 = 120_000;
/// Rounds between two looks whether every statement has come to its end.
const ROUNDS_BETWEEN_LOOKS: u32 = 25;
/// Rounds of 64 equal requests over two processes.
const EQUAL_ROUNDS: u32 = 200;

pub(super) fn run(program: &Path, ground: &Ground) -> Outcome<()> {
    ground.each("payroll", |processes, cluster| {
        let mut fleet = Fleet::start(program, processes, cluster.map(Cluster::url))?;
        prove(&mut fleet, ground)?;
        if cluster.is_some() { equal::run(&fleet, EQUAL_ROUNDS) } else { Ok(()) }
    })
}

/// Runs the rounds and compares at the end.
fn prove(fleet: &mut Fleet, ground: &Ground) -> Outcome<()> {
    let (since, dice, signers) = (Instant::now(), Dice::new(ground.seed), Signers::read(fleet.data())?);
    let before = Ledger::read(&fleet.location()?)?;
    let mut journal: Vec<Sent> = Vec::new();
    for round in 1..=ground.rounds {
        let first = journal::add(&mut journal, 1 + dice.below(STATEMENTS_OF_ROUND), &dice, &signers)?;
        let fault = Fault::draw(&dice, fleet.len(), FAULT_AFTER_US_MAX)?;
        Senders::of(fleet, SENDERS).send(&mut journal[first..], |_| fault.strike(fleet))?;
        repeat_what_is_unknown(fleet, &mut journal[first..])?;
        if round % ROUNDS_BETWEEN_LOOKS == 0 || round == ground.rounds {
            comparison::wait_for_ends(&fleet.location()?, &journal)?;
        }
    }
    comparison::compare(fleet, &journal, &before)?;
    for member in 0..fleet.len() {
        fleet.launch(member)?;
    }
    println!(
        "  {} rounds, {} statements acknowledged, none lost, none paid twice, every sum zero ({} s)",
        ground.rounds,
        acknowledged(&journal),
        since.elapsed().as_secs()
    );
    Ok(())
}
