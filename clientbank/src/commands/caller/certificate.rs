//! `clientbank certificate`: currency transaction certificates from files, and the bank's answers about them. Results
//! go to the standard output, everything else to the standard error stream.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use currency_certificates::{DOCUMENT_BYTES_MAX, examples};
use kernel::{Randomness, SystemRandomness};
use sdk::{Bank, CertificateTask, CertificateTaskState};

use super::client::TokenFile;
use super::{Failure, read};
use crate::commands::pause;
use crate::terminal::say;

/// The document numbers of the examples are 1 to this, each with its year.
const EXAMPLE_NUMBERS: u32 = 5;

#[derive(Args)]
pub(in crate::commands) struct CertificateArguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    file: TokenFile,
}

#[derive(Subcommand)]
enum Action {
    /// Send a document of ISO 20022 auth.024 and print the identifier of its task.
    Send {
        /// The document; - reads the standard input.
        document: PathBuf,
        /// Wait up to so many seconds until every certificate is checked, and print the results.
        #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=3600))]
        wait: Option<u32>,
    },
    /// Print the status of a message.
    Status {
        /// The identifier that sending it printed.
        task_id: String,
        /// Print the bank's answer as JSON.
        #[arg(long, conflicts_with = "report")]
        json: bool,
        /// Print the status report, ISO 20022 auth.027.
        #[arg(long)]
        report: bool,
    },
    /// Print a document that the demo takes: each time with identifiers of its own, because each can be sent once.
    Sample {
        /// The message id, which transaction ids and document numbers follow; a random one without it.
        #[arg(long, value_name = "ID", value_parser = message_id)]
        message_id: Option<String>,
        /// A document of whose three certificates two are wrong.
        #[arg(long)]
        partly_wrong: bool,
    },
}

pub(super) fn run(arguments: &CertificateArguments) -> Result<(), Failure> {
    match &arguments.action {
        Action::Send { document, wait } => {
            // As they are: their encoding is the document's own.
            let document = read(document, DOCUMENT_BYTES_MAX)?;
            arguments.file.with_bank(|bank| send(bank, document, *wait))
        }
        Action::Status { task_id, json, report } => {
            arguments.file.with_bank(|bank| status(bank, task_id, *json, *report))
        }
        Action::Sample { message_id, partly_wrong } => {
            let id = message_id.clone().unwrap_or_else(|| new_message_id(&SystemRandomness));
            say(sample(&id, *partly_wrong).trim_end());
            Ok(())
        }
    }
}

fn send(bank: &mut Bank, document: Vec<u8>, wait: Option<u32>) -> Result<(), Failure> {
    let task_id = bank.submit_certificates(document)?;
    say(&task_id);
    let Some(seconds) = wait else { return Ok(()) };
    let mut task = bank.certificate_task(&task_id)?;
    for _ in 0..seconds {
        if task.status.is_final() {
            break;
        }
        pause();
        task = bank.certificate_task(&task_id)?;
    }
    told(&task);
    // A script takes a certificate that was not accepted for a failure.
    match task.status {
        CertificateTaskState::Accepted => Ok(()),
        CertificateTaskState::PartlyAccepted | CertificateTaskState::Rejected => {
            Err(format!("{} is {}", task.message_id, task.status).into())
        }
        CertificateTaskState::Registered | CertificateTaskState::Checking => {
            Err("the bank has not checked it yet; `clientbank certificate status` asks again".into())
        }
    }
}

fn status(bank: &mut Bank, task_id: &str, json: bool, report: bool) -> Result<(), Failure> {
    if report {
        say(bank.certificate_status_report(task_id)?.trim_end());
        return Ok(());
    }
    let task = bank.certificate_task(task_id)?;
    if json {
        say(&serde_json::to_string(&task)?);
    } else {
        told(&task);
    }
    Ok(())
}

/// The task for people: a line for each certificate, and one for each reason below it.
fn told(task: &CertificateTask) {
    say(&format!("{}  {}", task.message_id, task.status));
    for certificate in &task.certificates {
        let number = certificate.certificate_id.as_deref().unwrap_or("-");
        let status = certificate.status.as_deref().unwrap_or("-");
        say(&format!("  {}  {number}  {status}", certificate.transaction_id));
        for reason in &certificate.reasons {
            let place = format!("line {}, {}", reason.line, reason.path);
            say(&format!("    {}: {} ({place})", reason.code, reason.message));
        }
    }
}

/// The example of the area with `id` as its message id, and with transaction ids and document numbers made of it.
fn sample(id: &str, partly_wrong: bool) -> String {
    let (example, own) = if partly_wrong {
        (examples::PARTLY_WRONG, "ROMASHKA-2026-0002")
    } else {
        (examples::CERTIFICATES, "ROMASHKA-2026-0001")
    };
    let named = example.replace(own, id).replace("ROMASHKA-TX", id);
    (1..=EXAMPLE_NUMBERS).fold(named, |document, number| {
        let own = format!("<Cert><Id>{number}/2026</Id>");
        document.replace(&own, &format!("<Cert><Id>{id}/{number}</Id>"))
    })
}

fn new_message_id(randomness: &impl Randomness) -> String {
    let mut bytes = [0; 8];
    randomness.fill_name(&mut bytes);
    format!("ROMASHKA-{:016X}", u64::from_be_bytes(bytes))
}

/// Reads a message id that leaves room for a suffix, and means nothing in XML.
fn message_id(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if (1..=30).contains(&text.len()) && text.bytes().all(fits) {
        Ok(text.to_owned())
    } else {
        Err("must be 1 to 30 characters out of A-Z, a-z, 0-9 and -".to_owned())
    }
}

#[cfg(test)]
mod tests;
