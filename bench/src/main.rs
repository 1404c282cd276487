//! Measures the running product beside its peers, in the same run and with medians. `cargo xtask bench` builds
//! everything as packages carry it and calls this program; it never judges, it prints.

use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

use crate::server::Demo;

mod accounts;
mod accounts_among_many;
mod bare_handler;
mod bare_statement;
mod call;
mod certificates;
mod closing;
mod first_run;
mod fleet;
mod growth;
mod importing;
mod iso;
mod iso_documents;
mod lists;
mod load;
mod login;
mod memory;
mod operations;
mod payroll;
mod pdf_setting;
mod pooler;
mod probes;
mod prove;
mod receiver;
mod refresh;
mod refresh_load;
mod requests;
mod rsql_lists;
mod rsql_reading;
mod server;
mod sizes;
mod statistics;
mod webhooks;

#[derive(Parser)]
struct Arguments {
    /// The server that is measured, for example one of an earlier version; the one beside this program by default.
    #[arg(long)]
    program: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the bytes of a file from a bare axum handler: the peer that others are compared with.
    BareHandler {
        /// The address to listen on.
        #[arg(long, default_value = "127.0.0.1:0")]
        address: SocketAddr,
        /// The file whose bytes every answer carries.
        #[arg(long)]
        body: PathBuf,
    },
    /// Send one request again and again and print the answers per second.
    Load {
        /// The address of the server.
        #[arg(long)]
        address: SocketAddr,
        /// The whole request.
        #[arg(long)]
        request: String,
        /// Sleep while there is no answer.
        #[arg(long)]
        sleeps: bool,
    },
    /// Exchange refresh tokens, one per line of standard input, for a while; print the grants per second and the last
    /// tokens.
    RefreshLoad {
        /// The address of the identity provider.
        #[arg(long)]
        address: SocketAddr,
        /// The value of the Authorization header.
        #[arg(long)]
        authorization: String,
    },
    /// Reads of one account with both tokens, on SQLite and on PostgreSQL, and the list of a few among many.
    Accounts,
    /// The list of a few accounts among 640,000, on PostgreSQL.
    AccountsAmongMany,
    /// Operations of an account with a million of them, on SQLite and on PostgreSQL.
    Operations,
    /// The closing of days in a bank with many accounts, on SQLite and on PostgreSQL.
    Closing {
        /// The number of accounts.
        #[arg(long, default_value_t = 1_000_000)]
        accounts: i64,
        /// Leave PostgreSQL out.
        #[arg(long)]
        sqlite_only: bool,
        /// Leave SQLite out.
        #[arg(long, conflicts_with = "sqlite_only")]
        postgres_only: bool,
    },
    /// Bytes for each entry of the trail, statement, account and year, and the pace of an archive, on both engines.
    Growth,
    /// The cost of the main operations in banks with 1,000 to 10,000,000 accounts, on SQLite and on PostgreSQL.
    Sizes(sizes::SizesArguments),
    /// An import of accounts of companies and of employees beside reads and small changes, on SQLite and on PostgreSQL.
    Import(importing::ImportArguments),
    /// The lists of webinars, treasury and agreements, on SQLite and on PostgreSQL.
    Lists,
    /// Refresh grants with ES256 identity tokens.
    Refresh,
    /// Certificates of currency transactions: reading and validating beside libxml2.
    Certificates,
    /// Tariff requests: filters, documents, and the list of a client with a million requests.
    Tariffs,
    /// Payroll statements of 10,000 transfers, on SQLite and on PostgreSQL.
    Payroll,
    /// Payroll statements that one process executes, and several on one PostgreSQL, near it and away from it.
    Fleet(fleet::FleetArguments),
    /// Account reads and a payroll statement through PgBouncer, beside the straight way to PostgreSQL.
    Pooler,
    /// From the commit of a change to its delivery, with ten webhooks one of which hangs, on SQLite and on PostgreSQL.
    Webhooks(webhooks::WebhooksArguments),
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
    /// Everything.
    All,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { program, command } = Arguments::parse();
    let program = match program {
        Some(program) => program,
        None => std::env::current_exe()?.with_file_name("clientbank"),
    };
    match command {
        Command::BareHandler { address, body } => {
            tokio::runtime::Runtime::new()?.block_on(bare_handler::serve(address, &body))
        }
        Command::Payroll => payroll::run(&program),
        Command::Fleet(arguments) => fleet::run(&program, &arguments),
        Command::Pooler => pooler::run(&program),
        Command::Webhooks(arguments) => webhooks::run(&arguments),
        Command::FirstRun { repository } => first_run::run(&repository),
        Command::Prove { subject } => prove::run(&program, &subject),
        Command::Load { address, request, sleeps } => load::run(address, request.as_bytes(), sleeps),
        Command::RefreshLoad { address, authorization } => refresh_load::run(address, &authorization),
        Command::Accounts => {
            accounts::beside_bare_handler(&program)?;
            accounts::beside_statement(&program)?;
            accounts_among_many::run(&program)
        }
        Command::AccountsAmongMany => accounts_among_many::run(&program),
        Command::Operations => operations::run(&program),
        Command::Closing { accounts, sqlite_only, postgres_only } => {
            closing::run(accounts, !postgres_only, !sqlite_only)
        }
        Command::Import(arguments) => importing::run(&arguments),
        Command::Growth => growth::run(),
        Command::Sizes(arguments) => sizes::run(&program, &arguments),
        Command::Lists => {
            lists::beside_bare_handler(&program)?;
            lists::beside_statement(&program)
        }
        Command::Refresh => refresh::run(&program),
        Command::Certificates => {
            iso::run()?;
            certificates::run(&program)
        }
        Command::Tariffs => tariffs(&program),
        Command::All => {
            accounts::beside_bare_handler(&program)?;
            accounts::beside_statement(&program)?;
            lists::beside_bare_handler(&program)?;
            lists::beside_statement(&program)?;
            refresh::run(&program)
        }
    }
}

/// Everything about tariff requests, on SQLite and on PostgreSQL.
fn tariffs(program: &Path) -> Result<(), Box<dyn Error>> {
    rsql_reading::reading()?;
    pdf_setting::setting()?;
    let demo = Demo::start(program, None)?;
    pdf_setting::requests(&demo)?;
    rsql_lists::beside_bare_query(&demo, "SQLite", None)?;
    drop(demo);
    let cluster = testkit::postgres::Cluster::start()?;
    let demo = Demo::start(program, Some(cluster.url()))?;
    rsql_lists::beside_bare_query(&demo, "PostgreSQL", Some(cluster.url()))
}
