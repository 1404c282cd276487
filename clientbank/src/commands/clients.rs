//! `clientbank clients`: changes of one OAuth client by the bank's support. Each is in the audit trail, written in
//! the same unit of work.

use clap::{Args, Subcommand};
use kernel::ClientId;

use super::perform::Call;
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

impl ClientsArguments {
    /// The action that it asks for.
    pub(super) fn call(&self) -> Call {
        let (name, client) = match &self.action {
            Action::Secret { client_id } => ("clients.secret", client_id),
            Action::Disable { client_id } => ("clients.disable", client_id),
            Action::Enable { client_id } => ("clients.enable", client_id),
        };
        let (arguments, client) = ([("client_id", Some(client.as_str().into()))], client.clone());
        Call::new(name, arguments, move |done| {
            if let Some(secret) = done.result["secret"].as_str() {
                say(secret);
            }
            remark(&format!("{client}: done"));
        })
    }
}
