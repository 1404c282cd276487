//! The program without its sockets: three routers and the work beside them, wired from settings, a database, a clock
//! and a source of randomness. The commands serve it, the tests call it.
//!
//! To add an area, add its row to [`areas`].

use std::sync::Arc;

use area::{Given, Listener};
use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use edge::{
    Areas, Edge, Framed, RequestLog, Strangers, Verifier, VerifierSettings, frame_behind, frame_quietly,
};
use jobs::{Runner, Wake};
use kernel::{Clock, Randomness};
use orders::Desk;
use pages::{SectionGuide, Site};
use sandbox::{DatabaseKind, Sandbox};
use store::Store;
use webhooks::{Dispatcher, WebhooksState};

use self::areas::{AREAS, Start, Wired};
use crate::configuration::{Configuration, TokenClock};
use crate::imports::{self, Importing};

pub mod areas;
mod build_error;
#[cfg(feature = "demo")]
mod clock_page;
#[cfg(feature = "demo")]
mod clock_words;
#[cfg(feature = "demo")]
mod clockwork;
mod common_clock;
#[cfg(feature = "demo")]
mod demo_media;
mod documentation;
#[cfg(feature = "documentation")]
mod documentation_page;
mod documents;
mod feed_worker;
mod health;
mod measures;
mod online_bank;
mod rehearsals;
mod request_log;
pub(crate) mod root_error;
pub(crate) mod settings;
mod trail_checkpoints;
pub mod trail_worker;
mod watches;
mod work_off;
pub mod workers;

pub use build_error::BuildError;
#[cfg(feature = "demo")]
pub use clockwork::{ClockFace, Clockwork, ClockworkError, Target};
pub use common_clock::CommonClock;
pub use documents::Documents;
pub use health::Readiness;
pub use workers::Workers;

#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The database, opened and migrated.
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    /// The clock under it that is compared with the database's, unless time is that of a test.
    pub common_clock: Option<Arc<CommonClock>>,
    pub randomness: Arc<dyn Randomness>,
    pub sandbox: Option<Sandbox>,
}

impl Surroundings {
    const fn kind(&self) -> DatabaseKind {
        match self.sandbox {
            Some(_) => DatabaseKind::Sandbox,
            None => DatabaseKind::Live,
        }
    }

    /// Returns the clock by which logins and tokens age.
    pub(crate) fn token_clock(&self, configuration: &Configuration) -> Arc<dyn Clock> {
        match (&self.sandbox, configuration.token_clock) {
            (Some(sandbox), TokenClock::Machine) => sandbox.machine_clock(),
            _ => Arc::clone(&self.clock),
        }
    }
}

/// The addresses by which callers reach the program, without a slash at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    /// The business API: the `aud` of access tokens.
    pub api: String,
    /// The identity provider: the `iss` of every token.
    pub identity: String,
    /// The API of the bank's systems: the `aud` of their assertions. Empty where it is not served.
    pub bank: String,
}

impl Addresses {
    fn at(&self, listener: Listener) -> &str {
        match listener {
            Listener::Api => &self.api,
            Listener::Identity => &self.identity,
            Listener::Bank => &self.bank,
        }
    }
}

