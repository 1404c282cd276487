//! `clientbank serve`: the server, until SIGTERM or SIGINT.

use edge::ServeLimits;
use webhooks::address::Reach;

use super::database::{OneServer, open_live, take_over_jobs};
use super::retention::refuse_short_periods;
use super::{Failure, configured, on_runtime};
use crate::application::{Application, Surroundings, build};
use crate::configuration::{Configuration, Sources};
use crate::server::{Behind, Listeners, Services, asked_to_end, run as serve_until};
use crate::{descriptors, telemetry};

/// Runs the command.
pub(super) fn run(settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        if configuration.webhook_reach == Reach::Local {
            return Err(
                "webhook_reach = \"local\" is for sandboxes: companies would reach this machine".into()
            );
        }
        let _lock = OneServer::claim(&configuration.database)?;
        drop(telemetry::start_metrics());
        refuse_short_periods(&configuration)?;
        let surroundings = open_live(&configuration).await?;
        take_over_jobs(&configuration, &surroundings).await?;
        let listeners = Listeners::bind(&configuration).await?;
        serve(&configuration, surroundings, listeners).await
    })
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
    let Application { api, identity, administration, workers, readiness, .. } = application;
    let services = Services { api, identity, administration };
    let behind = Behind::start(workers, readiness);
    serve_until(services, behind, listeners, &configuration.trusted_proxies, limits, end).await;
    surroundings.store.close().await;
    tracing::info!("ended");
    Ok(())
}

/// Lets the process have as many files as it may, and fits the limits of its listeners to them.
pub(super) fn fitted(configuration: &Configuration) -> ServeLimits {
    descriptors::raise();
    descriptors::fitted(
        configuration.serve_limits,
        descriptors::allowed(),
        &configuration.database,
        &configuration.store_limits,
    )
}
