//! Measures the running product beside its peers, in the same run and with medians. `cargo xtask bench` builds
//! everything as packages carry it and calls this program; it never judges, it prints.

#![expect(clippy::print_stdout, reason = "figures and outcomes are what the program is for")]

use std::path::PathBuf;

use clap::{Parser, Subcommand};

mod bare_handler;
mod bare_statement;
mod books;
mod first_run;
mod load;
mod login;
mod memory;
mod outcome;
mod outside;
mod payroll;
mod prove;
mod reads;
mod refresh;
mod server;
mod statistics;

use outcome::Outcome;

#[derive(Parser)]
struct Arguments {
    /// The server that is measured, for example one of an earlier version; the one beside this program by default.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Reads and refreshes without one.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the bytes of a file from a bare axum handler: the peer that others are compared with.
    BareHandler {
        /// The file whose bytes every answer carries.
        #[arg(long)]
        body: PathBuf,
    },
    /// Plays the payment hub or the core of a bank for `prove orders`.
    Hub(prove::orders::HubArguments),
    /// Reads with both tokens: one account on SQLite and on PostgreSQL, lists on SQLite.
    Reads,
    /// Refresh grants with ES256 identity tokens.
    Refresh,
    /// Payroll statements of 10,000 transfers, on SQLite and on PostgreSQL.
    Payroll,
    /// A million operations through the feed of a core, reads beside them, and the journal of as many entries, on
    /// SQLite and on PostgreSQL.
    Books,
    /// From a fresh clone to the first account read, by the README's own command.
    FirstRun {
        /// The repository that is cloned.
        #[arg(long)]
        repository: PathBuf,
    },
    /// Proofs with several real processes, some of which are killed.
    Prove {
        /// The subject of the proof.
        #[command(subcommand)]
        subject: prove::Subject,
    },
}

fn main() -> Outcome<()> {
    let Arguments { program, command } = Arguments::parse();
    let program = match program {
        Some(program) => program,
        None => std::env::current_exe()?.with_file_name("clientbank"),
    };
    let Some(command) = command else {
        reads::run(&program)?;
        return refresh::run(&program);
    };
    match command {
        Command::BareHandler { body } => tokio::runtime::Runtime::new()?.block_on(bare_handler::serve(&body)),
        Command::Payroll => payroll::run(&program),
        Command::Books => books::run(&program),
        Command::FirstRun { repository } => first_run::run(&repository),
        Command::Prove { subject } => prove::run(&program, &subject),
        Command::Hub(arguments) => prove::orders::run_hub(&arguments),
        Command::Reads => reads::run(&program),
        Command::Refresh => refresh::run(&program),
    }
}
