//! The commands of the program: one file each. A command reads its settings, does its work through the library and
//! tells the result; an error is one sentence on the standard error stream and exit code 1.

use std::ffi::OsString;
use std::fmt::Display;
use std::future::Future;
use std::path::Path;
use std::pin::{Pin, pin};
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::actions::second_person;
use crate::configuration::{Configuration, Sources, read};
use crate::{telemetry, terminal};

mod audit;
mod backup;
#[cfg(feature = "client")]
mod bank;
mod breaks;
#[cfg(feature = "client")]
mod caller;
mod check;
mod clients;
mod database;
#[cfg(feature = "demo")]
mod demo;
mod digest;
mod feed;
mod four_eyes;
mod import;
mod import_progress;
mod jobs;
mod journal;
mod keys;
#[cfg(feature = "client")]
mod logs;
mod manual;
mod migrate;
mod openapi;
mod operator;
mod operators;
mod orders;
mod payments;
mod perform;
mod proposals;
mod reconcile;
#[cfg(feature = "client")]
mod rehearse;
mod restored;
mod retention;
#[cfg(feature = "demo")]
mod sandbox;
#[cfg(feature = "client")]
mod sandbox_control;
mod serve;
mod settings;
mod signature_schemes;
mod signing_requests;
#[cfg(feature = "demo")]
mod start;
mod switch;
mod systems;
mod trail;
mod users;

use self::operator::operator;

/// Error of a command: one sentence for the person who gave it.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A bank's client channel: identity provider, business API and workers in one program.
#[derive(Parser)]
#[command(name = "clientbank", version, about, propagate_version = true)]
struct Arguments {
    #[command(flatten)]
    settings: SettingArguments,
    #[command(flatten)]
    four_eyes: four_eyes::FourEyes,
    #[command(subcommand)]
    command: Command,
}

/// The sources of the server commands' settings. The table of settings is in docs/OPERATIONS.md.
#[derive(Args)]
struct SettingArguments {
    /// A TOML file of settings.
    #[arg(long, global = true, value_name = "FILE", env = "CLIENTBANK_CONFIGURATION")]
    configuration: Option<std::path::PathBuf>,
}

/// The option for one setting. Each command has its own, because an option that the commands inherit is lost
/// before the command when it is given after it too.
const SET: &str = "set";

fn with_set(command: clap::Command) -> clap::Command {
    let set = clap::Arg::new(SET)
        .long(SET)
        .value_name("NAME=VALUE")
        .action(clap::ArgAction::Append)
        .help("One setting; wins over file and environment. May be repeated, before and after the command; the last \
            wins");
    command.arg(set).mut_subcommands(with_set)
}

/// The program with all its commands and their options.
fn program() -> clap::Command {
    four_eyes::shown_where_used(with_set(Arguments::command()))
}

/// The settings of the command line in their order: those of a command come before those of the command within it.
fn overrides(matches: &clap::ArgMatches) -> Vec<String> {
    let own = matches.get_many::<String>(SET).into_iter().flatten().cloned();
    let within = matches.subcommand().map(|(_, matches)| overrides(matches)).unwrap_or_default();
    own.chain(within).collect()
}

