//! Statements under fire.

use std::error::Error;
use std::time::Instant;

use super::client::Signers;
use super::comparison::{self, Ledger};
use super::fault::Fault;
use super::fleet::Fleet;
use super::journal::{self, Sent};
use super::senders::{Senders, repeat_what_is_unknown};
use super::{Dice, ProveArguments};

/// Statements that are sent in one round.
const STATEMENTS_OF_ROUND: u64 = 6;
/// Programs that send them at once.
const SENDERS: usize = 3;
/// The latest moment of the error, in microseconds after the first statement is sent.
const FAULT_AFTER_US_MAX: u64 = 120_000;
/// Rounds between two looks whether every statement has come to its end.
const ROUNDS_BETWEEN_LOOKS: u32 = 25;

/// Runs the rounds and compares at the end.
#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
pub(super) fn run(fleet: &mut Fleet, arguments: &ProveArguments) -> Result<(), Box<dyn Error>> {
    let (since, dice, signers) =
        (Instant::now(), Dice::new(arguments.ground.seed), Signers::read(fleet.data())?);
    let before = Ledger::read(&fleet.location()?)?;
    let mut journal: Vec<Sent> = Vec::new();
    for round in 1..=arguments.rounds {
        let first = journal::add(&mut journal, 1 + dice.below(STATEMENTS_OF_ROUND), &dice, &signers)?;
        one_round(fleet, &dice, &mut journal[first..])?;
        repeat_what_is_unknown(fleet, &mut journal[first..])?;
        if round % ROUNDS_BETWEEN_LOOKS == 0 || round == arguments.rounds {
            comparison::wait_for_ends(&fleet.location()?, &journal)?;
        }
    }
    comparison::compare(fleet, &journal, &before)?;
    for member in 0..fleet.len() {
        fleet.launch(member)?;
    }
    println!(
        "  {} rounds, {} statements acknowledged, none lost, none paid twice, every sum zero ({} s)",
        arguments.rounds,
        journal.iter().filter(|sent| sent.is_acknowledged).count(),
        since.elapsed().as_secs()
    );
    Ok(())
}

/// Sends the statements and lets one process die, or sleep beyond its lease, in the midst of it.
fn one_round(fleet: &mut Fleet, dice: &Dice, statements: &mut [Sent]) -> Result<(), Box<dyn Error>> {
    let fault = Fault::draw(dice, fleet.len(), FAULT_AFTER_US_MAX)?;
    Senders::of(fleet, SENDERS).send(statements, |_| fault.strike(fleet))
}
