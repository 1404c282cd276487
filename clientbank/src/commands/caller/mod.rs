//! The commands of callers: log in once, then call operations with the tokens of that login.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use clap::Subcommand;

use super::{Failure, at};

mod accounts;
mod certificate;
mod client;
mod login;
mod loopback;
mod operations;
mod payroll;
mod tariff;

pub(super) use client::exported;

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

/// Reads a file, or the standard input for `-`; refuses more bytes than that.
fn read(path: &Path, bytes_max: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX).saturating_add(1);
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(at(path))?;
    if bytes.len() > bytes_max {
        return Err(format!("{}: more than {bytes_max} bytes", path.display()).into());
    }
    Ok(bytes)
}
