//! One sandbox: its program, which a reset replaces, and the order in which it is called.

use std::path::PathBuf;
use std::sync::{Arc, Mutex as ShortMutex, PoisonError};
use std::time::{Duration, Instant as MachineInstant};

use axum::extract::Request;
use axum::response::Response;
use sandbox::SandboxRandomness;
use store::{Durability, Store, StoreLimits, StoreLocation};
use tokio::sync::Mutex;
use tower::Service as _;

use super::program::{Door, Program, Seeded, migrated};
use super::template::{Template, remove};
use super::whole::whole;
use super::{SandboxKey, SandboxesError};
use crate::application::{Addresses, ClockFace, Target};
use crate::configuration::Configuration;

/// Connections that read, of a sandbox with a key: it takes one call at a time.
const READERS: usize = 2;

/// The state of a room that a call finds when its turn comes.
enum Turn {
    Open(Box<Program>),
    /// A reset has failed or was left, and the next call goes on with it.
    Begins,
    /// The sandbox is removed.
    Over,
}

/// A sandbox with a key.
pub(super) struct Room {
    pub(super) key: SandboxKey,
    pub(super) seed: u64,
    pub(super) addresses: Addresses,
    configuration: Configuration,
    path: PathBuf,
    template: Template,
    /// One call at a time.
    turn: Mutex<Turn>,
    used_at: ShortMutex<MachineInstant>,
}

impl Room {
    /// Makes the sandbox out of the template.
    pub(super) async fn make(
        key: SandboxKey,
        seed: u64,
        (configuration, addresses): (Configuration, Addresses),
        (template, path): (Template, PathBuf),
    ) -> Result<Self, SandboxesError> {
        let configuration = Configuration {
            store_limits: StoreLimits {
                durability: Durability::Off,
                sqlite_readers_max: READERS,
                ..configuration.store_limits.clone()
            },
            ..configuration
        };
        let room = Self {
            key,
            seed,
            addresses,
            configuration,
            path,
            template,
            turn: Mutex::new(Turn::Begins),
            used_at: ShortMutex::new(MachineInstant::now()),
        };
        room.program(&mut *room.turn.lock().await).await?;
        Ok(room)
    }

    /// A program on a new copy of the template, with the randomness of the seed from its beginning.
    async fn begun(&self) -> Result<Program, SandboxesError> {
        self.template.copy_to(&self.path)?;
        let location = StoreLocation::Sqlite { path: self.path.clone() };
        let store = Store::open(&location, self.configuration.store_limits.clone()).await?;
        let randomness = Arc::new(SandboxRandomness::new(self.seed, "calls"));
        let seeded = Seeded { store: migrated(store).await?, randomness };
        Program::start(&self.configuration, seeded, &self.addresses, false).await
    }

    /// Finds the program for a call, or begins it.
    async fn program<'t>(&self, turn: &'t mut Turn) -> Result<&'t Program, SandboxesError> {
        self.note_use();
        if matches!(turn, Turn::Begins) {
            *turn = Turn::Open(Box::new(self.begun().await?));
        }
        match turn {
            Turn::Open(program) => Ok(program),
            Turn::Begins | Turn::Over => Err(SandboxesError::Unknown),
        }
    }

    /// Answers a call after those before it, and does what it made due before the next one.
    pub(super) async fn answer(
        self: Arc<Self>,
        door: Door,
        request: Request,
    ) -> Result<Response, SandboxesError> {
        whole(async move {
            let mut turn = self.turn.lock().await;
            let program = self.program(&mut turn).await?;
            let Ok(response) = door(program).clone().call(request).await;
            program.clockwork.settle().await?;
            self.note_use();
            Ok(response)
        })
        .await
    }

    pub(super) async fn shown(&self) -> Result<ClockFace, SandboxesError> {
        Ok(self.program(&mut *self.turn.lock().await).await?.clockwork.shown().await?)
    }

    pub(super) async fn go(&self, target: Target) -> Result<ClockFace, SandboxesError> {
        let mut turn = self.turn.lock().await;
        let program = self.program(&mut turn).await?;
        let shown = program.clockwork.go(target, &operator(program)).await?;
        self.note_use();
        Ok(shown)
    }

    /// Begins anew from the template, clock and randomness too.
    pub(super) async fn reset(&self) -> Result<(), SandboxesError> {
        let mut turn = self.turn.lock().await;
        // One that was removed meanwhile stays so.
        if matches!(*turn, Turn::Open(_))
            && let Turn::Open(before) = std::mem::replace(&mut *turn, Turn::Begins)
        {
            before.store.close().await;
        }
        self.program(&mut turn).await.map(|_| ())
    }

    /// Ends the program and removes its database.
    pub(super) async fn end(&self) -> Result<(), SandboxesError> {
        let mut turn = self.turn.lock().await;
        if let Turn::Open(before) = std::mem::replace(&mut *turn, Turn::Over) {
            before.store.close().await;
        }
        remove(&self.path)
    }

    fn note_use(&self) {
        *self.used_at.lock().unwrap_or_else(PoisonError::into_inner) = MachineInstant::now();
    }

    /// Tells for how long nobody has called it; a call that is being answered may last longer than that.
    pub(super) fn idle(&self) -> Duration {
        if self.turn.try_lock().is_err() {
            return Duration::ZERO;
        }
        self.used_at.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// The operator at the administration port, for the trail.
pub(super) fn operator(program: &Program) -> sandbox::Mover {
    let actor = audit::Actor::Operator("administration".to_owned());
    sandbox::Mover { actor, randomness: Arc::clone(&program.randomness) }
}
