//! Measures the running product beside its peers, in the same run and with medians. `cargo xtask bench` builds
//! everything in release and calls this program; it never judges, it prints.

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

mod accounts;
mod bare_handler;
mod call;
mod lists;
mod login;
mod refresh;
mod refresh_load;
mod requests;
mod server;
mod statement_loop;
mod statistics;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the bytes of a file from a bare axum handler: the peer that others are compared with.
    BareHandler {
        /// Where to listen.
        #[arg(long, default_value = "127.0.0.1:0")]
        address: SocketAddr,
        /// The file whose bytes every answer carries.
        #[arg(long)]
        body: PathBuf,
    },
    /// Reads of one account with both tokens, on SQLite and on PostgreSQL.
    Accounts,
    /// The lists of webinars, treasury and agreements, on SQLite.
    Lists,
    /// Refresh grants with ES256 identity tokens.
    Refresh,
    /// Everything.
    All,
}

fn main() -> Result<(), Box<dyn Error>> {
    let program = std::env::current_exe()?.with_file_name("clientbank");
    match Arguments::parse().command {
        Command::BareHandler { address, body } => {
            tokio::runtime::Runtime::new()?.block_on(bare_handler::serve(address, &body))
        }
        Command::Accounts => {
            accounts::beside_bare_handler(&program)?;
            accounts::beside_statement(&program)
        }
        Command::Lists => lists::beside_bare_handler(&program),
        Command::Refresh => refresh::run(&program),
        Command::All => {
            accounts::beside_bare_handler(&program)?;
            accounts::beside_statement(&program)?;
            lists::beside_bare_handler(&program)?;
            refresh::run(&program)
        }
    }
}
