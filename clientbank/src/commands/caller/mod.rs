//! The commands of callers: log in once, then call operations with the tokens of that login.

use clap::Subcommand;

use super::Failure;

mod accounts;
mod certificate;
mod client;
mod login;
mod loopback;
mod operations;
mod payroll;
mod tariff;

pub(super) use client::exported;

/// One command of a caller.
#[derive(Subcommand)]
#[expect(clippy::large_enum_variant, reason = "one value a process, parsed and used once")]
pub(super) enum Command {
    /// Log in through the browser and keep the tokens for the other client commands.
    Login(login::LoginArguments),
    /// Read accounts with the tokens of the last login.
    Accounts(accounts::AccountsArguments),
    /// Read the operations of an account with the tokens of the last login.
    Operations(operations::OperationsArguments),
    /// Currency transaction certificates: send and follow them with the tokens of the last login.
    Certificate(certificate::CertificateArguments),
    /// Payroll statements: make, sign, send and follow them with the tokens of the last login.
    Payroll(payroll::PayrollArguments),
    /// Read requests for another tariff plan with the tokens of the last login.
    Tariff(tariff::TariffArguments),
}

/// Runs one command of a caller.
///
/// # Errors
/// The bank refuses, cannot be reached, or nobody has logged in.
pub(super) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Login(arguments) => login::run(arguments),
        Command::Accounts(arguments) => accounts::run(arguments),
        Command::Operations(arguments) => operations::run(arguments),
        Command::Certificate(arguments) => certificate::run(arguments),
        Command::Payroll(arguments) => payroll::run(arguments),
        Command::Tariff(arguments) => tariff::run(arguments),
    }
}
