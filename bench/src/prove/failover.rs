//! Proof that a bank survives its leading PostgreSQL server, again and again (requirement LIF-05).
//!
//! Of two servers one follows the other synchronously, and two processes of the product are under load. In each round
//! the leader dies as by a loss of power and the other one takes its place. No statement that was answered 202 is lost
//! and none is paid twice, readiness is false for as long as nobody takes writes, and the time to the first write is
//! measured.

use std::collections::VecDeque;
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use testkit::postgres::Cluster;
use tokio::runtime::Runtime;
use tokio_postgres::{NoTls, SimpleQueryMessage};
use ureq::Agent;

use super::Dice;
use super::client::{Answer, Caller, Signers};
use super::comparison::{self, Ledger};
use super::fleet::Fleet;
use super::journal::{Sent, statement};
use super::rounds::{repeat_what_is_unknown, send_all};

/// Processes on the servers.
const PROCESSES: usize = 2;
/// Programs that send statements at once.
const SENDERS: usize = 4;
/// Statements that are sent in one round.
const STATEMENTS_OF_ROUND: u64 = 40;
/// The latest moment of the leader's death, in microseconds after the first statement is sent.
const DEATH_AFTER_US_MAX: u64 = 400_000;
/// The time without any server that takes writes, in which readiness is watched.
const NOBODY_LEADS: Duration = Duration::from_millis(1_500);
/// The longest wait for the first write, for readiness, and for a server that follows.
const RECOVERY_MAX: Duration = Duration::from_secs(30);
/// The pause between two looks.
const LOOK_PAUSE: Duration = Duration::from_millis(10);
/// The longest wait for an answer of the probe of readiness.
const PROBE_MAX: Duration = Duration::from_secs(4);
/// Statements of money are on two disks before anybody is told; the files themselves need not outlive the machine.
const DURABLE: &str = " -c synchronous_commit=on";

/// The arguments of `bench prove failover`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FailoverArguments {
    /// Deaths of the leader.
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// The moments and the statements follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The two servers; the first leads.
struct Pair {
    servers: [Cluster; 2],
    leader: usize,
    runtime: Runtime,
}

