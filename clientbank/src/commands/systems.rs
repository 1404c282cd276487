//! `clientbank systems`: the bank's systems that may call the bank API.

use std::path::PathBuf;
use std::sync::Arc;

use area::Author;
use audit::Actor;
use bank::system::{System, SystemKey, SystemName};
use bank::work::systems;
use clap::{Args, Subcommand};
use orders::Role;
use serde_json::json;
use store::{StoreError, Tx};

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
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
    },
    /// Let a system call no more; its tokens end at once.
    Close {
        /// The name.
        name: SystemName,
    },
}

/// Runs the command.
pub(super) fn run(arguments: SystemsArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let Surroundings { store, clock, randomness, .. } = open_current(&configuration).await?;
        let author = Author::outside_of_requests(Actor::Operator(operator()));
        let (now, randomness) = (clock.now(), Arc::clone(&randomness));
        match arguments.action {
            Action::List => {
                for one in systems::list(&store).await.map_err(|error| told(&error))? {
                    let line = json!({
                        "system": one.system.name.as_str(), "role": one.system.role.as_str(),
                        "added": one.added_at.to_string(), "closed": one.closed_at.map(|at| at.to_string()),
                    });
                    say(&line.to_string());
                }
            }
            Action::Add { name, role, key } => {
                let pem =
                    std::fs::read_to_string(&key).map_err(|error| format!("{}: {error}", key.display()))?;
                let key = SystemKey::from_pem(&pem).map_err(|error| format!("{}: {error}", key.display()))?;
                let system = System { name, role: role.parse()? };
                let work = move |tx: &mut Tx| systems::add(tx, (&system, &key), &author, now, &*randomness);
                store.write::<_, StoreError>("systems.add", work).await.map_err(|error| told(&error))?;
                remark("added");
            }
            Action::Close { name } => {
                let named = name.clone();
                let work = move |tx: &mut Tx| systems::close(tx, &named, &author, now, &*randomness);
                let closed = store
                    .write::<_, StoreError>("systems.close", work)
                    .await
                    .map_err(|error| told(&error))?;
                if !closed {
                    return Err(format!("there is no open system {name}").into());
                }
                remark("closed");
            }
        }
        store.close().await;
        Ok(())
    })
}
