//! `clientbank clients`: changes of one OAuth client by the bank's support. Each is in the audit trail, written in
//! the same unit of work.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use clients::{SecretHash, find_client, mint_secret, set_client_secret};
use identity::work::suspend;
use kernel::ClientId;
use store::{StoreError, Tx};
use thiserror::Error;

use super::database::open_current;
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

/// The arguments of `clients`.
#[derive(Args)]
pub(super) struct ClientsArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Mint a new secret and print it, once. The old ones stop working; tokens that are out go on until they expire.
    Secret {
        /// The client's identifier.
        client_id: ClientId,
    },
    /// Stop the client: no login through it, and every session ends with its tokens within two seconds, for good.
    Disable {
        /// The client's identifier.
        client_id: ClientId,
    },
    /// Let the client in again.
    Enable {
        /// The client's identifier.
        client_id: ClientId,
    },
}

/// Error of a command that changed nothing.
#[derive(Debug, Error)]
enum ClientError {
    #[error("there is no client with this identifier")]
    Absent,
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

/// A change of one client, ready for its unit of work.
#[derive(Clone)]
enum Change {
    Secret(SecretHash),
    Disable,
    Enable,
}

/// Runs the command.
pub(super) fn run(arguments: ClientsArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    let (client, change, secret) = match arguments.action {
        Action::Secret { client_id } => {
            let secret = mint_secret(&kernel::SystemRandomness);
            let hash = SecretHash::compute(&client_id, &secret);
            (client_id, Change::Secret(hash), Some(secret))
        }
        Action::Disable { client_id } => (client_id, Change::Disable, None),
        Action::Enable { client_id } => (client_id, Change::Enable, None),
    };
    on_runtime(async move {
        apply(configuration, client.clone(), change).await?;
        if let Some(secret) = secret {
            say(&secret);
        }
        remark(&format!("{client}: done"));
        Ok(())
    })
}

async fn apply(configuration: Configuration, client: ClientId, change: Change) -> Result<(), Failure> {
    let surroundings = open_current(&configuration).await?;
    let Surroundings { store, clock, randomness, .. } = &surroundings;
    let (now, randomness) = (clock.now(), Arc::clone(randomness));
    let author = Author::outside_of_requests(Actor::Operator(operator()));
    let work = move |tx: &mut Tx| -> Result<(), ClientError> {
        find_client(tx, &client)?.ok_or(ClientError::Absent)?;
        match &change {
            Change::Secret(hash) => {
                set_client_secret(tx, &client, hash, now)?;
                let object = ("client", client.as_str());
                audit::record(tx, author.entry(now, &*randomness, "client.secret_minted", object))?;
            }
            Change::Disable => {
                suspend::stop(tx, &client, &author, &*randomness, now)?;
            }
            Change::Enable => {
                suspend::let_in(tx, &client, &author, &*randomness, now)?;
            }
        }
        Ok(())
    };
    store.write("clients.change", work).await?;
    surroundings.store.close().await;
    Ok(())
}
