//! The state of each area, out of settings and surroundings.

use std::sync::Arc;

use accounts::AccountsState;
use agreements::AgreementsState;
use currency_certificates::{CertificatesState, LargeDocuments};
use edge::{Edge, KeyError};
use identity::{IdentitySettings, IdentityState, OpenError};
use iso20022::{Limits, Reader, SchemaError};
use jobs::{Runner, Wake};
use kernel::Translated;
use pages::Brand;
use payroll::{IntakeLimits, PayrollSettings, PayrollState};
use store::StoreError;
use tariff_requests::TariffRequestsState;
use tariff_requests::document::{FolderError, TemplateError, Templates};
use thiserror::Error;
use treasury::TreasuryState;
use webinars::{Catalogue, WebinarsState};

use super::{Addresses, Surroundings};
use crate::configuration::{Configuration, ConfigurationError};

/// Error of a program that cannot start.
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
    /// A message definition cannot be used.
    #[error("the message definitions cannot be read: {0}")]
    Schema(#[from] SchemaError),
    /// A template of documents that comes with the program cannot be used.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The bank's templates of documents cannot be used.
    #[error("the templates of documents cannot be used: {0}")]
    Templates(#[from] FolderError),
    /// The database does not answer.
    #[error("the database failed: {0:?}")]
    Store(#[from] StoreError),
}

/// The states of all areas.
pub(super) struct States {
    pub(super) identity: IdentityState,
    pub(super) accounts: AccountsState,
    pub(super) certificates: CertificatesState,
    pub(super) payroll: PayrollState,
    pub(super) tariffs: TariffRequestsState,
    pub(super) webinars: WebinarsState,
    pub(super) treasury: TreasuryState,
    pub(super) agreements: AgreementsState,
}

impl States {
    pub(super) async fn new(
        configuration: &Configuration,
        surroundings: &Surroundings,
        addresses: &Addresses,
        edge: &Edge,
        wake: &Wake,
    ) -> Result<Self, BuildError> {
        Ok(Self {
            identity: identity(configuration, surroundings, addresses).await?,
            accounts: accounts(configuration, surroundings, edge.clone()),
            certificates: certificates(configuration, surroundings, edge.clone(), wake.clone())?,
            payroll: payroll(configuration, surroundings, edge.clone(), wake.clone()),
            tariffs: tariff_requests(configuration, surroundings, edge.clone(), wake.clone())?,
            webinars: webinars(configuration, surroundings, edge.clone()),
            treasury: treasury(surroundings, edge.clone()),
            agreements: agreements(surroundings, edge.clone()),
        })
    }

    /// Adds the jobs of each area that has some.
    pub(super) fn jobs(&self, runner: Runner) -> Runner {
        let runner = currency_certificates::jobs(self.certificates.clone(), runner);
        let runner = ::payroll::jobs(&self.payroll, runner);
        ::tariff_requests::jobs(&self.tariffs, runner)
    }
}

async fn identity(
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

fn accounts(configuration: &Configuration, surroundings: &Surroundings, edge: Edge) -> AccountsState {
    AccountsState {
        store: surroundings.store.clone(),
        edge,
        clock: Arc::clone(&surroundings.clock),
        zone: configuration.bank.zone.clone(),
    }
}

fn payroll(
    configuration: &Configuration,
    surroundings: &Surroundings,
    edge: Edge,
    wake: Wake,
) -> PayrollState {
    let Surroundings { store, clock, randomness } = surroundings;
    let settings = PayrollSettings {
        bic: configuration.bank.bic.clone(),
        zone: configuration.bank.zone.clone(),
        polling: configuration.payroll_polling,
        intake: IntakeLimits::default(),
        conversion: configuration.conversion,
        signing_days: configuration.payroll_signing_days,
        missing_list: configuration.missing_list,
    };
    PayrollState::new(store.clone(), edge, Arc::clone(clock), Arc::clone(randomness), settings, wake)
}

fn webinars(configuration: &Configuration, surroundings: &Surroundings, edge: Edge) -> WebinarsState {
    WebinarsState {
        store: surroundings.store.clone(),
        edge,
        zone: configuration.bank.zone.clone(),
        media_host: configuration.media_host.clone(),
        catalogue: Catalogue::default(),
    }
}

fn certificates(
    configuration: &Configuration,
    surroundings: &Surroundings,
    edge: Edge,
    wake: Wake,
) -> Result<CertificatesState, BuildError> {
    let reader = Reader::new(Limits::default())?.only(currency_certificates::MESSAGES);
    let reader = match &configuration.iso20022_profiles {
        Some(folder) => reader.with_folder(folder)?,
        None => reader,
    };
    Ok(CertificatesState {
        store: surroundings.store.clone(),
        edge,
        randomness: Arc::clone(&surroundings.randomness),
        reader: Arc::new(reader),
        bank: configuration.bank.bic.clone(),
        zone: configuration.bank.zone.clone(),
        wake,
        large_documents: LargeDocuments::default(),
    })
}

fn tariff_requests(
    configuration: &Configuration,
    surroundings: &Surroundings,
    edge: Edge,
    wake: Wake,
) -> Result<TariffRequestsState, BuildError> {
    let templates = Templates::built_in()?;
    let templates = match &configuration.tariff_templates {
        Some(folder) => templates.with_folder(folder)?,
        None => templates,
    };
    Ok(TariffRequestsState {
        store: surroundings.store.clone(),
        edge,
        clock: Arc::clone(&surroundings.clock),
        randomness: Arc::clone(&surroundings.randomness),
        zone: configuration.bank.zone.clone(),
        bank_name: Translated {
            russian: configuration.bank.name_ru.clone(),
            english: configuration.bank.name_en.clone(),
        },
        templates: Arc::new(templates),
        missing_list: configuration.missing_list,
        wake,
    })
}

fn treasury(surroundings: &Surroundings, edge: Edge) -> TreasuryState {
    TreasuryState { store: surroundings.store.clone(), edge }
}

fn agreements(surroundings: &Surroundings, edge: Edge) -> AgreementsState {
    AgreementsState { store: surroundings.store.clone(), edge }
}
