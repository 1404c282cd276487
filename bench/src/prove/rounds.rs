//! Statements under fire.

use std::collections::VecDeque;
use std::error::Error;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::client::{Answer, Caller, Signers};
use super::comparison::{self, Ledger};
use super::fault::Fault;
use super::fleet::Fleet;
use super::journal::{Sent, statement};
use super::{Dice, ProveArguments};

/// Statements that are sent in one round.
const STATEMENTS_OF_ROUND: u64 = 6;
/// Programs that send them at once.
const SENDERS: usize = 3;
/// The latest moment of the error, in microseconds after the first statement is sent.
const FAULT_AFTER_US_MAX: u64 = 120_000;
/// The time for which a request without an answer is repeated, and the pause before each time: a process that cannot
/// answer now says so at once, and may need a second until it can.
const REPEATED_MAX: Duration = Duration::from_mins(1);
const REPEAT_PAUSE: Duration = Duration::from_millis(100);
/// Rounds between two looks whether every statement has come to its end.
const ROUNDS_BETWEEN_LOOKS: u32 = 25;

/// Runs the rounds and compares at the end.
#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
pub(super) fn run(fleet: &mut Fleet, arguments: &ProveArguments) -> Result<(), Box<dyn Error>> {
    let (since, dice, signers) = (Instant::now(), Dice::new(arguments.seed), Signers::read(fleet.data())?);
    let before = Ledger::read(&fleet.location()?)?;
    let mut journal: Vec<Sent> = Vec::new();
    for round in 1..=arguments.rounds {
        let first = journal.len();
        for _ in 0..=dice.below(STATEMENTS_OF_ROUND) {
            let (payload, mut sent) = statement(&dice, journal.len());
            sent.body = signers.body(&payload)?;
            journal.push(sent);
        }
        one_round(fleet, &dice, &mut journal[first..])?;
        repeat_what_is_unknown(fleet, &mut journal[first..])?;
        if round % ROUNDS_BETWEEN_LOOKS == 0 || round == arguments.rounds {
            comparison::wait_for_ends(&fleet.location()?, &journal)?;
        }
    }
    for member in 0..fleet.len() {
        fleet.kill(member)?;
    }
    let after = Ledger::read(&fleet.location()?)?;
    comparison::compare(&fleet.location()?, &journal, &before, &after)?;
    for member in 0..fleet.len() {
        fleet.kill_and_restart(member)?;
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
    let (tokens, addresses) =
        (fleet.tokens.clone(), (0..fleet.len()).map(|member| fleet.address(member)).collect::<Vec<_>>());
    let queue: Mutex<VecDeque<&mut Sent>> = Mutex::new(statements.iter_mut().collect());
    std::thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        let senders: Vec<_> = (0..SENDERS)
            .map(|sender| {
                let caller = Caller::new(&addresses[sender % addresses.len()], &tokens);
                let queue = &queue;
                scope.spawn(move || send_all(&caller, queue))
            })
            .collect();
        fault.strike(fleet)?;
        for sender in senders {
            if let Some(status) = sender.join().map_err(|_| "a sender panicked")? {
                return Err(format!("a statement was answered {status}").into());
            }
        }
        Ok(())
    })
}

/// Sends the queue; returns a forbidden answer, if there was one.
pub(super) fn send_all(caller: &Caller, queue: &Mutex<VecDeque<&mut Sent>>) -> Option<u16> {
    loop {
        let next = queue.lock().ok()?.pop_front();
        let sent = next?;
        match caller.send(&sent.body) {
            Answer::Accepted => sent.is_acknowledged = true,
            Answer::Unknown => {}
            // Its first request had no answer.
            Answer::Exists => return Some(400),
            Answer::Unexpected(status) => return Some(status),
        }
    }
}

/// A program without an answer sends its request again: the bank takes it or says that it has it.
pub(super) fn repeat_what_is_unknown(fleet: &Fleet, statements: &mut [Sent]) -> Result<(), Box<dyn Error>> {
    let (_never, pause) = channel::<()>();
    for sent in statements.iter_mut().filter(|sent| !sent.is_acknowledged) {
        let since = Instant::now();
        while !sent.is_acknowledged && since.elapsed() < REPEATED_MAX {
            match Caller::new(&fleet.address(0), &fleet.tokens).send(&sent.body) {
                Answer::Accepted | Answer::Exists => sent.is_acknowledged = true,
                Answer::Unknown => {
                    let _ = pause.recv_timeout(REPEAT_PAUSE);
                }
                Answer::Unexpected(status) => {
                    return Err(format!("{} was answered {status}", sent.external_id).into());
                }
            }
        }
        if !sent.is_acknowledged {
            return Err(format!("{} was never answered", sent.external_id).into());
        }
    }
    Ok(())
}
