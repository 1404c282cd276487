//! Changes of state under fire.

use std::collections::VecDeque;
use std::error::Error;
use std::sync::Mutex;
use std::time::Instant;

use tokio::runtime::Runtime;

use super::super::Dice;
use super::super::client::{Caller, Signers};
use super::super::fault::Fault;
use super::super::fleet::Fleet;
use super::super::journal::{Sent, statement};
use super::super::rounds::{repeat_what_is_unknown, send_all};
use super::desk::{Desk, orders};
use super::endpoint::{Endpoint, Temper};
use super::reader::Reader;
use super::{WebhooksArguments, comparison, ending};

/// The most statements that are sent in one round.
const STATEMENTS_OF_ROUND: u64 = 3;
/// The latest moment of the fault, in microseconds after the first change: long enough for deliveries to be under way.
const FAULT_AFTER_US_MAX: u64 = 700_000;
const TEMPERS: [Temper; 3] = [Temper::Willing, Temper::Moody, Temper::Silent];

/// Runs the rounds, lets everything come to its end, and compares.
#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
pub(super) fn run(fleet: &mut Fleet, arguments: &WebhooksArguments) -> Result<(), Box<dyn Error>> {
    let (since, dice, signers) = (Instant::now(), Dice::new(arguments.seed), Signers::read(fleet.data())?);
    let runtime = Runtime::new()?;
    let administrator = fleet.tokens_of_administrator()?;
    let before = ending::last_number(&fleet.location()?)?;
    let open = |(temper, seed): (Temper, u64)| {
        Endpoint::open(&runtime, (&fleet.address(0), &administrator), temper, seed)
    };
    let endpoints: Result<Vec<Endpoint>, _> = TEMPERS.into_iter().zip(arguments.seed..).map(open).collect();
    let endpoints = endpoints?;
    if ending::last_number(&fleet.location()?)? != before {
        return Err("something changed its state before the first round".into());
    }
    let addresses: Vec<String> = (0..fleet.len()).map(|member| fleet.address(member)).collect();
    let reader = Reader::start(addresses, fleet.tokens.clone());
    let (mut journal, mut kills): (Vec<Sent>, u32) = (Vec::new(), 0);
    for round in 1..=arguments.rounds {
        let first = journal.len();
        for _ in 0..=dice.below(STATEMENTS_OF_ROUND) {
            let (payload, mut sent) = statement(&dice, journal.len());
            sent.body = signers.body(&payload)?;
            journal.push(sent);
        }
        kills += u32::from(one_round(fleet, &dice, round, &mut journal[first..])?);
        repeat_what_is_unknown(fleet, &mut journal[first..])?;
    }
    endpoints.iter().for_each(Endpoint::calm_down);
    ending::wait(fleet)?;
    let read = reader.end()?;
    for member in 0..fleet.len() {
        fleet.kill(member)?;
    }
    let found = comparison::compare(fleet, &endpoints, &read, (&journal, before))?;
    println!(
        "  {} rounds, {kills} kills, {} stops: {found} ({} s)",
        arguments.rounds,
        arguments.rounds - kills,
        since.elapsed().as_secs()
    );
    Ok(())
}

/// Lets states change while one process dies or sleeps; tells whether it died.
fn one_round(
    fleet: &mut Fleet,
    dice: &Dice,
    round: u32,
    statements: &mut [Sent],
) -> Result<bool, Box<dyn Error>> {
    let fault = Fault::draw(dice, fleet.len(), FAULT_AFTER_US_MAX)?;
    let orders = orders(dice, round);
    let (tokens, first, last) = (fleet.tokens.clone(), fleet.address(0), fleet.address(fleet.len() - 1));
    let queue: Mutex<VecDeque<&mut Sent>> = Mutex::new(statements.iter_mut().collect());
    let queue = &queue;
    std::thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        let (desk, caller) = (Desk::new(&first, &tokens), Caller::new(&last, &tokens));
        let at_desk = scope.spawn(move || orders.into_iter().try_for_each(|order| desk.carry_out(order)));
        let sender = scope.spawn(move || send_all(&caller, queue));
        fault.strike(fleet)?;
        at_desk.join().map_err(|_| "the desk panicked")??;
        match sender.join().map_err(|_| "a sender panicked")? {
            Some(status) => Err(format!("a statement was answered {status}").into()),
            None => Ok(()),
        }
    })?;
    Ok(fault.is_kill())
}
