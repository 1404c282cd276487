//! `clientbank serve`: the server, until SIGTERM or SIGINT.

use std::net::IpAddr;

use edge::ServeLimits;
use http::Uri;
use http::uri::Scheme;
use outgoing::address::Reach;

use super::database::{OneServer, WithRemedy as _, open_live, take_over_jobs};
use super::retention::refuse_short_periods;
use super::{Failure, configured, on_runtime, start_spans};
use crate::application::areas::players;
use crate::application::{Application, Surroundings, areas, build};
use crate::configuration::{Configuration, Sources};
use crate::server::{Behind, Listeners, Services, asked_to_end, run as serve_until};
use crate::shared_settings::settle;
use crate::{descriptors, telemetry};

pub(super) fn run(settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        if configuration.webhook_reach == Reach::Local {
            return Err(
                "webhook_reach = \"local\" is for sandboxes: companies would reach this machine".into()
            );
        }
        players(&configuration, true).map_err(|error| format!("orders: {error}"))?;
        // Before a database is made. Nobody should wait at them while it is migrated, so they are let go until then.
        let listeners = Listeners::bind(&configuration).await?;
        if !configuration.allows_plain_identity {
            refuse_plain(&listeners.addresses(&configuration).identity)?;
        }
        drop(listeners);
        let _lock = OneServer::claim(&configuration.database)?;
        drop(telemetry::start_metrics());
        start_spans(&configuration)?;
        refuse_short_periods(&configuration)?;
        let surroundings = open_live(&configuration).await?;
        refuse_other_zone(&configuration, &surroundings).await?;
        refuse_other_settings(&configuration, &surroundings).await?;
        take_over_jobs(&configuration, &surroundings).await?;
        let powers = surroundings.store.powers(None, &areas::rights()).await;
        for power in powers.told()? {
            tracing::info!("the account of the database {power}, which a server does not need");
        }
        let listeners = Listeners::bind(&configuration).await?;
        serve(&configuration, surroundings, listeners).await
    })
}

/// Refuses a zone that is not that of the database, and settles it in one that has none.
async fn refuse_other_zone(
    configuration: &Configuration,
    surroundings: &Surroundings,
) -> Result<(), Failure> {
    let wanted = &configuration.bank.zone;
    match accounts::settle_zone(&surroundings.store, wanted).await.told()? {
        None => Ok(()),
        Some(settled) => Err(format!(
            "time_zone: {}: the days of this database are those of {settled}, not of {wanted}: operations of days that \
             customers were told of would change their day",
            configuration.database
        )
        .into()),
    }
}

/// Refuses settings that differ from those of the other processes of the bank, and settles them in a database that has
/// none.
async fn refuse_other_settings(
    configuration: &Configuration,
    surroundings: &Surroundings,
) -> Result<(), Failure> {
    let settled = settle(&surroundings.store, &configuration.shared).await;
    let differences = settled.told()?;
    if differences.is_empty() {
        return Ok(());
    }
    let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
    Err(format!(
        "{}: these settings are not those of the bank: {}; give this process the settings of the others, or make these \
         the settings of the bank by `clientbank settings adopt --reason TEXT` and start every process again",
        configuration.database,
        differences.join("; ")
    )
    .into())
}

/// Refuses an address to which passwords travel for everybody on the way to read. A machine that talks to itself needs
/// no TLS.
fn refuse_plain(address: &str) -> Result<(), Failure> {
    let Ok(uri) = address.parse::<Uri>() else { return Ok(()) };
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_own = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    if is_own || uri.scheme() != Some(&Scheme::HTTP) {
        return Ok(());
    }
    let reason = "passwords would travel without TLS: set identity_address to the https address of your proxy, or for \
                  a trial identity_without_tls to allow";
    Err(format!("{address}: {reason}").into())
}

/// Serves on bound sockets.
async fn serve(
    configuration: &Configuration,
    surroundings: Surroundings,
    listeners: Listeners,
) -> Result<(), Failure> {
    // Asked for before the first request: a signal that comes early must not kill.
    let end = asked_to_end()?;
    let addresses = listeners.addresses(configuration);
    let administration = listeners.administration_address();
    let limits = fitted(configuration);
    let application = build(configuration, &surroundings, &addresses).await?;
    tracing::info!(
        database = %configuration.database,
        "serving: api {}, identity {}, administration {administration}",
        addresses.api,
        addresses.identity
    );
    let Application { api, identity, bank, administration, workers, readiness, .. } = application;
    let services = Services { api, identity, bank, administration };
    let behind = Behind::start(workers, readiness);
    serve_until(services, behind, listeners, &configuration.trusted_proxies, limits, end).await;
    surroundings.store.close().await;
    tracing::info!("ended");
    Ok(())
}

/// Lets the process have as many files as it may, and fits the limits of its listeners to them.
pub(super) fn fitted(configuration: &Configuration) -> ServeLimits {
    descriptors::raise();
    let listeners = 2 + usize::from(configuration.bank_listen.is_some());
    descriptors::fitted(
        (configuration.serve_limits, listeners),
        descriptors::allowed(),
        &configuration.database,
        &configuration.store_limits,
    )
}
