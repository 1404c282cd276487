//! `clientbank openapi [AREA]`: the description of this build.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use crate::application::{Addresses, Documents, areas};
use crate::collection::collection;
use crate::terminal::say;

/// The address of the bank API in its description.
const BANK_ADDRESS: &str = "http://127.0.0.1:8083";

#[derive(Args)]
pub(super) struct OpenapiArguments {
    /// One area; without it, all of them merged.
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(areas::names()))]
    area: Option<String>,
    /// A file instead of the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A folder for every description: AREA.json of each area, openapi.json with those of companies merged, and
    /// bank.json for the bank's own systems.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["area", "out"])]
    folder: Option<PathBuf>,
    /// Writes a collection of requests for Postman, Bruno or Insomnia instead (Postman Collection 2.1).
    #[arg(long, conflicts_with_all = ["area", "folder"])]
    postman: bool,
    /// The address of the API in the description.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    api: String,
    /// The address of the identity provider in the description.
    #[arg(long, default_value = "http://127.0.0.1:8081")]
    identity: String,
}

pub(super) fn run(arguments: &OpenapiArguments) -> Result<(), Failure> {
    let addresses =
        Addresses { api: arguments.api.clone(), identity: arguments.identity.clone(), bank: String::new() };
    let documents = Documents::of_this_build(&addresses);
    if let Some(folder) = &arguments.folder {
        return write_all(&documents, folder);
    }
    let document = match &arguments.area {
        Some(area) => documents.area(area).ok_or("no such area")?,
        None => documents.merged(),
    };
    let text = if arguments.postman {
        serde_json::to_string_pretty(&collection(&serde_json::to_value(document)?))?
    } else {
        document.to_pretty_json()?
    };
    if let Some(path) = &arguments.out {
        return Ok(std::fs::write(path, text + "\n")?);
    }
    say(&text);
    Ok(())
}

fn write_all(documents: &Documents, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    let bank = bank::description(BANK_ADDRESS);
    for (name, document) in documents.areas().chain([("openapi", documents.merged()), ("bank", &bank)]) {
        std::fs::write(folder.join(name).with_extension("json"), document.to_pretty_json()? + "\n")?;
    }
    Ok(())
}
