//! Puts each new checkpoint of the trail's log where the database's owners cannot change it.

use std::time::Duration;

use audit::log::{root_at, size};
use http::HeaderValue;
use outgoing::address::{Address, Reach};
use outgoing::transport::Transport;
use outgoing::trust_of_the_system;
use store::Store;
use tlog::{Checkpoint, SigningKey};

use super::BuildError;
use crate::configuration::Configuration;
use crate::stop::ticks;
use crate::telemetry::float;

/// Time between two looks for a new checkpoint.
const PAUSE: Duration = Duration::from_secs(1);
/// Statuses of a receiver that has something under this name already: another process was first.
const THERE: [u16; 2] = [409, 412];

/// Sends checkpoints to one address.
pub(super) struct Checkpoints {
    address: Address,
    credentials: Option<HeaderValue>,
    transport: Transport,
    key: SigningKey,
}

impl Checkpoints {
    pub(super) fn new(
        address: Address,
        configuration: &Configuration,
        key: SigningKey,
    ) -> Result<Self, BuildError> {
        let tls = trust_of_the_system().map_err(|error| BuildError::Trust(error.to_string()))?;
        let transport = Transport::new(tls, Reach::BankNetwork).but_to(configuration.own_ports.clone());
        let credentials = configuration.trail_checkpoints_credentials.clone();
        Ok(Self { address, credentials, transport, key })
    }

    /// Sends the newest checkpoint each second, as long as there is a new one. One that did not arrive is followed by
    /// the next, which proves more.
    pub(super) async fn run(self, store: Store) {
        let mut ticks = ticks(PAUSE);
        let (mut sent, mut is_told) = (0, false);
        loop {
            ticks.tick().await;
            let newest = match self.send(&store, sent).await {
                Ok(size) => {
                    (sent, is_told) = (size, false);
                    size
                }
                Err((size, reason)) => {
                    if !is_told {
                        tracing::error!("{}: takes no checkpoint: {reason}", self.address.as_str());
                    }
                    is_told = true;
                    size
                }
            };
            let behind = float(newest.saturating_sub(sent));
            metrics::gauge!("clientbank_trail_log_behind", "place" => "address").set(behind);
        }
    }

    /// Sends the newest checkpoint, if it is another than `sent`; its size, and the reason why it is not there.
    async fn send(&self, store: &Store, sent: u64) -> Result<u64, (u64, String)> {
        let failed = |error: store::StoreError| (sent, error.to_string());
        let size = size(store).await.map_err(failed)?;
        if size == sent {
            return Ok(size);
        }
        let root = root_at(store, size).await.map_err(failed)?;
        let root = root.ok_or_else(|| (size, "tiles of the log are missing".to_owned()))?;
        let note = Checkpoint { size, root }.signed(&self.key).into();
        let address = format!("{}/{size}", self.address.as_str().trim_end_matches('/'));
        let address =
            Address::parse(&address, Reach::BankNetwork).map_err(|error| (size, error.to_string()))?;
        match self.transport.put_new(&address, &note, self.credentials.as_ref()).await {
            Ok(status) if (200..300).contains(&status) || THERE.contains(&status) => Ok(size),
            Ok(status) => Err((size, format!("it answers {status}"))),
            Err(outcome) => Err((size, outcome.to_string())),
        }
    }
}
