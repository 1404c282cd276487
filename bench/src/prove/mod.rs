//! Proofs with real processes of the product.
//!
//! Real processes are called over HTTP and killed (`SIGKILL`) or stopped beyond the lease of their jobs (`SIGSTOP`) at
//! random moments, which follow from a seed. A difference between what they have said and what is so is an error.

use std::path::{Path, PathBuf};

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
    #[command(mut_arg("rounds", |rounds| rounds.default_value("150")))]
    Payroll(Ground),
    /// The books of channel and core agree, whoever keeps the accounts, even if processes die.
    Books {
        /// Only this keeper of the accounts.
        #[arg(long, value_enum)]
        keeper: Option<books::Keeper>,
        #[command(flatten)]
        ground: Ground,
    },
    /// One of equal messages is taken, although they come to several processes at once.
    Certificates {
        /// Rounds of 64 equal messages, and as many of 64 messages with one transaction id.
        #[arg(long, default_value_t = 100)]
        rounds: u32,
    },
    /// Nothing that was acknowledged is lost when the leading PostgreSQL server dies, again and again.
    Failover(failover::FailoverArguments),
    /// Each order to the bank ends once and the books of both sides agree, even if processes of either die.
    Orders(Ground),
    /// After a restore nothing is paid twice, and nothing that was told is unsaid without a word.
    Restore(Ground),
    /// One seed and one list of calls give the same answers, byte by byte.
    Sandbox {
        /// Times that the list of calls is played.
        #[arg(long, default_value_t = 1_000)]
        rounds: u32,
        /// The seed of data and calls.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Two versions serve one database together, and an update or its way back loses nothing.
    Versions {
        /// The program of the older version.
        #[arg(long)]
        older: PathBuf,
    },
    /// No event is lost, those of one thing arrive in their order, and each signature verifies, even if processes die.
    Webhooks(Ground),
}

/// The ground that a proof stands on.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Ground {
    /// Deaths, stops or restores for each engine.
    #[arg(long, default_value_t = 100)]
    rounds: u32,
    /// Moments, statements and moods follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Ground {
    /// Proves on both engines: on SQLite with one process, on PostgreSQL with two.
    fn each(&self, what: &str, mut prove: impl FnMut(usize, Option<&Cluster>) -> Outcome<()>) -> Outcome<()> {
        let Self { rounds, seed } = self;
        println!("{what} on SQLite: {rounds} rounds, seed {seed}");
        prove(1, None)?;
        println!("{what} on PostgreSQL: {rounds} rounds, seed {seed}");
        prove(2, Some(&Cluster::start()?))
    }
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
        Subject::Payroll(ground) => payroll::run(program, ground),
        Subject::Books { keeper, ground } => books::run(program, *keeper, ground),
        Subject::Certificates { rounds } => certificates::run(program, *rounds),
        Subject::Failover(arguments) => failover::run(program, arguments),
        Subject::Orders(ground) => orders::run(program, ground),
        Subject::Restore(ground) => restore::run(program, ground),
        Subject::Sandbox { rounds, seed } => sandbox::run(program, *rounds, *seed),
        Subject::Versions { older } => versions::run(program, older),
        Subject::Webhooks(ground) => webhooks::run(program, ground),
    }
}
