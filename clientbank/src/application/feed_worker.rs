//! The worker that looks for revocations and new keys.

use std::sync::Arc;
use std::time::Duration;

use edge::Verifier;
use identity::keys_command::KeysError;
use identity::{Feed, IdentityState};
use kernel::{Clock, Instant};
use sandbox::Sandbox;
use tokio::join;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::health::Readiness;
use super::watches::{RestoreWatch, Seen, SwitchWatch};
use super::{BuildError, Surroundings};
use crate::configuration::{Configuration, TokenClock};
use crate::stop::ticks;

/// The longest look at the feed. A later look may succeed where this one hangs.
const FEED_LOOK_MAX: Duration = Duration::from_secs(1);

/// The look at the feed, which the feed's worker and whoever moves the clock of a sandbox take in turns.
pub(super) type FeedLook = Arc<Mutex<FeedWorker>>;

/// Keeps keys and revocations of this process fresh.
pub(super) struct FeedWorker {
    sandbox: Option<Sandbox>,
    tokens: TokenClock,
    clock: Arc<dyn Clock>,
    feed: Feed,
    identity: IdentityState,
    verifier: Arc<Verifier>,
    readiness: Readiness,
    restore: RestoreWatch,
    switches: SwitchWatch,
    pause: Duration,
}

impl FeedWorker {
    pub(super) fn new(
        configuration: &Configuration,
        surroundings: &Surroundings,
        identity: &IdentityState,
        verifier: Arc<Verifier>,
        (readiness, gate): (Readiness, Arc<Seen>),
    ) -> Self {
        Self {
            sandbox: surroundings.sandbox.clone(),
            tokens: configuration.token_clock,
            clock: surroundings.token_clock(configuration),
            feed: Feed::new(surroundings.store.clone()),
            identity: identity.clone(),
            verifier,
            restore: RestoreWatch::new(
                surroundings.store.clone(),
                readiness.clone(),
                surroundings.sandbox.is_some(),
            ),
            switches: SwitchWatch::new(surroundings.store.clone(), gate),
            readiness,
            pause: configuration.feed_interval,
        }
    }

    /// Looks at the feed; in a sandbox, at the clock before. The clock of this process goes on only when everything
    /// that compares itself with it knows the moment that it is to show.
    pub(super) async fn look(&mut self) -> Result<(), BuildError> {
        let Some(sandbox) = self.sandbox.clone() else { return self.look_at(self.clock.now()).await };
        let pace = sandbox.look().await?.pace;
        let read_at = match self.tokens {
            TokenClock::Sandbox => sandbox.shown_at(pace),
            TokenClock::Machine => self.clock.now(),
        };
        self.look_at(read_at).await?;
        sandbox.go(pace);
        Ok(())
    }

    /// Reads the signing keys beside the revocations of others, and takes them afterwards: a key that was taken away is
    /// refused before it is replaced.
    async fn look_at(&mut self, read_at: Instant) -> Result<(), BuildError> {
        let keys_error = |error: KeysError| BuildError::Keys(error.to_string());
        let told = self.feed.tell::<BuildError>(&self.verifier, read_at);
        let (told, sealed) = join!(told, self.identity.sealed_keys());
        let known_at = told?.read_at;
        self.identity.take_keys(&sealed.map_err(keys_error)?).map_err(keys_error)?;
        self.identity.feed_read(known_at);
        self.readiness.feed_read(known_at);
        let (restore, switches) = join!(self.restore.look(), self.switches.look());
        Ok(restore.and(switches)?)
    }
}

pub(super) async fn run(feed: FeedLook) {
    let mut ticks = ticks(feed.lock().await.pause);
    loop {
        ticks.tick().await;
        let look = async { feed.lock().await.look().await };
        match timeout(FEED_LOOK_MAX, look).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!("revocations and keys cannot be read: {error}"),
            Err(_) => {
                tracing::error!("revocations and keys cannot be read: the database does not answer");
            }
        }
    }
}
