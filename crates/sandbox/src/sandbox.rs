//! The value of a program that runs as a sandbox.

use std::sync::Arc;

use kernel::{Clock, Instant};
use store::{Store, Tx, params};

use crate::clock::{Pace, SandboxClock};
use crate::store as rows;
use crate::store::{STATE, State};
use crate::{DatabaseKind, SandboxError, claim};

/// The sandbox that this program is. A clone is the same one.
#[derive(Clone, Debug)]
pub struct Sandbox {
    store: Store,
    clock: Arc<SandboxClock>,
}

impl Sandbox {
    /// Opens the sandbox in a migrated database, which is claimed for it. A database without a state gets one, with
    /// the clock going at `pace`; `machine` is the clock beside which it runs.
    ///
    /// # Errors
    /// The database is a bank's own; or it failed.
    pub async fn open(store: Store, machine: Arc<dyn Clock>, pace: Pace) -> Result<Self, SandboxError> {
        claim(&store, DatabaseKind::Sandbox).await?;
        store.write("sandbox.open", move |tx: &mut Tx| rows::make_state(tx, pace)).await?;
        let sandbox = Self { store, clock: Arc::new(SandboxClock::new(machine, pace)) };
        sandbox.follow().await?;
        Ok(sandbox)
    }

    /// Returns the clock, which everything that waits for time asks.
    #[must_use]
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as Arc<dyn Clock>
    }

    /// Returns the way in which the clock goes.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.clock.pace()
    }

    /// Takes over what other processes did to the clock. Returns how often the sandbox was reset.
    ///
    /// # Errors
    /// The database's.
    pub async fn follow(&self) -> Result<i64, SandboxError> {
        let state = self.state().await?;
        self.clock.go(state.pace);
        Ok(state.resets)
    }

    /// Tells when the seed data was loaded, if it was.
    ///
    /// # Errors
    /// The database's.
    pub async fn seeded_at(&self) -> Result<Option<Instant>, SandboxError> {
        Ok(self.state().await?.seeded_at)
    }

    /// Notes that the seed data is loaded, so that a restart keeps later changes.
    ///
    /// # Errors
    /// The database's.
    pub async fn note_seeded(&self) -> Result<(), SandboxError> {
        let now = self.clock.now();
        self.store.write("sandbox.seeded", move |tx: &mut Tx| rows::note_seeded(tx, now)).await
    }

    async fn state(&self) -> Result<State, SandboxError> {
        let row = self.store.query_optional(&STATE, params![]).await?;
        rows::state_of(&row.ok_or(SandboxError::NoState)?)
    }
}
