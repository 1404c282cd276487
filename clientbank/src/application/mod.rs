//! The program without its sockets: three routers and the work beside them, wired from settings, a database, a clock
//! and a source of randomness. The commands serve it, the tests call it.
//!
//! To add an area, add its migrations, queries and importers to `areas`, its description to `documents`, its pages to
//! `online_bank`, and its router below.

use std::sync::Arc;

use axum::Router;
use edge::{Areas, Edge, Framed, Verifier, VerifierSettings, frame_behind, frame_quietly};
use jobs::{Runner, Wake};
use kernel::{Clock, Randomness};
use store::Store;

use self::online_bank::BehindPages;
use self::state::States;
use crate::configuration::Configuration;

pub mod areas;
#[cfg(feature = "demo")]
mod demo_media;
mod documentation;
#[cfg(feature = "documentation")]
mod documentation_page;
mod documents;
mod health;
mod online_bank;
mod ports;
mod root_error;
mod state;
pub mod workers;

pub use documents::{AREA_NAMES, Documents};
pub use health::Readiness;
pub use state::BuildError;
pub use workers::Workers;

/// The surroundings of the program.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The database, opened and migrated.
    pub store: Store,
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The source of unpredictable bytes.
    pub randomness: Arc<dyn Randomness>,
}

/// The addresses by which callers reach the program, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// The business API: the `aud` of access tokens.
    pub api: String,
    /// The identity provider: the `iss` of every token.
    pub identity: String,
}

/// The services of three listeners and the work beside them.
pub struct Application {
    /// The business API, its descriptions and the page to read them.
    pub api: Framed,
    /// The identity provider and the online bank.
    pub identity: Framed,
    /// Metrics and health.
    pub administration: Framed,
    /// The work beside the requests.
    pub workers: Workers,
    /// The readiness of this process for requests.
    pub readiness: Readiness,
}

/// Wires the program. Reads the signing keys once, so that the first request finds them.
///
/// # Errors
/// The database does not answer, or the master key is not the one with which its secrets are sealed.
pub async fn build(
    configuration: &Configuration,
    surroundings: &Surroundings,
    addresses: &Addresses,
) -> Result<Application, BuildError> {
    let Surroundings { store, clock, randomness } = surroundings;
    let verifier = Arc::new(Verifier::new(
        VerifierSettings {
            issuer: addresses.identity.clone(),
            audience: addresses.api.clone(),
            feed_age_s_max: Some(edge::REVOCATION_FEED_AGE_S_MAX),
        },
        Arc::clone(clock),
    ));
    let edge =
        Edge::new(Arc::clone(&verifier), Arc::clone(clock)).with_request_rate(configuration.request_rate);
    let wake = Wake::default();
    let states = States::new(configuration, surroundings, addresses, &edge, &wake).await?;

    let readiness = Readiness::new();
    let jobs = states.jobs(Runner::new(
        store.clone(),
        Arc::clone(clock),
        Arc::clone(randomness),
        wake,
        configuration.jobs.clone(),
    ));
    let workers =
        Workers::new(configuration, surroundings, &states.identity, verifier, readiness.clone(), jobs)
            .await?;

    let site = online_bank::site(configuration, surroundings, addresses, edge, &states);
    let behind_pages = BehindPages {
        identity: states.identity.clone(),
        certificates: states.certificates.clone(),
        payroll: states.payroll.clone(),
        tariffs: states.tariffs.clone(),
    };
    let online_bank = online_bank::routes(configuration, surroundings, &site, behind_pages);
    let (api, identity) = api_and_identity(states, addresses);
    #[cfg_attr(not(feature = "demo"), expect(unused_mut, reason = "a demo adds its pictures"))]
    let mut beside_identity = vec![(online_bank::PREFIXES, online_bank)];
    #[cfg(feature = "demo")]
    if configuration.serves_demo_media {
        beside_identity.push((demo_media::PREFIXES, demo_media::routes()));
    }
    let identity = Areas::new(beside_identity).or_else(identity);
    let proxies = &configuration.trusted_proxies;
    let administration = health::routes(store.clone(), Arc::clone(clock), readiness.clone());
    Ok(Application {
        api: frame_behind(proxies.clone(), api, Arc::clone(randomness)),
        identity: frame_behind(proxies.clone(), identity, Arc::clone(randomness)),
        administration: frame_quietly(administration, Arc::clone(randomness)),
        workers,
        readiness,
    })
}

/// The routes of the API with their descriptions, and those of identity.
fn api_and_identity(states: States, addresses: &Addresses) -> (Areas, Router) {
    let (identity, identity_document) = identity::routes(states.identity);
    let (accounts, accounts_document) = accounts::routes(states.accounts);
    let (certificates, certificates_document) = currency_certificates::routes(states.certificates);
    let (payroll, payroll_document) = payroll::routes(states.payroll);
    let (tariffs, tariffs_document) = tariff_requests::routes(states.tariffs);
    let (webinars, webinars_document) = webinars::routes(states.webinars);
    let (treasury, treasury_document) = treasury::routes(states.treasury);
    let (agreements, agreements_document) = agreements::routes(states.agreements);
    let descriptions = vec![
        ("identity", identity_document),
        ("accounts", accounts_document),
        ("currency-certificates", certificates_document),
        ("payroll", payroll_document),
        ("tariff-requests", tariffs_document),
        ("webinars", webinars_document),
        ("treasury", treasury_document),
        ("agreements", agreements_document),
    ];
    let documents = Documents::new(descriptions, addresses);
    let api = Areas::new(vec![
        (accounts::PREFIXES, accounts),
        (currency_certificates::PREFIXES, certificates),
        (payroll::PREFIXES, payroll),
        (tariff_requests::PREFIXES, tariffs),
        (webinars::PREFIXES, webinars),
        (treasury::PREFIXES, treasury),
        (agreements::PREFIXES, agreements),
        (documentation::PREFIXES, documentation::routes(&documents)),
    ]);
    (api.or_else(Router::new().fallback(root_error::not_found)), identity)
}
