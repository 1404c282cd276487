//! `clientbank keys`: the keys that sign tokens, and the master key that seals them.

use std::sync::Arc;

use clap::{Args, Subcommand};
use identity::keys::{Mint, Rotation, list, mint_first, rotate};
use identity::sealing::MasterKey;
use kernel::SystemRandomness;

use super::database::{open_migrated, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::say;

/// The arguments of `keys`.
#[derive(Args)]
pub(super) struct KeysArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Print a new master key, Base64 of 32 random bytes. Nothing is stored.
    MasterKey,
    /// List the signing keys.
    List,
    /// Let the next keys sign and make their successors. Tokens signed so far stay valid.
    Rotate {
        /// A key became known to strangers: replace all keys at once; every token signed so far is refused, and clients
        /// refresh.
        #[arg(long)]
        compromised: bool,
    },
}

/// Runs the command.
pub(super) fn run(arguments: &KeysArguments, settings: &Sources) -> Result<(), Failure> {
    let rotation = match arguments.action {
        Action::MasterKey => {
            say(&MasterKey::mint_base64(&SystemRandomness));
            return Ok(());
        }
        Action::List => None,
        Action::Rotate { compromised: true } => Some(Rotation::Compromised),
        Action::Rotate { compromised: false } => Some(Rotation::Planned),
    };
    let configuration = configured(settings)?;
    on_runtime(async move {
        let surroundings = open_migrated(&configuration).await?;
        let Surroundings { store, clock, randomness, .. } = &surroundings;
        if let Some(rotation) = rotation {
            let master_key = configuration.needed_master_key()?;
            let mint = Mint { master_key, randomness: Arc::clone(randomness), clock: Arc::clone(clock) };
            mint_first(store, &mint).await?;
            rotate(store, &mint, rotation, &operator()).await?;
        }
        for key in list(store).await.map_err(|error| told(&error))? {
            let (algorithm, state) = (key.algorithm.name(), key.state.name());
            say(&format!("{}  {algorithm:<6} {state}", key.kid));
        }
        surroundings.store.close().await;
        Ok(())
    })
}
