//! `clientbank clients`: changes of one OAuth client by the bank's support. Each is in the audit trail, written in
//! the same unit of work.

use clap::{Args, Subcommand};
use kernel::ClientId;

use super::perform::Call;
use crate::terminal::{remark, say};

#[derive(Subcommand)]
pub(super) enum Action {
    /// Mint a new secret and print it, once. The old ones stop working; tokens that are out go on until they expire.
    Secret(ClientArgument),
    /// Stop the client: no login through it, and every session ends with its tokens within two seconds, for good.
    Disable(ClientArgument),
    /// Let the client in again.
    Enable(ClientArgument),
}

#[derive(Args)]
pub(super) struct ClientArgument {
    /// The client's identifier.
    client_id: ClientId,
}

impl Action {
    pub(super) fn call(&self) -> Call {
        let (name, ClientArgument { client_id: client }) = match self {
            Self::Secret(client) => ("clients.secret", client),
            Self::Disable(client) => ("clients.disable", client),
            Self::Enable(client) => ("clients.enable", client),
        };
        let (arguments, client) = ([("client_id", client.as_str().into())], client.clone());
        Call::new(name, arguments, move |done| {
            if let Some(secret) = done.result["secret"].as_str() {
                say(secret);
            }
            if done.told.is_empty() {
                remark(&format!("{client}: done"));
            }
            done.told.iter().for_each(|sentence| remark(sentence));
        })
    }
}
