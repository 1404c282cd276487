//! `clientbank keys`: the keys that sign tokens, and the master key that seals them.

use std::sync::Arc;

use clap::Subcommand;
use identity::keys_command::{KeysError, Mint, Resealed, Rotation, list, mint_first, reseal, rotate};
use identity::sealing::MasterKey;
use kernel::SystemRandomness;

use super::database::{WithRemedy as _, on_current, on_opened, open_current, told};
use super::{Failure, configured, operator};
use crate::application::Surroundings;
use crate::application::areas;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

#[derive(Subcommand)]
pub(super) enum Action {
    /// Print a new master key, Base64 of 32 random bytes. Nothing is stored.
    MasterKey,
    /// List the signing keys.
    List,
    /// Seal every secret in the database with the present master key, beside running servers. Repeat it until nothing
    /// is left of the other key.
    Reseal,
    /// Let the next keys sign and make their successors. Tokens signed so far stay valid.
    Rotate {
        /// A key became known to strangers: replace all keys at once; every token signed so far is refused, and clients
        /// refresh.
        #[arg(long)]
        compromised: bool,
    },
}

pub(super) fn run(action: &Action, settings: &Sources) -> Result<(), Failure> {
    let rotation = match action {
        Action::MasterKey => {
            say(&MasterKey::mint_base64(&SystemRandomness));
            return Ok(());
        }
        Action::Reseal => return reseal_all(settings),
        Action::List => None,
        Action::Rotate { compromised: true } => Some(Rotation::Compromised),
        Action::Rotate { compromised: false } => Some(Rotation::Planned),
    };
    on_current(settings, async |configuration, surroundings| {
        let Surroundings { store, clock, randomness, .. } = &surroundings;
        if let Some(rotation) = rotation {
            let master_key = configuration.needed_master_key()?;
            let mint = Mint { master_key, randomness: Arc::clone(randomness), clock: Arc::clone(clock) };
            mint_first(store, &mint).await.map_err(in_words)?;
            rotate(store, &mint, rotation, &operator()).await.map_err(in_words)?;
        }
        for key in list(store).await.told()? {
            let (algorithm, state) = (key.algorithm.as_str(), key.state.as_str());
            let retired = key.retired_at.map(|at| format!(", retired {at:.0}")).unwrap_or_default();
            say(&format!("{}  {algorithm:<6} {state:<8} made {:.0}{retired}", key.kid, key.created_at));
        }
        Ok(())
    })
}

/// Refuses a master key that is not the one of the database: what is sealed with it would be lost for the servers.
pub(super) async fn refuse_foreign(
    master_key: &MasterKey,
    Surroundings { store, clock, randomness, .. }: &Surroundings,
) -> Result<(), Failure> {
    let (master_key, randomness) = (master_key.clone(), Arc::clone(randomness));
    let mint = Mint { master_key, randomness, clock: Arc::clone(clock) };
    mint.standing(store).await.map(drop).map_err(in_words)
}

/// Refuses a master key in the settings that is not the one of the database.
pub(super) fn refuse_foreign_key(settings: &Sources) -> Result<(), Failure> {
    on_current(settings, async |configuration, opened| {
        refuse_foreign(&configuration.needed_master_key()?, &opened).await
    })
}

fn in_words(error: KeysError) -> Failure {
    match error {
        KeysError::Store(error) => told(&error).into(),
        error => error.into(),
    }
}

fn reseal_all(settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    let master_key = configuration.needed_master_key()?;
    on_opened(configuration, open_current, async |_, Surroundings { store, clock, randomness, .. }| {
        let mint = Mint { master_key, randomness, clock };
        let Resealed { sealed, present, left, unreadable } =
            reseal(&store, &mint, &areas::sealed_places(), &operator()).await.map_err(in_words)?;
        say(&format!("{sealed} secrets were sealed anew; the present master key opens {present}"));
        for owner in &unreadable {
            say(&format!("no key opens the secret of {owner}"));
        }
        match (left, unreadable.len()) {
            (0, 0) => {
                say("nothing is sealed by another master key");
                remark(
                    "recovery codes and refresh tokens that were made under the other key work for as long as \
                     master_key_other names it",
                );
                Ok(())
            }
            (0, count) => Err(format!("{count} secrets are sealed by a master key that is not set").into()),
            (left, _) => {
                Err(format!("{left} secrets were sealed by the other master key meanwhile: run this again")
                    .into())
            }
        }
    })
}
