//! `clientbank sandbox`: the program for those who integrate with the bank, with seed data and a clock that is moved.

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "client")]
use clap::Subcommand;

use super::Failure;
#[cfg(feature = "client")]
use super::sandbox_control::{self, Control};
use super::start::{Beginning, StartArguments, start};
use crate::configuration::Sources;

#[derive(Args)]
pub(super) struct SandboxArguments {
    /// The folder of the sandbox's data.
    #[arg(long, value_name = "DIR", default_value = "./clientbank-sandbox", env = "CLIENTBANK_SANDBOX_DATA")]
    data: PathBuf,
    /// The seed of its data: with one, data and keys are the same in every folder; without, keys are drawn.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Load the seed data and end, so that later starts only copy it: for images of containers.
    #[arg(long)]
    prepare: bool,
    #[command(flatten)]
    start: StartArguments,
    #[cfg(feature = "client")]
    #[command(subcommand)]
    action: Option<Action>,
}

/// A thing to do to a sandbox that runs.
#[cfg(feature = "client")]
#[derive(Subcommand)]
enum Action {
    #[command(flatten)]
    Control(Control),
    #[command(flatten)]
    Rehearsal(super::rehearse::Rehearsal),
}

pub(super) fn run(arguments: &SandboxArguments, settings: Sources) -> Result<(), Failure> {
    #[cfg(feature = "client")]
    match &arguments.action {
        Some(Action::Control(control)) => return sandbox_control::run(control),
        Some(Action::Rehearsal(rehearsal)) => return super::rehearse::run(rehearsal),
        None => {}
    }
    start(
        &Beginning {
            data: &arguments.data,
            seed: arguments.seed,
            only_prepares: arguments.prepare,
            with_life: false,
            bank_port: None,
        },
        &arguments.start,
        settings,
    )
}