/// The services of three listeners and the work beside them.
pub struct Application {
    /// The business API, its descriptions and the page to read them.
    pub api: Framed,
    pub identity: Framed,
    /// The API of the bank's systems.
    pub bank: Framed,
    /// Metrics and health.
    pub administration: Framed,
    /// The hand that moves the clock, if the program runs as a sandbox.
    #[cfg(feature = "demo")]
    pub clockwork: Option<Clockwork>,
    pub desk: Desk,
    pub workers: Workers,
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
    crate::telemetry::tell_settings(&configuration.shared_digest);
    let Surroundings { store, clock, randomness, sandbox, .. } = surroundings;
    sandbox::claim(store, surroundings.kind()).await?;
    let (verifier, edge) = verifier_and_edge(configuration, surroundings, addresses);
    let wake = Wake::default();
    let idempotency = settings::idempotency(configuration, surroundings)?;
    let desk = desk(configuration, surroundings)?;
    settings::keeper(configuration, store).await?;
    let identity = settings::identity(configuration, surroundings, addresses).await?;
    let given = Given {
        store: store.clone(),
        edge: edge.clone(),
        clock: Arc::clone(clock),
        randomness: Arc::clone(randomness),
        zone: configuration.bank.zone.clone(),
        wake: wake.clone(),
        sandbox: sandbox.clone(),
        idempotency: idempotency.clone(),
        desk: desk.clone(),
    };
    let is_sandbox = sandbox.is_some();
    let keeps_calls = configuration.request_log.unwrap_or(is_sandbox);
    let log = keeps_calls.then(|| RequestLog::new(Arc::clone(clock)));
    let webhooks = settings::webhooks(configuration)?;
    let dispatcher = Dispatcher::new(WebhooksState::new(&given, webhooks.clone()));
    let (bank_address, log) = (addresses.bank.as_str(), log.as_ref());
    let start = Start { configuration, bank_address, given: &given, identity: &identity, log, webhooks };
    let (mut parts, runner) = open(&start, runner(configuration, surroundings, wake))?;
    let (readiness, gate) = (Readiness::default(), Arc::<watches::Seen>::default());
    let workers = Workers::new(
        configuration,
        surroundings,
        (&identity, dispatcher, idempotency),
        verifier,
        (readiness.clone(), Arc::clone(&gate)),
        runner,
    )
    .await?;
    let site = online_bank::site(configuration, addresses, edge, &identity, parts.guides.clone());
    let administration = administration(std::mem::take(&mut parts.sandbox), log, is_sandbox);
    #[cfg(feature = "demo")]
    let clockwork = sandbox.clone().map(|sandbox| workers.clockwork(sandbox));
    #[cfg(feature = "demo")]
    parts.pages.extend(clockwork.clone().map(|clockwork| page_of(clockwork, randomness)));
    let played = sandbox.as_ref().map(|_| Arc::new(rehearsals::Played(identity.clone())));
    let bank = bank(std::mem::take(&mut parts.bank), randomness);
    let (api, identity) = parts.behind(configuration, addresses, &site);
    let administration =
        Areas::new(administration).or_else(health::routes(surroundings, configuration, readiness.clone()));
    let framed = |areas, strangers| {
        let framed = framed(areas, strangers, (configuration, surroundings), (log, played.as_ref()));
        framed.with_gate(Arc::clone(&gate) as _)
    };
    Ok(Application {
        api: framed(api, Strangers::Kept),
        identity: framed(identity, Strangers::LeftOut),
        bank: bank.of_sandbox(is_sandbox).with_gate(gate.clone()),
        administration: frame_quietly(administration, Arc::clone(randomness)).of_sandbox(is_sandbox),
        #[cfg(feature = "demo")]
        clockwork,
        desk,
        workers,
        readiness,
    })
}

fn desk(configuration: &Configuration, surroundings: &Surroundings) -> Result<Desk, BuildError> {
    let Surroundings { store, clock, sandbox, .. } = surroundings.clone();
    let players = areas::players(configuration, sandbox.is_none())?;
    Ok(Desk::new(store, clock, players))
}

/// Frames the API of the bank's systems, which ask every few seconds: their requests are told and not logged.
fn bank(areas: Prefixed, randomness: &Arc<dyn Randomness>) -> Framed {
    frame_quietly(Areas::new(areas).or_else(unknown()), Arc::clone(randomness)).traced()
}

/// Frames areas: requests are told apart, logged and, in a sandbox, played.
fn framed(
    areas: Areas,
    strangers: Strangers,
    (configuration, surroundings): (&Configuration, &Surroundings),
    (log, played): (Option<&RequestLog>, Option<&Arc<rehearsals::Played>>),
) -> Framed {
    let randomness = Arc::clone(&surroundings.randomness);
    let framed = frame_behind(configuration.trusted_proxies.clone(), areas, randomness)
        .of_sandbox(surroundings.sandbox.is_some());
    let framed = match log {
        Some(log) => framed.with_request_log(log.clone(), strangers),
        None => framed,
    };
    match played {
        Some(played) => framed.with_rehearsals(Arc::clone(played) as _),
        None => framed,
    }
}

/// Makes the verifier of tokens, and the edge that asks it.
fn verifier_and_edge(
    configuration: &Configuration,
    surroundings: &Surroundings,
    addresses: &Addresses,
) -> (Arc<Verifier>, Edge) {
    let Surroundings { clock, sandbox, .. } = surroundings;
    let verifier = Verifier::new(
        VerifierSettings {
            issuer: addresses.identity.clone(),
            audience: addresses.api.clone(),
            // The clock of a sandbox skips years between two looks, or stands.
            feed_age_s_max: Some(edge::REVOCATION_FEED_AGE_S_MAX).filter(|_| sandbox.is_none()),
        },
        surroundings.token_clock(configuration),
    );
    let verifier = Arc::new(verifier.of_sandbox(sandbox.is_some()));
    let edge = Edge::new(Arc::clone(&verifier), Arc::clone(clock));
    let edge = match sandbox {
        // A sandbox with a key works in turn and answers the same byte by byte.
        Some(sandbox) => edge.counting_rates_by(sandbox.machine_clock(), !sandbox.is_in_turn()),
        None => edge,
    };
    (verifier, edge.with_request_rate(configuration.request_rate))
}

