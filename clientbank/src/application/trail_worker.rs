//! Gives the entries of the trail their places in its log, and writes the log to a folder outside of the database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use audit::log::{ExportError, cover, cover_past, export, size};
use kernel::{Bic, Clock, Instant};
use sealing::{MasterKey, Purpose};
use store::Store;
use tlog::SigningKey;

use super::BuildError;
use super::trail_checkpoints::Checkpoints;
use crate::configuration::Configuration;
use crate::stop::ticks;
use crate::telemetry::float;

/// Time between two looks for entries without a place: the bound on what is not covered yet.
const PAUSE: Duration = Duration::from_secs(1);
/// Looks after which stragglers are looked for as well.
const STRAGGLERS_EVERY: u64 = 60;
/// Looks after which a piece of the past is looked through: of a hundred million entries, all in three days.
const PAST_EVERY: u64 = 10;

/// The key of a bank's log, which follows from its master key: the log is named by the bank's BIC.
pub fn log_key(bic: &Bic, master_key: &MasterKey) -> Result<SigningKey, String> {
    let seed = master_key.seed(Purpose::TrailCheckpoints).map_err(|error| error.to_string())?;
    SigningKey::of_seed(&format!("bank-{bic}/trail"), &seed).map_err(|error| error.to_string())
}

pub(super) struct TrailWorker {
    store: Store,
    clock: Arc<dyn Clock>,
    /// The folder to which the log is written, and the key that signs it, if one is set.
    folder: Option<(PathBuf, SigningKey)>,
    /// Sends checkpoints, if an address is set.
    checkpoints: Option<Checkpoints>,
}

impl TrailWorker {
    pub(super) fn new(
        configuration: &Configuration,
        store: &Store,
        clock: &Arc<dyn Clock>,
    ) -> Result<Self, BuildError> {
        let Configuration { trail_log, trail_checkpoints, bank, master_key, .. } = configuration;
        let (mut folder, mut checkpoints) = (None, None);
        if let Some(master_key) = master_key {
            let key = || log_key(&bank.bic, master_key).map_err(BuildError::TrailLog);
            folder = trail_log.clone().map(|folder| Ok::<_, BuildError>((folder, key()?))).transpose()?;
            let to = |address| Checkpoints::new(address, configuration, key()?);
            checkpoints = trail_checkpoints.clone().map(to).transpose()?;
        }
        Ok(Self { store: store.clone(), clock: Arc::clone(clock), folder, checkpoints })
    }

    pub(super) async fn run(mut self) {
        let (checkpoints, store) = (self.checkpoints.take(), self.store.clone());
        let sending = async move {
            if let Some(checkpoints) = checkpoints {
                checkpoints.run(store).await;
            }
        };
        tokio::join!(self.cover_and_write(), sending);
    }

    async fn cover_and_write(self) {
        let mut ticks = ticks(PAUSE);
        let mut covered_at = self.clock.now();
        let (mut is_told, mut written) = (false, 0);
        let mut past = Instant::from_microseconds(i64::MIN);
        for look in 0_u64.. {
            ticks.tick().await;
            let is_wide = look % STRAGGLERS_EVERY == 0;
            match self.cover(is_wide).await {
                Ok(at) => covered_at = at,
                Err(error) => tracing::warn!("entries of the trail get no place in its log: {error}"),
            }
            if look % PAST_EVERY == 0 {
                match cover_past(&self.store, self.clock.now(), past).await {
                    Ok(next) => past = next,
                    Err(error) => tracing::warn!("the trail cannot be looked through: {error}"),
                }
            }
            metrics::gauge!("clientbank_trail_uncovered_seconds")
                .set(float(age_s(self.clock.now(), covered_at)));
            let Some((folder, key)) = &self.folder else { continue };
            match self.write(folder, key, &mut written).await {
                Ok(()) => is_told = false,
                // Once, and each minute as long as it lasts.
                Err(error) if !is_told || is_wide => {
                    is_told = true;
                    tracing::error!(
                        "the log of the trail cannot be written to {}: {error}",
                        folder.display()
                    );
                }
                Err(_) => {}
            }
        }
    }

    /// Brings the folder a step nearer to the log. `written` is what it is known to have: where it takes nothing more,
    /// the rest is told too.
    async fn write(&self, folder: &Path, key: &SigningKey, written: &mut u64) -> Result<(), ExportError> {
        let outcome = export(&self.store, folder, key).await;
        let is_broken =
            matches!(outcome, Err(ExportError::Forked | ExportError::Note(_) | ExportError::Archived(_)));
        metrics::gauge!("clientbank_trail_log_broken").set(float(u64::from(is_broken)));
        let behind = match &outcome {
            Ok(state) => {
                *written = state.size;
                metrics::gauge!("clientbank_trail_log_entries").set(float(state.size));
                Some(state.behind)
            }
            Err(_) => size(&self.store).await.ok().map(|size| size.saturating_sub(*written)),
        };
        if let Some(behind) = behind {
            metrics::gauge!("clientbank_trail_log_behind", "place" => "folder").set(float(behind));
        }
        outcome.map(drop)
    }

    /// Covers what is there; the moment before which everything is covered.
    async fn cover(&self, stragglers: bool) -> Result<Instant, store::StoreError> {
        loop {
            let now = self.clock.now();
            let coverage = cover(&self.store, now, stragglers).await?;
            if !coverage.is_full {
                return Ok(now);
            }
            let behind = coverage.oldest.map_or(0, |oldest| age_s(now, oldest));
            metrics::gauge!("clientbank_trail_uncovered_seconds").set(float(behind));
        }
    }
}

fn age_s(now: Instant, since: Instant) -> u64 {
    u64::try_from(now.microseconds_since(since) / 1_000_000).unwrap_or(0)
}
