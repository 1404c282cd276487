//! `clientbank serve`: the server, until SIGTERM or SIGINT.

use super::database::{OneServer, open_live, take_over_jobs};
use super::{Failure, configured, on_runtime};
use crate::application::{Surroundings, build};
use crate::configuration::{Configuration, Sources};
use crate::server::{Listeners, asked_to_end, run as serve_until};
use crate::{descriptors, telemetry};

/// Runs the command.
pub(super) fn run(settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    on_runtime(async move {
        let _lock = OneServer::claim(&configuration.database)?;
        drop(telemetry::start_metrics());
        let surroundings = open_live(&configuration).await?;
        take_over_jobs(&configuration, &surroundings).await?;
        let listeners = Listeners::bind(&configuration).await?;
        serve(&configuration, surroundings, listeners, || {}).await
    })
}

/// Serves on bound sockets; calls `started` when requests are answered.
pub(super) async fn serve(
    configuration: &Configuration,
    surroundings: Surroundings,
    listeners: Listeners,
    started: impl FnOnce(),
) -> Result<(), Failure> {
    // Asked for before the first request: a signal that comes early must not kill.
    let end = asked_to_end()?;
    let addresses = listeners.addresses(configuration);
    let administration = listeners.administration_address();
    descriptors::raise();
    let limits = descriptors::fitted(
        configuration.serve_limits,
        descriptors::allowed(),
        &configuration.database,
        &configuration.store_limits,
    );
    let application = build(configuration, &surroundings, &addresses).await?;
    tracing::info!(
        database = %configuration.database,
        "serving: api {}, identity {}, administration {administration}",
        addresses.api,
        addresses.identity
    );
    started();
    serve_until(application, listeners, &configuration.trusted_proxies, limits, end).await;
    surroundings.store.close().await;
    tracing::info!("ended");
    Ok(())
}
