//! `clientbank demo`: a sandbox with fixed settings, to look at the whole product.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::start::{Beginning, StartArguments, start};
use crate::configuration::Sources;

#[derive(Args)]
pub(super) struct DemoArguments {
    /// The folder of the demo's data.
    #[arg(long, value_name = "DIR", default_value = "./clientbank-demo", env = "CLIENTBANK_DEMO_DATA")]
    data: PathBuf,
    /// Let programs of their own play the bank's systems: they take orders from the bank API, answer them, and tell
    /// both here. Needs python3 and openssl.
    #[arg(long)]
    with_bank: bool,
    /// Port of the bank API of --with-bank; 0 takes a free one.
    #[arg(long, default_value_t = 8083, env = "CLIENTBANK_BANK_PORT")]
    bank_port: u16,
    #[command(flatten)]
    start: StartArguments,
    #[cfg(feature = "client")]
    #[command(subcommand)]
    action: Option<Action>,
}

/// Something to ask of a running demo instead of starting one.
#[cfg(feature = "client")]
#[derive(clap::Subcommand)]
enum Action {
    /// Log a person in without a browser and print the tokens, with commands to copy.
    Token(super::rehearse::TokenArguments),
}

pub(super) fn run(arguments: &DemoArguments, settings: Sources) -> Result<(), Failure> {
    #[cfg(feature = "client")]
    if let Some(Action::Token(asked)) = &arguments.action {
        return super::rehearse::token(asked);
    }
    start(
        &Beginning {
            data: &arguments.data,
            seed: None,
            only_prepares: false,
            with_life: true,
            bank_port: arguments.with_bank.then_some(arguments.bank_port),
        },
        &arguments.start,
        settings,
    )
}
