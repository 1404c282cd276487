//! `clientbank tariff`: requests to change the tariff plan, with the tokens of the last login.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use kernel::Cnum;
use sdk::{Bank, SdkError, TariffRequest};
use serde_json::json;

use super::Failure;
use super::client::TokenFile;
use crate::terminal::say_all;

#[derive(Args)]
pub(in crate::commands) struct TariffArguments {
    #[command(subcommand)]
    action: Action,
    /// The client, for example C00001.
    #[arg(long, global = true, default_value = "C00001")]
    client: Cnum,
    #[command(flatten)]
    file: TokenFile,
}

#[derive(Subcommand)]
enum Action {
    /// The client's requests, newest first.
    List {
        /// The number of the page, from 0.
        #[arg(long, default_value_t = 0)]
        page: u32,
        /// The most requests of the page, 1 to 10000.
        #[arg(long, default_value_t = 10)]
        size: u32,
        /// An RSQL filter, for example state==UNSIGNED.
        #[arg(long)]
        filter: Option<String>,
        /// Print one JSON object per request.
        #[arg(long)]
        json: bool,
    },
    /// One request with its document as HTML.
    Show {
        /// The request's id.
        id: i64,
    },
    /// The document of a request as a PDF file.
    Pdf {
        /// The request's id.
        id: i64,
        /// The file to write; tariff-request-ID.pdf when absent.
        #[arg(long, short)]
        output: Option<PathBuf>,
    },
}

pub(super) fn run(arguments: &TariffArguments) -> Result<(), Failure> {
    say_all(arguments.file.with_bank(|bank| lines(bank, arguments))?);
    Ok(())
}

fn lines(bank: &mut Bank, arguments: &TariffArguments) -> Result<Vec<String>, Failure> {
    let client = &arguments.client;
    match &arguments.action {
        Action::List { page, size, filter, json } => {
            let page = bank.tariff_requests(client, *page, *size, filter.as_deref())?;
            let line = |request: &TariffRequest| if *json { json_line(request) } else { text_line(request) };
            Ok(page.content.iter().map(line).collect())
        }
        Action::Show { id } => {
            let request = bank.tariff_request(client, *id)?;
            Ok(vec![format!("{}  {}  {}", request.id, request.state, request.document_type), request.body])
        }
        Action::Pdf { id, output } => {
            let bytes: Result<Vec<u8>, SdkError> = bank.tariff_request_pdf(client, *id);
            let path = output.clone().unwrap_or_else(|| format!("tariff-request-{id}.pdf").into());
            fs::write(&path, bytes?)?;
            Ok(vec![path.display().to_string()])
        }
    }
}

fn text_line(request: &TariffRequest) -> String {
    let created = request.created_at.as_deref().unwrap_or_default();
    let plan = request.target_tariff_plan_public_name.as_deref().unwrap_or_default();
    format!("{}  {created}  {:<16}  {plan}  {}", request.id, request.state, request.document_type)
}

fn json_line(request: &TariffRequest) -> String {
    json!({
        "id": request.id,
        "documentType": request.document_type,
        "state": request.state,
        "targetTariffPlanName": request.target_tariff_plan_name,
        "targetTariffPlanPublicName": request.target_tariff_plan_public_name,
        "createdAt": request.created_at,
        "updatedAt": request.updated_at,
    })
    .to_string()
}
