//! `clientbank systems`: the bank's systems that may call the bank API.

use std::path::PathBuf;

use bank::system::SystemName;
use clap::{Args, Subcommand};
use orders::Role;

use super::Failure;
use super::keys::refuse_foreign_key;
use super::perform::{list, perform};
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The arguments of `systems`.
#[derive(Args)]
pub(super) struct SystemsArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the systems: one line of JSON each.
    List,
    /// Let a system call the bank API, or give one another key or role; its tokens end.
    Add {
        /// The name, which its assertions have as `iss` and `sub`.
        name: SystemName,
        /// Its kind, which decides which orders it is handed.
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(Role::TEXTS.iter().copied()))]
        role: String,
        /// A file with its public key on P-256, as `openssl ec -pubout` writes it.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// Send its orders to this address, so that it need not ask; the secrets that sign them are printed once.
        #[arg(long, value_name = "ADDRESS")]
        push: Option<String>,
    },
    /// Let a system call no more; its tokens end at once.
    Close {
        /// The name.
        name: SystemName,
    },
}

/// Runs the command.
pub(super) fn run(arguments: SystemsArguments, settings: &Sources) -> Result<(), Failure> {
    match arguments.action {
        Action::List => list(settings, "systems"),
        Action::Add { name, role, key, push } => {
            if push.is_some() {
                // The secrets are sealed with it.
                refuse_foreign_key(settings)?;
            }
            let pem = std::fs::read_to_string(&key).map_err(|error| format!("{}: {error}", key.display()))?;
            let name = Some(name.as_str().into());
            let (role, key) = (Some(role.into()), Some(pem.into()));
            let arguments = [("name", name), ("role", role), ("key", key), ("push", push.map(Into::into))];
            let done = perform(settings, "systems.add", arguments, "")?;
            if !done.result.is_null() {
                say(&done.result.to_string());
            }
            remark("added");
            Ok(())
        }
        Action::Close { name } => {
            perform(settings, "systems.close", [("name", Some(name.as_str().into()))], "")?;
            remark("closed");
            Ok(())
        }
    }
}
