//! Proofs with real processes of the product.
//!
//! Real processes are called over HTTP and killed (`SIGKILL`) or stopped beyond the lease of their jobs (`SIGSTOP`) at
//! random moments, which follow from a seed. A difference between what they have said and what is so is an error.

use std::path::Path;

use kernel::{Randomness, SeededRandomness};
use testkit::postgres::Cluster;

use crate::outcome::Outcome;

pub(crate) mod bank_caller;
mod books;
mod certificates;
pub(crate) mod client;
mod comparison;
mod equal;
mod failover;
mod fault;
pub(crate) mod fleet;
mod journal;
mod messages;
pub(crate) mod orders;
mod payroll;
mod restore;
mod sandbox;
mod senders;
mod versions;
mod webhooks;

#[derive(clap::Subcommand, Clone, Debug)]
pub(crate) enum Subject {
    /// No statement is lost and none is paid twice, even if processes die at any moment.
    Payroll(payroll::PayrollArguments),
    /// The books of channel and core agree, whoever keeps the accounts, even if processes die.
    Books(books::BooksArguments),
    /// One of equal messages is taken, although they come to several processes at once.
    Certificates(certificates::CertificatesArguments),
    /// Nothing that was acknowledged is lost when the leading PostgreSQL server dies, again and again.
    Failover(failover::FailoverArguments),
    /// Each order to the bank ends once and the books of both sides agree, even if processes of either die.
    Orders(orders::OrdersArguments),
    /// After a restore nothing is paid twice, and nothing that was told is unsaid without a word.
    Restore(restore::RestoreArguments),
    /// One seed and one list of calls give the same answers, byte by byte.
    Sandbox(sandbox::SandboxArguments),
    /// Two versions serve one database together, and an update or its way back loses nothing.
    Versions(versions::VersionsArguments),
    /// No event is lost, those of one thing arrive in their order, and each signature verifies, even if processes die.
    Webhooks(webhooks::WebhooksArguments),
}

/// The ground that a proof stands on.
#[derive(clap::Args, Clone, Debug)]
struct Ground {
    /// Moments, statements and moods follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this engine.
    #[arg(long, value_enum)]
    engine: Option<Engine>,
}

impl Ground {
    /// Proves on the engines that are asked for: on SQLite with one process, on PostgreSQL with two.
    fn each(
        &self,
        what: &str,
        rounds: u32,
        mut prove: impl FnMut(usize, Option<&Cluster>) -> Outcome<()>,
    ) -> Outcome<()> {
        let (wanted, seed) = (|engine| self.engine.is_none_or(|only| only == engine), self.seed);
        if wanted(Engine::Sqlite) {
            println!("{what} on SQLite: {rounds} rounds, seed {seed}");
            prove(1, None)?;
        }
        if wanted(Engine::Postgres) {
            println!("{what} on PostgreSQL: {rounds} rounds, seed {seed}");
            prove(2, Some(&Cluster::start()?))?;
        }
        Ok(())
    }
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    /// One process.
    Sqlite,
    /// Two processes on one database.
    Postgres,
}

/// Random numbers that follow from the seed.
struct Dice(SeededRandomness);

impl Dice {
    const fn new(seed: u64) -> Self {
        Self(SeededRandomness::new(seed))
    }

    fn below(&self, bound: u64) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_be_bytes(bytes) % bound.max(1)
    }
}

/// Runs the proof that is asked for.
pub(crate) fn run(program: &Path, subject: &Subject) -> Outcome<()> {
    match subject {
        Subject::Payroll(arguments) => payroll::run(program, arguments),
        Subject::Books(arguments) => books::run(program, arguments),
        Subject::Certificates(arguments) => certificates::run(program, arguments),
        Subject::Failover(arguments) => failover::run(program, arguments),
        Subject::Orders(arguments) => orders::run(program, arguments),
        Subject::Restore(arguments) => restore::run(program, arguments),
        Subject::Sandbox(arguments) => sandbox::run(program, arguments),
        Subject::Versions(arguments) => versions::run(program, arguments),
        Subject::Webhooks(arguments) => webhooks::run(program, arguments),
    }
}
