//! `clientbank demo`: a sandbox with fixed settings, to look at the whole product.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::start::{Beginning, StartArguments, start};
use crate::configuration::Sources;

/// The options of the demo.
#[derive(Args)]
pub(super) struct DemoArguments {
    /// The folder of the demo's data.
    #[arg(long, value_name = "DIR", default_value = "./clientbank-demo", env = "CLIENTBANK_DEMO_DATA")]
    data: PathBuf,
    #[command(flatten)]
    start: StartArguments,
}

/// Runs the command.
pub(super) fn run(arguments: &DemoArguments, settings: Sources) -> Result<(), Failure> {
    start(&Beginning { data: &arguments.data, seed: None }, &arguments.start, settings)
}
