//! The state of each area, out of settings and surroundings.

use std::sync::Arc;

use accounts::AccountsState;
use agreements::AgreementsState;
use edge::{Edge, KeyError};
use identity::pages::Brand;
use identity::{IdentitySettings, IdentityState, OpenError};
use kernel::Cnum;
use store::{StoreError, Tx};
use thiserror::Error;
use treasury::{SettlementAccounts, TreasuryState};
use webinars::WebinarsState;

use super::{Addresses, Surroundings};
use crate::configuration::{Configuration, ConfigurationError};

/// Why the program cannot start.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A setting is missing.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// Identity cannot open its keys or make the first ones.
    #[error("identity cannot start: {0}")]
    Identity(#[from] OpenError),
    /// The signing keys cannot be read again.
    #[error("the signing keys cannot be read: {0}")]
    Keys(String),
    /// The public keys in the database are no keys.
    #[error("the verifier refuses the signing keys: {0}")]
    Verifier(#[from] KeyError),
    /// The database does not answer.
    #[error("the database failed: {0:?}")]
    Store(#[from] StoreError),
}

pub(super) async fn identity(
    configuration: &Configuration,
    surroundings: &Surroundings,
    addresses: &Addresses,
) -> Result<IdentityState, BuildError> {
    let Surroundings { store, clock, randomness } = surroundings;
    let master_key = configuration.needed_master_key()?;
    let lifetimes = configuration.lifetimes;
    let settings = IdentitySettings {
        token_lifetime_s: lifetimes.token_s,
        login_lifetime_s: lifetimes.login_s,
        code_lifetime_s: lifetimes.code_s,
        refresh_retry_s: lifetimes.refresh_retry_s,
        passwords: configuration.passwords,
        brand: Brand {
            name_ru: configuration.bank.name_ru.clone(),
            name_en: configuration.bank.name_en.clone(),
        },
        ..IdentitySettings::new(addresses.identity.clone(), addresses.api.clone(), master_key)
    };
    Ok(IdentityState::open(store.clone(), Arc::clone(clock), Arc::clone(randomness), settings).await?)
}

pub(super) fn accounts(
    configuration: &Configuration,
    surroundings: &Surroundings,
    edge: Edge,
) -> AccountsState {
    AccountsState {
        store: surroundings.store.clone(),
        edge,
        clock: Arc::clone(&surroundings.clock),
        zone: configuration.bank.zone.clone(),
    }
}

pub(super) fn webinars(
    configuration: &Configuration,
    surroundings: &Surroundings,
    edge: Edge,
) -> WebinarsState {
    WebinarsState {
        store: surroundings.store.clone(),
        edge,
        zone: configuration.bank.zone.clone(),
        media_host: configuration.media_host.clone(),
    }
}

pub(super) fn treasury(surroundings: &Surroundings, edge: Edge) -> TreasuryState {
    TreasuryState { store: surroundings.store.clone(), edge, settlement_accounts: Arc::new(OfTheLedger) }
}

pub(super) fn agreements(surroundings: &Surroundings, edge: Edge) -> AgreementsState {
    AgreementsState { store: surroundings.store.clone(), edge }
}

/// What treasury asks about accounts, answered by the accounts area of this program (docs/adr/0007).
struct OfTheLedger;

impl SettlementAccounts for OfTheLedger {
    fn has_open(&self, tx: &mut Tx, company: &Cnum) -> Result<bool, StoreError> {
        ::accounts::has_open_settlement_account(tx, company)
    }
}
