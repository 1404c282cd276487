//! Proof that a bank survives its leading PostgreSQL server, again and again (requirement LIF-05).
//!
//! One server or more follow the leader synchronously, and two processes of the product are under load. In each round
//! the leader dies or freezes and another one takes its place: by the order of this program, or by Patroni. No
//! statement that was answered 202 is lost and none is paid twice, readiness is false for as long as nobody takes
//! writes, and the time to the first write is measured.

mod pair;
mod patroni;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::pair::Pair;
use self::patroni::Group;
use super::Dice;
use super::client::{Caller, Signers};
use super::comparison::{self, Ledger};
use super::fleet::Fleet;
use super::journal::{self, Sent, acknowledged};
use super::senders::{Senders, repeat_what_is_unknown, send_until_taken};
use crate::outcome::Outcome;
use crate::outside::{agent, pause};
use crate::statistics::at;

const PROCESSES: usize = 2;
/// Programs that send statements at once.
const SENDERS: usize = 4;
/// The latest moment of the leader's death after the first statement is sent, in microseconds for each statement.
const DEATH_AFTER_US_EACH: u64 = 10_000;
/// The time without any server that takes writes, in which readiness is watched.
const NOBODY_LEADS: Duration = Duration::from_millis(1_500);
/// The longest wait for the first write, for readiness, and for a server that follows.
const RECOVERY_MAX: Duration = Duration::from_secs(30);
const LOOK_PAUSE: Duration = Duration::from_millis(10);
/// The longest wait for an answer of the probe of readiness.
const PROBE_MAX: Duration = Duration::from_secs(4);

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FailoverArguments {
    /// Deaths of the leader.
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// Statements that are sent in each round.
    #[arg(long, default_value_t = 40)]
    statements: u64,
    /// The one that makes another server the leader.
    #[arg(long, value_enum, default_value = "operator")]
    led_by: Manager,
    /// The program of Patroni; Debian's by default.
    #[arg(long)]
    patroni: Option<PathBuf>,
    /// The moments and the statements follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The one that makes another server the leader when the one before is gone.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Manager {
    /// This program gives the order: two servers.
    Operator,
    /// Patroni over etcd, both of Debian: three servers.
    Patroni,
}

/// The way in which a leader goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Death {
    /// All its processes end at once, as by a loss of power.
    Power,
    /// All its processes stand still, and go on when another one leads already.
    Freeze,
}

/// PostgreSQL servers, of which one leads.
trait Servers {
    /// The time that passes by settings until somebody notices that the leader is gone.
    const NOTICED: Duration;

    const DEATHS: &'static [Death];

    /// The address that the product is given: all servers, and the wish for the one that takes writes.
    fn address(&self) -> String;

    /// Lets the leader go.
    fn strike(&mut self, death: Death) -> Outcome<()>;

    /// Makes another server lead, or waits until one does; the moment at which it began to.
    fn replace(&mut self) -> Outcome<Instant>;

    /// Makes the server that was gone follow the one that leads.
    fn heal(&mut self) -> Outcome<()>;
}

/// Kills the leader round after round.
pub(super) fn run(program: &Path, arguments: &FailoverArguments) -> Outcome<()> {
    let FailoverArguments { rounds, statements, led_by, patroni, seed } = arguments;
    println!(
        "failover of PostgreSQL by {led_by:?}, two processes: {rounds} deaths, {statements} statements each, \
         seed {seed}"
    );
    match led_by {
        Manager::Operator => survive(program, arguments, &mut Pair::start()?),
        Manager::Patroni => survive(program, arguments, &mut Group::start(patroni.as_deref())?),
    }
}

