//! `clientbank payroll submit`.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use cms::Signer;
use sdk::StatementRequest;
use serde_json::json;

use super::{read_statement, show, told, verdict, wait};
use crate::commands::caller::client::TokenFile;
use crate::commands::{Failure, at, read_text};
use crate::terminal::{remark, say};

#[derive(Args)]
pub(super) struct SubmitArguments {
    /// The statement as JSON, alone or as the payload of a request; - reads the standard input. It is sent as it is,
    /// number by number.
    statement: PathBuf,
    /// Sign with a key and its certificate, both PEM, separated by a comma; once for each person. Without it the
    /// statement waits for signatures in the online bank.
    #[arg(long = "sign", value_name = "KEY,CERTIFICATE")]
    keys: Vec<KeyFiles>,
    /// Add a signature that was made elsewhere: a detached CMS over the 32 bytes of the digest, as DER.
    #[arg(long = "signature", value_name = "FILE")]
    signatures: Vec<PathBuf>,
    /// Wait until the statement is executed or refused; the exit status tells which.
    #[arg(long)]
    wait: bool,
    /// The longest wait in seconds.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    longest_s: u32,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
    /// Print the request instead of sending it.
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone)]
struct KeyFiles {
    key: PathBuf,
    certificate: PathBuf,
}

impl FromStr for KeyFiles {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(',') {
            Some((key, certificate)) if !key.is_empty() && !certificate.is_empty() => {
                Ok(Self { key: key.into(), certificate: certificate.into() })
            }
            _ => Err("name a key and a certificate, separated by a comma"),
        }
    }
}

impl KeyFiles {
    fn signer(&self) -> Result<Signer, Failure> {
        let signer = Signer::from_pem(&read_text(&self.key)?, &read_text(&self.certificate)?);
        Ok(signer
            .map_err(|error| format!("{}, {}: {error}", self.key.display(), self.certificate.display()))?)
    }
}

pub(super) fn run(arguments: &SubmitArguments, file: &TokenFile) -> Result<(), Failure> {
    let request = request(arguments)?;
    if arguments.dry_run {
        say(&request.body());
        return Ok(());
    }
    file.with_bank(|bank| {
        let external_id = bank.submit_statement(&request).map_err(told)?;
        if !arguments.wait {
            say(&if arguments.json { json!({ "externalId": external_id }).to_string() } else { external_id });
            return Ok(());
        }
        remark(&format!("{external_id}: the bank has it"));
        let status = wait(bank, &external_id, request.is_signed(), arguments.longest_s)?;
        show::tell(&status, arguments.json)?;
        verdict(&status)
    })
}

fn request(arguments: &SubmitArguments) -> Result<StatementRequest, Failure> {
    let payload = read_statement(&arguments.statement)?;
    let mut request = StatementRequest::new(&payload).map_err(at(&arguments.statement))?;
    for key in &arguments.keys {
        let signer = key.signer()?;
        request.sign(&signer)?;
        remark(&format!("signed as {}", signer.certificate().subject_name()));
    }
    for path in &arguments.signatures {
        let cms = fs::read(path).map_err(at(path))?;
        cms::SignedData::read(&cms).map_err(at(path))?;
        request.add_signature(&cms);
    }
    Ok(request)
}
