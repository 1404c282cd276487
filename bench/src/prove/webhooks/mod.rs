//! Proof that no event is lost, whatever dies when and however receivers behave (requirements EVT-01, EVT-02, OPS-05).
//!
//! Statements, tariff requests and messages with certificates change their states while processes die (`SIGKILL`) or
//! sleep beyond their leases (`SIGSTOP`). Three webhooks are told of everything: one takes each delivery, one refuses,
//! hangs up and hangs now and then, one never answers. Somebody reads the list of events meanwhile. Behind each hundred
//! deaths, and in the end, everything is taken, and the database's own histories, the events, the list and what came to
//! each receiver since the beginning are compared.

mod comparison;
mod desk;
mod ending;
mod endpoint;
mod reader;
mod receiver;

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use testkit::postgres::Cluster;
use tokio::runtime::Runtime;

use self::desk::{Desk, Order, orders};
use self::endpoint::{Endpoint, Temper};
use self::reader::{Read, Reader};
use super::client::{Answer, Caller, Signers};
use super::fault::Fault;
use super::fleet::Fleet;
use super::journal::{Sent, statement};
use super::senders::send_until_taken;
use super::{Dice, Ground};
use crate::outcome::Outcome;

/// The rounds between two comparisons of everything.
const ROUNDS_OF_WAVE: u32 = 100;
/// The latest moments of a fault, in microseconds after the process listens: most are early, when a start finds the
/// leases of the dead and changes without answer; one of so many is late, when deliveries flow.
const EARLY_US_MAX: u64 = 80_000;
const LATE_US_MAX: u64 = 500_000;
const LATE_ONE_OF: u64 = 4;
/// The time for which a statement without an answer is repeated, and the pause before each time.
const REPEATED_MAX: Duration = Duration::from_mins(2);
const REPEAT_PAUSE: Duration = Duration::from_millis(10);
const TEMPERS: [Temper; 3] = [Temper::Willing, Temper::Moody, Temper::Silent];

/// The state that lives through all rounds.
struct Proof<'a> {
    fleet: &'a mut Fleet,
    dice: Dice,
    signers: Signers,
    endpoints: Vec<Endpoint>,
    journal: Vec<Sent>,
}

pub(super) fn run(program: &Path, ground: &Ground) -> Outcome<()> {
    ground.each("webhooks", |processes, cluster| {
        prove(&mut Fleet::start(program, processes, cluster.map(Cluster::url))?, ground)
    })
}

/// Runs the rounds; after each wave of them lets everything come to its end, and compares.
fn prove(fleet: &mut Fleet, ground: &Ground) -> Outcome<()> {
    let (since, signers) = (Instant::now(), Signers::read(fleet.data())?);
    let runtime = Runtime::new()?;
    let administrator = fleet.tokens_of_administrator()?;
    let before = ending::last_number(&fleet.location()?)?;
    let open = |(temper, seed): (Temper, u64)| {
        Endpoint::open(&runtime, (&fleet.address(0), &administrator), temper, seed)
    };
    let endpoints: Result<Vec<Endpoint>, _> = TEMPERS.into_iter().zip(ground.seed..).map(open).collect();
    let endpoints = endpoints?;
    if ending::last_number(&fleet.location()?)? != before {
        return Err("something changed its state before the first round".into());
    }
    let addresses: Vec<String> = (0..fleet.len()).map(|member| fleet.address(member)).collect();
    let mut proof = Proof { fleet, dice: Dice::new(ground.seed), signers, endpoints, journal: Vec::new() };
    let (mut read, mut done) = (Read::default(), 0);
    while done < ground.rounds {
        let last = ground.rounds.min(done + ROUNDS_OF_WAVE);
        let reader = Reader::start(addresses.clone(), proof.fleet.tokens.clone(), read);
        proof.endpoints.iter().for_each(|endpoint| endpoint.set_calm(false));
        let began = Instant::now();
        proof.wave(done + 1, last)?;
        let wave = began.elapsed();
        proof.endpoints.iter().for_each(|endpoint| endpoint.set_calm(true));
        let calm = Instant::now();
        ending::wait(proof.fleet)?;
        read = reader.end()?;
        let told = (proof.journal.as_slice(), before);
        let found = comparison::compare(proof.fleet, &proof.endpoints, &read.seen, told)?;
        println!(
            "  {last} rounds: {} events, each in the list once and in its place; {} deliveries ({} repeats after a \
             later event of their thing), every signature verified, none lost, order kept ({} s; of the last {} rounds \
             {:.1} s under fire, {:.1} s to their end)",
            found.events,
            found.arrivals,
            found.late,
            since.elapsed().as_secs(),
            last - done,
            wave.as_secs_f64(),
            calm.elapsed().as_secs_f64()
        );
        done = last;
    }
    Ok(())
}

impl Proof<'_> {
    /// Lets states change without a pause while processes die or sleep.
    fn wave(&mut self, first: u32, last: u32) -> Outcome<()> {
        let random = |round| statement(&self.dice, &self.signers, usize::try_from(round)?);
        let mut statements = (first..=last).map(random).collect::<Outcome<Vec<Sent>>>()?;
        let (tokens, near, far) =
            (self.fleet.tokens.clone(), self.fleet.address(0), self.fleet.address(self.fleet.len() - 1));
        let (to_desk, at_desk) = channel::<Order>();
        let (to_sender, at_sender) = channel::<&mut Sent>();
        let mut queue = statements.iter_mut();
        std::thread::scope(|scope| -> Outcome<()> {
            let (desk, caller) = (Desk::new(&near, &tokens), Caller::new(&far, &tokens));
            let desk = scope.spawn(move || at_desk.into_iter().try_for_each(|order| desk.carry_out(order)));
            let sender = scope.spawn(move || send_all(&caller, at_sender));
            let mut struck = Ok(());
            for round in first..=last {
                // Whoever has ended says why below.
                let is_open = orders(&self.dice, round).into_iter().all(|order| to_desk.send(order).is_ok())
                    && queue.next().is_none_or(|sent| to_sender.send(sent).is_ok());
                struck = self.strike();
                if !is_open || struck.is_err() {
                    break;
                }
            }
            drop((to_desk, to_sender));
            desk.join().map_err(|_| "the desk panicked")??;
            sender.join().map_err(|_| "a sender panicked")??;
            struck
        })?;
        self.journal.append(&mut statements);
        Ok(())
    }

    /// Lets one process die or sleep.
    fn strike(&mut self) -> Outcome<()> {
        let is_late = self.dice.below(LATE_ONE_OF) == 0;
        let after_us_max = if is_late { LATE_US_MAX } else { EARLY_US_MAX };
        Fault::draw(&self.dice, self.fleet.len(), after_us_max)?.strike(self.fleet)
    }
}

/// Sends each statement until it is answered.
fn send_all(caller: &Caller, queue: Receiver<&mut Sent>) -> Result<(), String> {
    for sent in queue {
        match caller.send(&sent.body) {
            Answer::Accepted => sent.is_acknowledged = true,
            Answer::Unknown => send_until_taken(caller, sent, REPEATED_MAX, REPEAT_PAUSE)
                .map_err(|error| error.to_string())?,
            answer => return Err(format!("{} was answered {answer:?}", sent.external_id)),
        }
    }
    Ok(())
}