#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "demo")]
    /// Run everything on this machine with demo data and print what to try.
    Demo(demo::DemoArguments),
    #[cfg(feature = "demo")]
    /// Run a sandbox of the bank, for those who integrate with it.
    Sandbox(sandbox::SandboxArguments),
    /// Run the server.
    Serve,
    /// Show the settings in force, and where each comes from; make them those of all processes.
    Settings(settings::SettingsArguments),
    /// Migrate the tables to those of this version.
    Migrate(migrate::MigrateArguments),
    /// Load the bank's files, all or nothing.
    Import(import::ImportArguments),
    /// Prove from the database that the books are right: every sum, and that payments, closed days and events agree.
    Check(check::CheckArguments),
    /// Copy an SQLite database beside a running server, and prove the copy.
    Backup(backup::BackupArguments),
    /// Put a backup into the place of an absent SQLite database, or prove a backup.
    Restore(backup::RestoreArguments),
    /// Say that the database was restored, print what it no longer knows, let it go on.
    Restored(restored::RestoredArguments),
    /// Signing keys: list them, rotate them, seal them with another master key, or make one.
    #[command(subcommand)]
    Keys(keys::Action),
    /// Plan and make an archive of what is over its time, check one, and find what has left.
    #[command(subcommand, visible_alias = "archive")]
    Retention(retention::Verb),
    /// Users: lock, unlock, set a password or a second factor.
    #[command(subcommand)]
    Users(users::Action),
    /// Stop something at once, in every process, and let it go on.
    #[command(subcommand)]
    Switch(switch::Action),
    /// Jobs that were given up: list them, have one done again.
    #[command(subcommand)]
    Jobs(jobs::Action),
    /// Payments of wages that are stuck: list them, decide what the rail does not answer, pay out what nobody claims.
    #[command(subcommand)]
    Payments(payments::Action),
    /// Compare balances of the bank's other books with those here.
    Reconcile(reconcile::ReconcileArguments),
    /// Balances that differ between the core and this database: list them, write one off.
    #[command(subcommand)]
    Breaks(breaks::Action),
    /// Entries of the ledger by their numbers: list them, reverse one.
    #[command(subcommand)]
    Journal(journal::Action),
    /// Facts that the bank's core has told and this database does not have so.
    #[command(subcommand)]
    Feed(feed::Action),
    /// Orders that the bank owes an answer: list them, answer one by hand.
    #[command(subcommand)]
    Orders(orders::Action),
    /// The bank's systems that may call the bank API: list, add, close.
    #[command(subcommand)]
    Systems(systems::Action),
    /// People of the bank who change things: list, add, close.
    #[command(subcommand)]
    Operators(operators::Action),
    /// Proposals, which one person makes and another approves: list, show, approve, carry out.
    #[command(subcommand)]
    Proposals(proposals::Action),
    #[cfg(feature = "client")]
    /// Do and look up over the bank API, with your key, what people of the bank do.
    Bank(bank::BankArguments),
    /// OAuth clients: mint a secret, disable, enable.
    #[command(subcommand)]
    Clients(clients::Action),
    /// List the requests for signing certificates that wait for the bank's authority, as lines of JSON.
    SigningRequests,
    /// Changes of signature schemes that wait for a confirmation: list, confirm, refuse.
    #[command(subcommand)]
    SignatureSchemes(signature_schemes::Action),
    /// Read the audit trail.
    Audit(audit::AuditArguments),
    /// The trail as a log that proves itself: its key, proofs of entries, verification.
    #[command(subcommand)]
    Trail(trail::Action),
    #[cfg(feature = "client")]
    /// Show the last calls of clients, as the page of integrations does.
    Logs(logs::LogsArguments),
    /// Write the OpenAPI description.
    Openapi(openapi::OpenapiArguments),
    /// Write the manual pages of every command.
    Manual(manual::ManualArguments),
    /// Write the completions of a shell.
    Completions(manual::CompletionsArguments),
    #[cfg(feature = "client")]
    #[command(flatten)]
    Caller(caller::Command),
}

/// Runs the command that the arguments name.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = arguments.collect();
    let matches = program().get_matches_from(&words);
    let Arguments { settings, four_eyes, command } =
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let file = settings.configuration.map(Into::into);
    let settings = Sources { file, overrides: overrides(&matches) };
    let outcome =
        operator::introduce().and_then(|()| given(command, &four_eyes, (&words, &matches), settings));
    match outcome.and_then(|()| whole_result()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            terminal::remark(&format!("error: {failure}"));
            ExitCode::FAILURE
        }
    }
}

/// Does what a command asks for, with the second person whom it may need.
fn given(
    command: Command,
    asked: &four_eyes::FourEyes,
    (words, matches): (&[OsString], &clap::ArgMatches),
    settings: Sources,
) -> Result<(), Failure> {
    if let Some(call) = command.call(&settings)? {
        return perform::run(&call, asked, words, &settings);
    }
    let goes = four_eyes::admit(asked, (words, matches, &command), &settings)?;
    if goes { carried_out(command, asked, settings) } else { Ok(()) }
}

/// Carries a command out, or the one of an approved proposal.
fn carried_out(command: Command, asked: &four_eyes::FourEyes, settings: Sources) -> Result<(), Failure> {
    #[cfg(feature = "client")]
    if let Command::Bank(arguments) = &command {
        return bank::run(arguments, asked);
    }
    let Command::Proposals(arguments) = command else { return dispatch(command, settings) };
    let Some(number) = arguments.to_carry_out() else { return proposals::run(&arguments, asked, &settings) };
    let (proposal, content) = four_eyes::approved(number, &settings)?;
    let words = std::iter::once("clientbank").chain(content.command.iter().map(String::as_str));
    let matches = program().try_get_matches_from(words)?;
    let command = Arguments::from_arg_matches(&matches)?.command;
    if let Some(call) = command.call(&settings)? {
        return perform::carry_out(&call, proposal, asked, &settings);
    }
    four_eyes::take(asked, &proposal, &command, &settings)?;
    match command {
        Command::Import(arguments) => import::run(&arguments, Some(&content.files), &settings),
        command => dispatch(command, settings),
    }
}

impl Command {
    /// The action that the command asks for, with what it needs made ready; none for a command that is no action.
    fn call(&self, settings: &Sources) -> Result<Option<perform::Call>, Failure> {
        match self {
            Self::Users(arguments) => arguments.call(settings).map(Some),
            Self::Clients(arguments) => Ok(Some(arguments.call())),
            Self::Switch(arguments) => Ok(arguments.call()),
            Self::Jobs(arguments) => Ok(arguments.call()),
            Self::Payments(arguments) => Ok(arguments.call()),
            Self::Breaks(arguments) => arguments.call(settings),
            Self::Journal(arguments) => arguments.call(settings),
            Self::Feed(arguments) => arguments.call(),
            Self::Systems(arguments) => arguments.call(settings),
            Self::Operators(arguments) => arguments.call(),
            Self::SignatureSchemes(arguments) => Ok(arguments.call()),
            _ => Ok(None),
        }
    }
}