/// Kills the leader round after round.
///
/// # Errors
/// Something was lost, doubled or left half way; readiness said what was not so; a server did not come back.
#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
pub(super) fn run(program: &Path, arguments: &FailoverArguments) -> Result<(), Box<dyn Error>> {
    println!("failover of PostgreSQL, two processes: {} deaths, seed {}", arguments.rounds, arguments.seed);
    let mut pair = Pair::start()?;
    let fleet = &mut Fleet::start(program, PROCESSES, Some(&pair.address()))?;
    let (since, dice, signers) = (Instant::now(), Dice::new(arguments.seed), Signers::read(fleet.data())?);
    let before = Ledger::read(&fleet.location()?)?;
    let mut journal: Vec<Sent> = Vec::new();
    let mut times = Vec::new();
    for _ in 0..arguments.rounds {
        let first = journal.len();
        for _ in 0..=STATEMENTS_OF_ROUND {
            let (payload, mut sent) = statement(&dice, journal.len());
            sent.body = signers.body(&payload)?;
            journal.push(sent);
        }
        let (probe, load) = journal[first..].split_first_mut().ok_or("a round has statements")?;
        let died_at = load_until_death(fleet, &dice, &pair, load)?;
        watch_readiness(fleet, died_at)?;
        let promoted_at = Instant::now();
        pair.promote()?;
        first_write(fleet, probe)?;
        times.push((died_at.elapsed(), promoted_at.elapsed()));
        repeat_what_is_unknown(fleet, load)?;
        wait_until_ready(fleet)?;
        pair.heal()?;
    }
    comparison::wait_for_ends(&fleet.location()?, &journal)?;
    for member in 0..fleet.len() {
        fleet.kill(member)?;
    }
    let after = Ledger::read(&fleet.location()?)?;
    comparison::compare(&fleet.location()?, &journal, &before, &after)?;
    tell(&journal, &mut times, since);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
fn tell(journal: &[Sent], times: &mut [(Duration, Duration)], since: Instant) {
    let acknowledged = journal.iter().filter(|sent| sent.is_acknowledged).count();
    println!(
        "  {} deaths, {acknowledged} statements acknowledged, none lost, none paid twice, every sum zero, readiness \
         honest ({} s)",
        times.len(),
        since.elapsed().as_secs()
    );
    times.sort_by_key(|(_, behind_promotion)| *behind_promotion);
    let (Some((_, median)), Some((_, most))) = (times.get(times.len() / 2), times.last()) else { return };
    println!(
        "  first write behind the order to promote: median {} ms, most {} ms; nobody led for {} ms before",
        median.as_millis(),
        most.as_millis(),
        NOBODY_LEADS.as_millis()
    );
}

/// Sends statements and kills the leader in the midst of it; the moment at which it was dead.
fn load_until_death(
    fleet: &Fleet,
    dice: &Dice,
    pair: &Pair,
    statements: &mut [Sent],
) -> Result<Instant, Box<dyn Error>> {
    let death_after = Duration::from_micros(dice.below(DEATH_AFTER_US_MAX));
    let queue: Mutex<VecDeque<&mut Sent>> = Mutex::new(statements.iter_mut().collect());
    std::thread::scope(|scope| -> Result<Instant, Box<dyn Error>> {
        let senders: Vec<_> = (0..SENDERS)
            .map(|sender| {
                let caller = Caller::new(&fleet.address(sender % fleet.len()), &fleet.tokens);
                let queue = &queue;
                scope.spawn(move || send_all(&caller, queue))
            })
            .collect();
        pause(death_after);
        pair.servers[pair.leader].stop()?;
        let died_at = Instant::now();
        for sender in senders {
            if let Some(status) = sender.join().map_err(|_| "a sender panicked")? {
                return Err(format!("a statement was answered {status}").into());
            }
        }
        Ok(died_at)
    })
}

/// Asks every process for its readiness for as long as no server takes writes.
fn watch_readiness(fleet: &Fleet, died_at: Instant) -> Result<(), Box<dyn Error>> {
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

fn wait_until_ready(fleet: &Fleet) -> Result<(), Box<dyn Error>> {
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
    let configuration =
        Agent::config_builder().timeout_global(Some(PROBE_MAX)).http_status_as_error(false).build();
    let agent: Agent = configuration.into();
    let asked = agent.get(format!("{}/health/ready", fleet.administration(member))).call();
    asked.is_ok_and(|answer| answer.status() == 200)
}

/// Sends one statement until it is taken.
fn first_write(fleet: &Fleet, probe: &mut Sent) -> Result<(), Box<dyn Error>> {
    let since = Instant::now();
    let caller = Caller::new(&fleet.address(0), &fleet.tokens);
    while since.elapsed() < RECOVERY_MAX {
        match caller.send(&probe.body) {
            Answer::Accepted | Answer::Exists => {
                probe.is_acknowledged = true;
                return Ok(());
            }
            Answer::Unknown => pause(LOOK_PAUSE),
            Answer::Unexpected(status) => {
                return Err(format!("{} was answered {status}", probe.external_id).into());
            }
        }
    }
    Err("nothing was written behind the promotion".into())
}

fn pause(time: Duration) {
    let (_never, moment) = channel::<()>();
    let _ = moment.recv_timeout(time);
}

impl Pair {
    fn start() -> Result<Self, Box<dyn Error>> {
        let leader = Cluster::start_with(DURABLE)?;
        let follower = leader.standby()?;
        let pair = Self { servers: [leader, follower], leader: 0, runtime: Runtime::new()? };
        pair.follow_synchronously()?;
        Ok(pair)
    }

    /// The address that the product is given: both servers, and the wish for the one that takes writes.
    fn address(&self) -> String {
        let [first, second] = &self.servers;
        let hosts = format!("{},{}", first.host(), second.host());
        format!("postgres://postgres@{hosts}/postgres?target_session_attrs=read-write")
    }

    fn led(&self) -> &Cluster {
        &self.servers[1 - self.leader]
    }

    /// Lets the server that followed lead. Nobody follows it yet, so it waits for nobody.
    fn promote(&mut self) -> Result<(), Box<dyn Error>> {
        self.ask(self.led(), "alter system set synchronous_standby_names = ''")?;
        self.ask(self.led(), "select pg_reload_conf()")?;
        self.led().promote()?;
        self.leader = 1 - self.leader;
        Ok(())
    }

    /// Makes the server that died follow the one that leads.
    fn heal(&self) -> Result<(), Box<dyn Error>> {
        self.led().follow(&self.servers[self.leader])?;
        self.follow_synchronously()
    }

    /// From now on a commit waits until the other server has it.
    fn follow_synchronously(&self) -> Result<(), Box<dyn Error>> {
        let leader = &self.servers[self.leader];
        self.ask(leader, "alter system set synchronous_standby_names = '*'")?;
        self.ask(leader, "select pg_reload_conf()")?;
        let since = Instant::now();
        let states = "select sync_state from pg_stat_replication where state = 'streaming'";
        while self.ask(leader, states)?.as_deref() != Some("sync") {
            if since.elapsed() > RECOVERY_MAX {
                return Err("the other server does not follow".into());
            }
            pause(LOOK_PAUSE);
        }
        Ok(())
    }

    /// The first value of the first row of the answer.
    fn ask(&self, server: &Cluster, text: &str) -> Result<Option<String>, Box<dyn Error>> {
        self.runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(server.url(), NoTls).await?;
            let connection = tokio::spawn(connection);
            let answer = client.simple_query(text).await?;
            drop(client);
            connection.await??;
            Ok(answer.iter().find_map(|message| match message {
                SimpleQueryMessage::Row(row) => row.get(0).map(ToOwned::to_owned),
                _ => None,
            }))
        })
    }
}
