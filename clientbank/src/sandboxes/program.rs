//! The program of one sandbox, at work.

use std::sync::Arc;

use edge::Framed;
use kernel::{Randomness, SystemClock};
use sandbox::{Pace, Sandbox};
use store::Store;

use super::SandboxesError;
use crate::application::{Addresses, Application, Clockwork, CommonClock, Surroundings, areas, build};
use crate::configuration::Configuration;
use crate::server::Behind;

/// A migrated database of a sandbox with seed data, and the randomness of its program.
#[derive(Clone, Debug)]
pub struct Seeded {
    pub store: Store,
    /// The source of unpredictable bytes, or of those that follow from a seed.
    pub randomness: Arc<dyn Randomness>,
}

/// Finds one of the services of a program.
pub(super) type Door = fn(&Program) -> &Framed;

pub(super) struct Program {
    pub(super) api: Framed,
    pub(super) identity: Framed,
    pub(super) bank: Framed,
    pub(super) administration: Framed,
    pub(super) clockwork: Clockwork,
    pub(super) store: Store,
    pub(super) randomness: Arc<dyn Randomness>,
    /// Workers beside the requests; without them, what is due is done between two calls.
    pub(super) behind: Option<Behind>,
}

impl Program {
    /// Wires the program on its database, and starts its workers if it `has_workers`.
    pub(super) async fn start(
        configuration: &Configuration,
        seeded: Seeded,
        addresses: &Addresses,
        has_workers: bool,
    ) -> Result<Self, SandboxesError> {
        let Seeded { store, randomness } = seeded;
        let machine = CommonClock::compared(Arc::new(SystemClock), &store).await?;
        let sandbox =
            Sandbox::open(store.clone(), Arc::clone(&machine) as _, Pace::Running { ahead_us: 0 }).await?;
        let sandbox = if has_workers { sandbox } else { sandbox.in_turn() };
        let surroundings = Surroundings {
            store: store.clone(),
            clock: sandbox.clock(),
            randomness: Arc::clone(&randomness),
            sandbox: Some(sandbox),
            common_clock: Some(machine),
        };
        let application = build(configuration, &surroundings, addresses).await?;
        let Application { api, identity, bank, administration, clockwork, workers, readiness, .. } =
            application;
        let clockwork = clockwork.ok_or(sandbox::SandboxError::NoState)?;
        // Seed data has events of days that are over.
        Box::pin(clockwork.number_events()).await?;
        let behind = has_workers.then(|| Behind::start(workers, readiness));
        Ok(Self { api, identity, bank, administration, clockwork, store, randomness, behind })
    }

    /// Ends the workers and the database.
    pub(super) async fn end(mut self) {
        self.end_workers().await;
        self.store.close().await;
    }

    /// Ends the workers; the database stays open.
    pub(super) async fn end_workers(&mut self) {
        use crate::server::Ending as _;
        if let Some(behind) = self.behind.take() {
            behind.announce().await;
            behind.finish().await;
        }
    }
}

/// Migrates the tables of a copy: a template may be of an older version.
pub(super) async fn migrated(store: Store) -> Result<Store, SandboxesError> {
    store.migrate(&areas::migrations()).await?;
    Ok(store)
}