fn dispatch(command: Command, settings: Sources) -> Result<(), Failure> {
    match command {
        #[cfg(feature = "demo")]
        Command::Demo(arguments) => demo::run(&arguments, settings),
        #[cfg(feature = "demo")]
        Command::Sandbox(arguments) => sandbox::run(&arguments, settings),
        Command::Serve => serve::run(&settings),
        Command::Settings(arguments) => settings::run(arguments, &settings),
        Command::Migrate(arguments) => migrate::run(&arguments, &settings),
        Command::Import(arguments) => import::run(&arguments, None, &settings),
        Command::Check(arguments) => check::run(&arguments, &settings),
        Command::Backup(arguments) => backup::back_up(&arguments, &settings),
        Command::Restore(arguments) => backup::restore(&arguments, &settings),
        Command::Restored(arguments) => restored::run(arguments, &settings),
        Command::Keys(arguments) => keys::run(&arguments, &settings),
        Command::Retention(arguments) => retention::run(&arguments, &settings),
        // The rest of these, and of users and clients everything, is an action.
        Command::Switch(_) => perform::list(&settings, "switches"),
        Command::Feed(_) => perform::list(&settings, "feed_differences"),
        Command::Systems(_) => perform::list(&settings, "systems"),
        Command::Operators(_) => perform::list(&settings, "operators"),
        Command::SignatureSchemes(_) => perform::list(&settings, "signature_schemes"),
        Command::Jobs(arguments) => jobs::run(&arguments, &settings),
        Command::Payments(arguments) => payments::run(&arguments, &settings),
        Command::Trail(arguments) => trail::run(&arguments, &settings),
        Command::Reconcile(arguments) => reconcile::run(&arguments, &settings),
        Command::Breaks(arguments) => breaks::run(&arguments, &settings),
        Command::Journal(arguments) => journal::run(&arguments, &settings),
        Command::Orders(arguments) => orders::run(arguments, &settings),
        // A proposal to carry out a proposal is none that anybody can make.
        Command::Users(_) | Command::Clients(_) | Command::Proposals(_) => Ok(()),
        #[cfg(feature = "client")]
        Command::Bank(_) => Ok(()),
        Command::SigningRequests => signing_requests::run(&settings),
        Command::Audit(arguments) => audit::run(&arguments, &settings),
        #[cfg(feature = "client")]
        Command::Logs(arguments) => logs::run(&arguments),
        Command::Openapi(arguments) => openapi::run(&arguments),
        Command::Manual(arguments) => manual::write_pages(program(), &arguments),
        Command::Completions(arguments) => manual::complete(program(), &arguments),
        #[cfg(feature = "client")]
        Command::Caller(command) => caller::run(&command),
    }
}

/// Fails a command whose result is lost, such as a secret that is shown once.
fn whole_result() -> Result<(), Failure> {
    terminal::lost().map_or(Ok(()), |error| {
        let reason =
            format!("the result cannot be written: {error}; what the command has changed stays changed");
        Err(reason.into())
    })
}

/// The settings of a server command, with logging started as they say.
fn configured(settings: &Sources) -> Result<Configuration, Failure> {
    let configuration = read(settings, |name| std::env::var(name).ok())?;
    second_person::check(&configuration.two_people)?;
    telemetry::start_logging(configuration.log_format, &configuration.log_filter)?;
    Ok(configuration)
}

/// Tells spans to the collector that the settings name, if they name one.
fn start_spans(configuration: &Configuration) -> Result<(), Failure> {
    let Configuration { otlp_endpoint, otlp_traces, .. } = configuration;
    Ok(otlp_endpoint.clone().map_or(Ok(()), |endpoint| telemetry::start_spans(endpoint, *otlp_traces))?)
}

/// Refuses a reason that says nothing, is too long, or would not be shown by the trail as it is.
fn check_reason(reason: &str) -> Result<(), Failure> {
    Ok(::proposals::check_reason(reason).map_err(|error| format!("the reason {error}"))?)
}

/// Names the file or folder that is wrong.
fn at<E: Display>(path: &Path) -> impl Fn(E) -> String {
    let place = path.display().to_string();
    move |error| format!("{place}: {error}")
}

fn read_text(path: &Path) -> Result<String, Failure> {
    Ok(std::fs::read_to_string(path).map_err(at(path))?)
}

/// Lets a second pass.
#[cfg(feature = "client")]
#[expect(clippy::disallowed_methods, reason = "another process is asked, which tells of nothing by itself")]
fn pause() {
    std::thread::sleep(std::time::Duration::from_secs(1));
}

/// Runs asynchronous work to its end on threads of its own.
fn on_runtime<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Without its type, so that the runtime is compiled once and not once for every command.
    let work: Pin<&mut dyn Future<Output = Result<T, Failure>>> = pin!(work);
    runtime.block_on(work)
}
