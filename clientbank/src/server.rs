//! The sockets around an application: bound first, because a free port becomes part of the tokens; closed last, because
//! requests in flight finish first.

use std::future::Future;
use std::net::SocketAddr;

use edge::{Answers, ServeLimits, TrustedProxies, serve, serve_behind};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::application::workers::Started;
use crate::application::{Addresses, Readiness, Workers};
use crate::configuration::Configuration;
use crate::descriptors::ADMINISTRATION_CONNECTIONS_MAX;
use crate::stop::stopped;

/// The sockets, bound and not yet answering.
#[derive(Debug)]
pub struct Listeners {
    api: TcpListener,
    identity: TcpListener,
    bank: Option<TcpListener>,
    administration: TcpListener,
}

#[derive(Debug, Error)]
#[error("{setting} {address}: {reason}")]
pub struct BindError {
    setting: &'static str,
    address: SocketAddr,
    reason: String,
}

impl Listeners {
    pub async fn bind(configuration: &Configuration) -> Result<Self, BindError> {
        Ok(Self {
            api: bind("api_listen", configuration.api_listen).await?,
            identity: bind("identity_listen", configuration.identity_listen).await?,
            bank: match configuration.bank_listen {
                Some(address) => Some(bind("bank_listen", address).await?),
                None => None,
            },
            administration: bind("administration_listen", configuration.administration_listen).await?,
        })
    }

    /// The addresses by which callers reach the program: those of the settings, or the sockets' own.
    pub fn addresses(&self, configuration: &Configuration) -> Addresses {
        Addresses {
            api: configuration.api_address.clone().unwrap_or_else(|| web_address(&self.api)),
            identity: configuration.identity_address.clone().unwrap_or_else(|| web_address(&self.identity)),
            bank: match (&configuration.bank_address, &self.bank) {
                (Some(address), _) => address.clone(),
                (None, Some(listener)) => web_address(listener),
                (None, None) => String::new(),
            },
        }
    }

    pub fn ports(&self) -> Vec<u16> {
        let listeners = [&self.api, &self.identity, &self.administration];
        listeners
            .into_iter()
            .chain(&self.bank)
            .filter_map(|listener| Some(listener.local_addr().ok()?.port()))
            .collect()
    }

    pub fn administration_address(&self) -> String {
        web_address(&self.administration)
    }
}

async fn bind(setting: &'static str, address: SocketAddr) -> Result<TcpListener, BindError> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| BindError { setting, address, reason: error.to_string() })
}

/// The address by which this machine calls the listener: nobody calls one that stands for all addresses.
fn web_address(listener: &TcpListener) -> String {
    match listener.local_addr() {
        Ok(address) if address.ip().is_unspecified() => format!("http://localhost:{}", address.port()),
        Ok(address) => format!("http://{address}"),
        Err(_) => String::new(),
    }
}

/// The services of an application, as it calls them.
#[derive(Clone, Debug)]
pub struct Services<P, B, A> {
    pub api: P,
    pub identity: P,
    pub bank: B,
    pub administration: A,
}

/// Everything after the services, to be ended in order.
pub trait Ending {
    /// Says that new requests should go elsewhere.
    fn announce(&self) -> impl Future<Output = ()> + Send;
    /// Stops the workers, after the last request was answered.
    fn finish(self) -> impl Future<Output = ()> + Send;
}

/// The readiness and the workers of one application.
pub struct Behind {
    readiness: Readiness,
    stop: watch::Sender<bool>,
    workers: Started,
}

impl Behind {
    pub fn start(workers: Workers, readiness: Readiness) -> Self {
        let (stop, stopping) = watch::channel(false);
        Self { readiness, stop, workers: workers.start(&stopping) }
    }
}

impl Ending for Behind {
    async fn announce(&self) {
        self.readiness.end();
    }

    async fn finish(self) {
        self.stop.send_replace(true);
        self.workers.finished().await;
    }
}

/// Answers until `end` is done, then in this order: readiness turns false, API, identity provider and the bank's API
/// finish their requests, the workers stop, metrics and health stop.
pub async fn run<P: Answers, B: Answers, A: Answers>(
    services: Services<P, B, A>,
    behind: impl Ending,
    listeners: Listeners,
    proxies: &TrustedProxies,
    limits: ServeLimits,
    end: impl Future<Output = ()>,
) {
    let (stop_serving, serving) = watch::channel(false);
    let (stop_rest, rest) = watch::channel(false);
    let administration =
        tokio::spawn(serve(listeners.administration, services.administration, short(limits), stopped(rest)));
    let started = |listener, service, end| {
        tokio::spawn(serve_behind(proxies.clone(), listener, service, limits, stopped(end)))
    };
    let api = started(listeners.api, services.api, serving.clone());
    let identity = started(listeners.identity, services.identity, serving.clone());
    let bank =
        listeners.bank.map(|listener| tokio::spawn(serve(listener, services.bank, limits, stopped(serving))));

    end.await;
    tracing::info!("ending: requests in flight finish");
    behind.announce().await;
    stop_serving.send_replace(true);
    let listeners = [("api", api), ("identity", identity)];
    for (name, listener) in listeners.into_iter().chain(bank.map(|bank| ("bank", bank))) {
        match listener.await {
            Ok(drained) if drained.cut > 0 => {
                tracing::warn!(listener = name, "ended: {} connections of {name} were cut", drained.cut);
            }
            Ok(_) => tracing::info!(listener = name, "ended: every request of {name} was answered"),
            Err(error) => tracing::error!(listener = name, "the listener of {name} failed: {error}"),
        }
    }
    behind.finish().await;
    stop_rest.send_replace(true);
    drop(administration.await);
}

/// The limits of the administration port: connections of its own, and no time for leaving it.
fn short(limits: ServeLimits) -> ServeLimits {
    ServeLimits {
        connections_max: ADMINISTRATION_CONNECTIONS_MAX,
        connections_per_address_max: ADMINISTRATION_CONNECTIONS_MAX,
        farewell_time: std::time::Duration::ZERO,
        ..limits
    }
}

/// Waits for the first SIGTERM or SIGINT. A second one ends the process at once.
pub fn asked_to_end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::warn!("asked again: ending without waiting");
            std::process::exit(EXIT_IMPATIENT);
        });
    })
}

/// The exit code after a second signal, as shells write an interruption.
const EXIT_IMPATIENT: i32 = 130;