/// The operations of the administration port beside metrics and health.
fn administration(of_areas: Prefixed, log: Option<&RequestLog>, is_sandbox: bool) -> Prefixed {
    let mut routes = of_areas;
    if let Some(log) = log {
        routes.push((request_log::PREFIXES, request_log::routes(log.clone())));
    }
    if is_sandbox {
        routes.push((rehearsals::PREFIXES, rehearsals::routes()));
    }
    routes
}

fn runner(configuration: &Configuration, surroundings: &Surroundings, wake: Wake) -> Runner {
    let Surroundings { store, clock, randomness, .. } = surroundings.clone();
    Runner::new(store, clock, randomness, wake, configuration.jobs.clone())
}

/// Routers with the paths that they answer.
type Prefixed = Vec<(&'static [&'static str], Router)>;

/// The parts of all areas that answer.
#[derive(Default)]
struct Parts {
    api: Prefixed,
    identity: Prefixed,
    bank: Prefixed,
    guides: Vec<Arc<dyn SectionGuide>>,
    pages: Vec<Pages>,
    sandbox: Prefixed,
}

/// Answers what no area knows.
fn unknown() -> Router {
    Router::new().fallback(root_error::not_found)
}

/// Leads whoever opens the address itself to its pages.
fn leading(routes: Router, door: &'static str) -> Router {
    routes.route("/", get(move || async move { Redirect::to(door) }).fallback(root_error::wrong_method))
}

type Pages = Box<dyn FnOnce(Site) -> Router + Send>;

#[cfg(feature = "demo")]
fn page_of(clockwork: Clockwork, randomness: &Arc<dyn Randomness>) -> Pages {
    let randomness = Arc::clone(randomness);
    Box::new(|site| clock_page::routes(site, clockwork, randomness))
}

fn open(start: &Start<'_>, mut runner: Runner) -> Result<(Parts, Runner), BuildError> {
    let mut parts = Parts::default();
    let (root, given) = (start.configuration.import_folder.clone(), start.given.clone());
    let importers = areas::live_importers(start.configuration, given.sandbox.is_none())?;
    runner = runner.with(imports::RUN, 1, Importing { root, given, importers });
    for Wired { area, open } in AREAS {
        let opened = open(start)?;
        runner = runner.with_workers(opened.workers);
        parts.guides.extend(opened.guides);
        parts.pages.push(opened.pages);
        parts.sandbox.extend(opened.sandbox);
        let listener = match area.listener {
            Listener::Api => &mut parts.api,
            Listener::Identity => &mut parts.identity,
            Listener::Bank => &mut parts.bank,
        };
        listener.push((area.prefixes, opened.routes));
    }
    Ok((parts, runner))
}

impl Parts {
    /// Puts the areas behind the listeners of API and identity, with the pages and files beside them.
    fn behind(self, configuration: &Configuration, addresses: &Addresses, site: &Site) -> (Areas, Areas) {
        let Self { mut api, mut identity, pages, .. } = self;
        let pages = pages.into_iter().fold(Router::new(), |all, pages| all.merge(pages(site.clone())));
        api.push((documentation::PREFIXES, documentation::routes(addresses)));
        identity.push((online_bank::PREFIXES, site.routes(pages)));
        #[cfg(feature = "demo")]
        if configuration.serves_demo_media {
            identity.push((demo_media::PREFIXES, demo_media::routes()));
        }
        #[cfg(not(feature = "demo"))]
        let _ = configuration;
        // One area of this listener has every path.
        let whole = identity.iter_mut().find(|(prefixes, _)| prefixes.contains(&"/"));
        if let Some((_, routes)) = whole {
            *routes = leading(std::mem::take(routes), online_bank::DOOR);
        }
        let api = Areas::new(api).or_else(leading(unknown(), documentation::DOOR));
        (api, Areas::new(identity).or_else(unknown()))
    }
}
