//! The program without its sockets: three routers and the work beside them, wired from settings, a database, a clock
//! and a source of randomness. The commands serve it, the tests call it.
//!
//! To add an area, add its migrations, queries and importers to `areas`, its description to `documents`, and its
//! router below.

use std::sync::Arc;

use axum::Router;
use edge::{Edge, Verifier, VerifierSettings, frame, frame_behind};
use kernel::{Clock, Randomness};
use store::Store;

use crate::configuration::Configuration;

pub mod areas;
mod documentation;
mod documents;
mod health;
mod root_error;
mod state;
pub mod workers;

pub use documents::{AREA_NAMES, Documents};
pub use health::Readiness;
pub use state::BuildError;
pub use workers::Workers;

/// What the program is given from outside.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The database, opened and migrated.
    pub store: Store,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where unpredictable bytes come from.
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

/// Three routers and the work beside them.
pub struct Application {
    /// The business API, its descriptions and the page to read them.
    pub api: Router,
    /// The identity provider.
    pub identity: Router,
    /// Metrics and health.
    pub administration: Router,
    /// What runs beside the requests.
    pub workers: Workers,
    /// Whether this process should get requests.
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
    let identity_state = state::identity(configuration, surroundings, addresses).await?;
    let accounts_state = state::accounts(configuration, surroundings, edge.clone());
    let webinars_state = state::webinars(configuration, surroundings, edge.clone());
    let treasury_state = state::treasury(surroundings, edge.clone());
    let agreements_state = state::agreements(surroundings, edge);

    let readiness = Readiness::new();
    let workers =
        Workers::new(configuration, surroundings, &identity_state, verifier, readiness.clone()).await?;

    let (identity, identity_document) = identity::routes(identity_state);
    let (accounts, accounts_document) = accounts::routes(accounts_state);
    let (webinars, webinars_document) = webinars::routes(webinars_state);
    let (treasury, treasury_document) = treasury::routes(treasury_state);
    let (agreements, agreements_document) = agreements::routes(agreements_state);
    let descriptions = vec![
        ("identity", identity_document),
        ("accounts", accounts_document),
        ("webinars", webinars_document),
        ("treasury", treasury_document),
        ("agreements", agreements_document),
    ];
    let documents = Documents::new(descriptions, addresses);
    let api = Router::new()
        .merge(accounts)
        .merge(webinars)
        .merge(treasury)
        .merge(agreements)
        .merge(documentation::routes(&documents))
        .fallback(root_error::not_found);
    let proxies = &configuration.trusted_proxies;
    let administration = health::routes(store.clone(), Arc::clone(clock), readiness.clone());
    Ok(Application {
        api: frame_behind(proxies.clone(), api, Arc::clone(randomness)),
        identity: frame_behind(proxies.clone(), identity, Arc::clone(randomness)),
        administration: frame(administration, Arc::clone(randomness)),
        workers,
        readiness,
    })
}
