//! `clientbank operators`: the people of the bank who change things, with their keys.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use proposals::{OperatorKey, OperatorName, OperatorRole, ProposalError, Said};
use serde_json::json;
use store::Tx;

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The arguments of `operators`.
#[derive(Args)]
pub(super) struct OperatorsArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the operators: one line of JSON each.
    List,
    /// Add a person, who proposes changes and approves those of others. From the second one with the role security on,
    /// commands that change rights, money or keys need two people.
    Add {
        /// The name, which nobody else ever has.
        name: OperatorName,
        /// A kind of changes; may be repeated.
        #[arg(long, required = true)]
        role: Vec<OperatorRole>,
        /// A file with the public key on P-256, as `openssl ec -pubout` writes it.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
    },
    /// Let a person change nothing any more. For another key, close the name and add another one.
    Close {
        /// The name.
        name: OperatorName,
    },
}

/// Runs the command.
pub(super) fn run(arguments: OperatorsArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let Surroundings { store, clock, randomness, .. } = open_current(&configuration).await?;
        let (by, now) = (operator(), clock.now());
        match arguments.action {
            Action::List => {
                for one in proposals::operators(&store).await.map_err(|error| told(&error))? {
                    let roles: Vec<&str> = one.roles.iter().map(|role| role.as_str()).collect();
                    let line = json!({
                        "operator": one.name.as_str(), "roles": roles, "added": one.added_at.to_string(),
                        "closed": one.closed_at.map(|at| at.to_string()),
                    });
                    say(&line.to_string());
                }
            }
            Action::Add { name, role, key } => {
                let pem =
                    std::fs::read_to_string(&key).map_err(|error| format!("{}: {error}", key.display()))?;
                let public = OperatorKey::from_pem(&pem)
                    .ok_or_else(|| format!("{} holds no public key on P-256", key.display()))?;
                let mut roles = role;
                roles.sort_unstable();
                roles.dedup();
                let work = move |tx: &mut Tx| {
                    let said = Said { now, randomness: &*randomness };
                    proposals::add(tx, (&name, &roles, &public), &by, said)
                };
                store.write::<_, ProposalError>("operators.add", work).await?;
                remark("added");
            }
            Action::Close { name } => {
                let work = move |tx: &mut Tx| {
                    proposals::close(tx, &name, &by, Said { now, randomness: &*randomness })
                };
                store.write::<_, ProposalError>("operators.close", work).await?;
                remark("closed");
            }
        }
        store.close().await;
        Ok(())
    })
}
