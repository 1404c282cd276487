//! The settings of areas, out of those of the bank.

use std::num::NonZeroU32;
use std::sync::Arc;

use accounts::ledger::Keeper;
use area::Given;
use bank::work::push::Sender;
use edge::RateLimit;
use idempotency::Idempotency;
use identity::{IdentitySettings, IdentityState};
use iso20022::{Limits, Reader};
use kernel::{Bic, Translated};
use outgoing::address::Reach;
use outgoing::transport::Transport;
use outgoing::trust_of_the_system;
use pages::Brand;
use payroll::{IntakeLimits, PayrollSettings};
use signing_certificates::Issuer;
use store::Store;
use tariff_requests::TariffSettings;
use tariff_requests::document::Templates;
use webhooks::WebhookSettings;

use super::{Addresses, BuildError, Surroundings};
use crate::configuration::Configuration;

/// Settles who keeps the accounts of a database, and refuses another keeper than it has.
pub(super) async fn keeper(configuration: &Configuration, store: &Store) -> Result<(), BuildError> {
    let settled = accounts::settle_keeper(store, configuration.keeper).await?;
    if settled == configuration.keeper {
        return Ok(());
    }
    Err(BuildError::OtherKeeper(match settled {
        Keeper::Ledger => "ledger",
        Keeper::Core => "core",
    }))
}

/// Rates where the clock by which they would be counted may stand.
const NO_LIMIT: RateLimit = RateLimit { per_second: MILLION, burst: MILLION };
const MILLION: NonZeroU32 = NonZeroU32::new(1_000_000).unwrap();

/// Opens identity, on which the pages and workers of the program stand.
pub(super) async fn identity(
    configuration: &Configuration,
    surroundings: &Surroundings,
    addresses: &Addresses,
) -> Result<IdentityState, BuildError> {
    let Surroundings { store, randomness, sandbox, .. } = surroundings;
    let master_key = configuration.needed_master_key()?;
    let lifetimes = configuration.lifetimes;
    let settings = IdentitySettings {
        token_lifetime_s: lifetimes.token_s,
        login_lifetime_s: lifetimes.login_s,
        code_lifetime_s: lifetimes.code_s,
        passwords: configuration.passwords,
        online_bank: configuration.online_bank,
        brand: Brand {
            name_ru: configuration.bank.name_ru.clone(),
            name_en: configuration.bank.name_en.clone(),
            is_sandbox: sandbox.is_some(),
            contacts: configuration.bank.contacts.clone(),
        },
        second_factor_required: configuration.second_factor_required,
        is_sandbox: sandbox.is_some(),
        ..IdentitySettings::new(addresses.identity.clone(), addresses.api.clone(), master_key)
    };
    let settings = match sandbox {
        // The clock of a sandbox skips years between two looks at the feed, or stands.
        Some(_) => IdentitySettings { feed_age_s_max: None, logins_begun: NO_LIMIT, ..settings },
        None => settings,
    };
    let clock = surroundings.token_clock(configuration);
    Ok(IdentityState::open(store.clone(), clock, Arc::clone(randomness), settings).await?)
}

pub(crate) fn idempotency(
    configuration: &Configuration,
    surroundings: &Surroundings,
) -> Result<Idempotency, BuildError> {
    let Surroundings { store, clock, randomness, .. } = surroundings.clone();
    Ok(Idempotency::new(store, clock, randomness, configuration.needed_master_key()?))
}

/// Reads which certificates of receivers this machine trusts.
pub(super) fn webhooks(configuration: &Configuration) -> Result<WebhookSettings, BuildError> {
    let trust = trust_of_the_system().map_err(|error| BuildError::Trust(error.to_string()))?;
    Ok(WebhookSettings {
        master_key: configuration.needed_master_key()?,
        reach: configuration.webhook_reach,
        tls: trust,
        events_kept_days: configuration.events_kept_days,
        own_ports: configuration.own_ports.clone(),
    })
}

pub(super) fn sender(webhooks: &WebhookSettings) -> Sender {
    let WebhookSettings { master_key, tls, own_ports, .. } = webhooks.clone();
    Sender { master_key, transport: Transport::new(tls, Reach::BankNetwork).but_to(own_ports) }
}

/// Opens the authority that issues certificates at once: that of a demo, and none at a bank.
#[cfg(feature = "demo")]
pub(super) fn issuer(configuration: &Configuration, given: &Given) -> Option<Arc<dyn Issuer>> {
    let keys = configuration.demo_authority.as_deref()?;
    let Given { store, clock, randomness, .. } = given.clone();
    let authority = crate::demo::DemoAuthority::open(keys, store, clock, randomness)?;
    Some(Arc::new(authority))
}

/// Opens the authority that issues certificates at once: none without the demo.
#[cfg(not(feature = "demo"))]
pub(super) fn issuer(_: &Configuration, _: &Given) -> Option<Arc<dyn Issuer>> {
    None
}

pub(crate) fn payroll(configuration: &Configuration) -> PayrollSettings {
    PayrollSettings {
        bic: configuration.bank.bic.clone(),
        zone: configuration.bank.zone.clone(),
        polling: configuration.payroll_polling,
        intake: IntakeLimits::default(),
        conversion: configuration.conversion,
        signing_days: configuration.payroll_signing_days,
        missing_list: configuration.missing_list,
    }
}

pub(crate) fn certificates(configuration: &Configuration) -> Result<(Reader, Bic), BuildError> {
    let reader = Reader::new(Limits::default())?.only(currency_certificates::MESSAGES);
    let reader = match &configuration.iso20022_profiles {
        Some(folder) => reader.with_folder(folder)?,
        None => reader,
    };
    Ok((reader, configuration.bank.bic.clone()))
}

pub(crate) fn tariff_requests(configuration: &Configuration) -> Result<TariffSettings, BuildError> {
    let templates = Templates::built_in()?;
    let templates = match &configuration.tariff_templates {
        Some(folder) => templates.with_folder(folder)?,
        None => templates,
    };
    let bank_name = Translated {
        russian: configuration.bank.name_ru.clone(),
        english: configuration.bank.name_en.clone(),
    };
    Ok(TariffSettings { bank_name, templates, missing_list: configuration.missing_list })
}