fn survive<S: Servers>(program: &Path, arguments: &FailoverArguments, servers: &mut S) -> Outcome<()> {
    let FailoverArguments { rounds, statements, seed, .. } = *arguments;
    let fleet = &mut Fleet::start(program, PROCESSES, Some(&servers.address()))?;
    let (since, dice, signers) = (Instant::now(), Dice::new(seed), Signers::read(fleet.data())?);
    let before = Ledger::read(&fleet.location()?)?;
    let mut journal: Vec<Sent> = Vec::new();
    let mut times = Vec::new();
    for round in 1..=rounds {
        let first = journal::add(&mut journal, 1 + statements, &dice, &signers)?;
        let (probe, load) = journal[first..].split_first_mut().ok_or("a round has statements")?;
        let died_at = load_until_death(fleet, &dice, servers, load)?;
        watch_readiness(fleet, died_at)?;
        let led_at = servers.replace()?;
        let caller = Caller::new(&fleet.address(0), &fleet.tokens);
        send_until_taken(&caller, probe, RECOVERY_MAX, LOOK_PAUSE)?;
        let (behind_death, behind_promotion) = (died_at.elapsed().as_millis(), led_at.elapsed().as_millis());
        times.push((behind_death, behind_promotion));
        println!(
            "  death {round}: {behind_death} ms to the first write, {behind_promotion} ms after the promotion"
        );
        repeat_what_is_unknown(fleet, load)?;
        wait_until_ready(fleet)?;
        servers.heal()?;
    }
    comparison::wait_for_ends(&fleet.location()?, &journal)?;
    comparison::compare(fleet, &journal, &before)?;
    println!(
        "  {rounds} deaths, {} statements acknowledged, none lost, none paid twice, every sum zero, readiness honest \
         ({} s)",
        acknowledged(&journal),
        since.elapsed().as_secs()
    );
    let figures = |mut ms: Vec<u128>| {
        ms.sort_unstable();
        format!("median {} ms, most {} ms", at(&ms, 50), at(&ms, 100))
    };
    let (behind_death, behind_promotion): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    println!("  first write after the promotion: {}", figures(behind_promotion));
    println!(
        "  first write after the death: {}, of which {} ms until it is noticed",
        figures(behind_death),
        S::NOTICED.as_millis()
    );
    Ok(())
}

/// Sends statements and kills the leader in the midst of it; the moment at which it was dead.
fn load_until_death<S: Servers>(
    fleet: &Fleet,
    dice: &Dice,
    servers: &mut S,
    statements: &mut [Sent],
) -> Outcome<Instant> {
    let death_after = Duration::from_micros(dice.below(statements.len() as u64 * DEATH_AFTER_US_EACH));
    let which = usize::try_from(dice.below(S::DEATHS.len() as u64))?;
    Senders::of(fleet, SENDERS).send(statements, |queue| {
        pause(death_after);
        servers.strike(S::DEATHS[which])?;
        let died_at = Instant::now();
        // Statements that nobody has sent yet are sent when another server leads.
        queue.lock().map_err(|_| "a sender panicked")?.clear();
        Ok(died_at)
    })
}

/// Asks every process for its readiness for as long as no server takes writes.
fn watch_readiness(fleet: &Fleet, died_at: Instant) -> Outcome<()> {
    while died_at.elapsed() < NOBODY_LEADS {
        for member in 0..fleet.len() {
            if is_ready(fleet, member) {
                return Err(format!("process {member} says that it is ready, and nobody takes writes").into());
            }
        }
        pause(LOOK_PAUSE);
    }
    Ok(())
}

fn wait_until_ready(fleet: &Fleet) -> Outcome<()> {
    let since = Instant::now();
    for member in 0..fleet.len() {
        while !is_ready(fleet, member) {
            if since.elapsed() > RECOVERY_MAX {
                return Err(format!("process {member} is not ready again").into());
            }
            pause(LOOK_PAUSE);
        }
    }
    Ok(())
}

fn is_ready(fleet: &Fleet, member: usize) -> bool {
    let asked = agent(Some(PROBE_MAX)).get(format!("{}/health/ready", fleet.administration(member))).call();
    asked.is_ok_and(|answer| answer.status() == 200)
}
