//! `clientbank payroll status` and `clientbank payroll transfers`.

use clap::Args;
use sdk::{Finding, StatementStatus, TransferStatus};

use super::{told, verdict, wait};
use crate::commands::Failure;
use crate::commands::caller::client::TokenFile;
use crate::terminal::{remark, say};

#[derive(Args)]
pub(super) struct StatusArguments {
    /// The statement's external identifier.
    external_id: String,
    /// Wait until the statement is executed or refused; the exit status tells which.
    #[arg(long)]
    wait: bool,
    /// The longest wait in seconds.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    longest_s: u32,
    /// The statement was sent without signatures: ERROR is not its end.
    #[arg(long)]
    unsigned: bool,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(super) struct TransfersArguments {
    /// The statement's external identifier.
    external_id: String,
    /// Transfers to skip from the beginning.
    #[arg(long, default_value_t = 0)]
    offset: u32,
    /// The most transfers, 1 to 100.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: u32,
    /// All transfers of the statement.
    #[arg(long, conflicts_with_all = ["offset", "limit"])]
    all: bool,
    /// Print one line of JSON for each transfer.
    #[arg(long)]
    json: bool,
}

pub(super) fn status(arguments: &StatusArguments, file: &TokenFile) -> Result<(), Failure> {
    file.with_bank(|bank| {
        if !arguments.wait {
            let status = bank.statement_status(&arguments.external_id).map_err(told)?;
            return tell(&status, arguments.json);
        }
        let status = wait(bank, &arguments.external_id, !arguments.unsigned, arguments.longest_s)?;
        tell(&status, arguments.json)?;
        verdict(&status)
    })
}

pub(super) fn transfers(arguments: &TransfersArguments, file: &TokenFile) -> Result<(), Failure> {
    let TransfersArguments { external_id, offset, limit, .. } = arguments;
    let (transfers, more) = file.with_bank(|bank| {
        if arguments.all {
            return Ok((bank.all_statement_transfers(external_id).map_err(told)?, 0));
        }
        let page = bank.statement_transfers(external_id, *offset, *limit).map_err(told)?;
        let shown = u32::try_from(page.transfers.len())?.saturating_add(*offset);
        Ok((page.transfers, page.total_count.saturating_sub(shown)))
    })?;
    for transfer in &transfers {
        if arguments.json {
            say(&serde_json::to_string(transfer)?);
        } else {
            tell_transfer(transfer);
        }
    }
    if more > 0 {
        remark(&format!("{more} more come after these: --all shows all"));
    }
    Ok(())
}

/// Prints a status: its name, then its errors and warnings.
pub(super) fn tell(status: &StatementStatus, as_json: bool) -> Result<(), Failure> {
    if as_json {
        say(&serde_json::to_string(status)?);
        return Ok(());
    }
    say(status.status.as_str());
    tell_details(status.message.as_deref(), &status.errors, &status.warnings);
    Ok(())
}

fn tell_transfer(transfer: &TransferStatus) {
    say(&format!("{:>5}  {}", transfer.order_number, transfer.status.as_str()));
    tell_details(transfer.message.as_deref(), &transfer.errors, &transfer.warnings);
}

fn tell_details(message: Option<&str>, errors: &[Finding], warnings: &[Finding]) {
    if let Some(message) = message {
        say(&format!("       {message}"));
    }
    for (kind, findings) in [("error", errors), ("warning", warnings)] {
        for Finding { code, message } in findings {
            say(&format!("       {kind} {code}: {message}"));
        }
    }
}
