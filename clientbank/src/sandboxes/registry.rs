//! All sandboxes of the process.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex as ShortMutex, PoisonError};
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use kernel::{Instant, Randomness};
use sandbox::SandboxError;
use store::{Store, StoreError, StoreLocation, Tx};
use tokio::sync::{Mutex, RwLock};
use tower::Service as _;
use url::Url;

use super::program::{Door, Program, Seeded, migrated};
use super::room::{Room, operator};
use super::template::Template;
use super::{MAIN, SandboxKey, SandboxesError};
use crate::application::{Addresses, ClockFace, Target};
use crate::configuration::Configuration;
use crate::server::Ending;

/// Time between two looks for sandboxes that nobody uses.
const IDLE_PAUSE: Duration = Duration::from_secs(10);
/// Time between two tries to open a main sandbox whose database is away.
const AWAY_PAUSE: Duration = Duration::from_millis(500);
/// Tables that a reset of the main sandbox on PostgreSQL leaves as they are.
const TABLES_KEPT: &[&str] = &["database_kind", "sandbox_state", "schema_migrations", "schema_expansions"];

/// Everything that sandboxes are made of.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The settings; the database is the main sandbox's.
    pub configuration: Configuration,
    pub addresses: Addresses,
    pub template: Template,
    /// The folder of the databases of sandboxes with keys.
    pub folder: PathBuf,
}

pub struct Sandboxes {
    plan: Plan,
    main: RwLock<Option<Program>>,
    rooms: ShortMutex<BTreeMap<SandboxKey, Arc<Room>>>,
    /// One is made or removed at a time.
    making: Mutex<()>,
    /// The last reset of the main sandbox by this process.
    resets: AtomicI64,
    /// Nothing is opened any more.
    is_ending: AtomicBool,
}

/// The main sandbox between two programs.
struct Closed {
    randomness: Arc<dyn Randomness>,
    /// The beginning that has to be written into a copy of the template.
    beginning: Option<Beginning>,
}

struct Beginning {
    resets: i64,
    at: Instant,
    mover: sandbox::Mover,
}

#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) key: String,
    pub(super) seed: Option<u64>,
    pub(super) addresses: Addresses,
}

impl Sandboxes {
    /// Starts the main sandbox on its seeded database.
    pub async fn start(plan: Plan, main: Seeded) -> Result<Arc<Self>, SandboxesError> {
        let program = Program::start(&plan.configuration, main, &plan.addresses, true).await?;
        let sandboxes = Arc::new(Self {
            plan,
            main: RwLock::new(Some(program)),
            rooms: ShortMutex::default(),
            making: Mutex::default(),
            resets: AtomicI64::new(-1),
            is_ending: AtomicBool::new(false),
        });
        tokio::spawn(remove_idle(Arc::downgrade(&sandboxes)));
        if matches!(sandboxes.plan.configuration.database, StoreLocation::Postgres { .. }) {
            tokio::spawn(follow_resets(Arc::downgrade(&sandboxes)));
        }
        Ok(sandboxes)
    }

    pub(super) const fn configuration(&self) -> &Configuration {
        &self.plan.configuration
    }

    pub(super) const fn addresses(&self) -> &Addresses {
        &self.plan.addresses
    }

    fn room(&self, key: &SandboxKey) -> Result<Arc<Room>, SandboxesError> {
        self.rooms().get(key).cloned().ok_or(SandboxesError::Unknown)
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, BTreeMap<SandboxKey, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a call to the sandbox with this key, or to the main one.
    pub(super) async fn answer(
        &self,
        key: Option<SandboxKey>,
        door: Door,
        request: Request,
    ) -> Result<Response, SandboxesError> {
        if let Some(key) = key {
            return self.room(&key)?.answer(door, request).await;
        }
        // Held while the call lasts: a reset waits for it.
        let main = self.main.read().await;
        let program = main.as_ref().ok_or(SandboxesError::Away)?;
        let Ok(response) = door(program).clone().call(request).await;
        Ok(response)
    }

    pub(super) async fn make(&self, key: SandboxKey, seed: u64) -> Result<Listed, SandboxesError> {
        let _turn = self.making.lock().await;
        if key.as_str() == MAIN || self.room(&key).is_ok() {
            return Err(SandboxesError::Exists);
        }
        let count = self.rooms().len();
        if count >= self.plan.configuration.sandboxes_max {
            return Err(SandboxesError::TooMany(count));
        }
        let Plan { configuration, addresses, template, folder, .. } = &self.plan;
        let addresses = of_key(addresses, &key);
        let path = folder.join(format!("{key}.db"));
        let room =
            Room::make(key.clone(), seed, (configuration.clone(), addresses), (template.clone(), path));
        let room = Arc::new(room.await?);
        let listed = listed(&room);
        self.rooms().insert(key, room);
        Ok(listed)
    }

    pub(super) async fn remove(&self, key: &str) -> Result<(), SandboxesError> {
        if key == MAIN {
            return Err(SandboxesError::Main);
        }
        // Nobody makes another one in its place while its files are removed.
        let _turn = self.making.lock().await;
        let room = self.rooms().remove(&key.parse()?).ok_or(SandboxesError::Unknown)?;
        room.end().await
    }

    /// Removes a sandbox that nobody has called for long, unless somebody has called it by now, or made another one of
    /// its key.
    async fn remove_idle(&self, room: &Arc<Room>, idle_max: Duration) -> Result<(), SandboxesError> {
        let _turn = self.making.lock().await;
        let is_there = self.rooms().get(&room.key).is_some_and(|there| Arc::ptr_eq(there, room));
        if !is_there || room.idle() <= idle_max {
            return Ok(());
        }
        self.rooms().remove(&room.key);
        room.end().await
    }

    /// Lists the sandboxes, the main one first.
    pub(super) fn list(&self) -> Vec<Listed> {
        let main = Listed { key: MAIN.to_owned(), seed: None, addresses: self.plan.addresses.clone() };
        let rooms = self.rooms();
        std::iter::once(main).chain(rooms.values().map(|room| listed(room))).collect()
    }

    pub(super) fn find(&self, key: &str) -> Result<Listed, SandboxesError> {
        self.list().into_iter().find(|listed| listed.key == key).ok_or(SandboxesError::Unknown)
    }

    pub(super) async fn shown(&self, key: &str) -> Result<ClockFace, SandboxesError> {
        if key != MAIN {
            return self.room(&key.parse()?)?.shown().await;
        }
        let main = self.main.read().await;
        Ok(main.as_ref().ok_or(SandboxesError::Away)?.clockwork.shown().await?)
    }

    pub(super) async fn go(&self, key: &str, target: Target) -> Result<ClockFace, SandboxesError> {
        if key != MAIN {
            return self.room(&key.parse()?)?.go(target).await;
        }
        let main = self.main.read().await;
        let program = main.as_ref().ok_or(SandboxesError::Away)?;
        Ok(program.clockwork.go(target, &operator(program)).await?)
    }

    /// Resets a sandbox to the seed data, after the calls that it is answering.
    pub(super) async fn reset(self: &Arc<Self>, key: &str) -> Result<(), SandboxesError> {
        if key != MAIN {
            return self.room(&key.parse()?)?.reset().await;
        }
        let mut main = self.main.write().await;
        let before = main.take().ok_or(SandboxesError::Away)?;
        let mut closed = Closed { randomness: Arc::clone(&before.randomness), beginning: None };
        let outcome = self.restore_main(before, &mut closed).await;
        // A sandbox that could not be reset goes on as it was.
        self.open_again(&mut main, closed).await?;
        outcome
    }

    async fn restore_main(&self, mut before: Program, closed: &mut Closed) -> Result<(), SandboxesError> {
        let Plan { configuration, template, .. } = &self.plan;
        let (sandbox, mover) = (before.clockwork.sandbox().clone(), operator(&before));
        let state = sandbox.look().await;
        before.end_workers().await;
        let state = match state {
            Ok(state) => state,
            Err(error) => {
                before.store.close().await;
                return Err(error.into());
            }
        };
        let at = sandbox.machine_clock().now();
        if let StoreLocation::Sqlite { path } = &configuration.database {
            before.store.close().await;
            template.copy_to(path)?;
            let resets = state.resets + 1;
            // A start finds by itself that a copy of the template has not begun.
            closed.beginning = Some(Beginning { resets, at, mover });
            return Ok(());
        }
        // The state stays in its table: the data without its beginning would have the clock of what was there before.
        let begin = move |tx: &mut Tx| {
            sandbox::begin_again(tx, at, &mover).map_err(|error| match error {
                SandboxError::Store(error) => error,
                other => StoreError::Unavailable(other.to_string()),
            })
        };
        let restored = before.store.restore_seed(TABLES_KEPT, begin).await;
        before.store.close().await;
        self.resets.store(restored?, Ordering::SeqCst);
        Ok(())
    }

    /// Opens the main sandbox. Where its database is away, that is tried again until it is back, and calls are
    /// answered 503 meanwhile.
    async fn open_again(
        self: &Arc<Self>,
        main: &mut Option<Program>,
        closed: Closed,
    ) -> Result<(), SandboxesError> {
        match self.opened(&closed).await {
            Ok(program) => {
                *main = Some(program);
                Ok(())
            }
            Err(error) => {
                tracing::warn!("the main sandbox cannot be opened, and is tried again: {error}");
                tokio::spawn(open_when_back(Arc::downgrade(self), closed));
                Err(SandboxesError::Away)
            }
        }
    }

    /// Wires the main sandbox on its database as that is now; a copy of the template begins first.
    async fn opened(&self, closed: &Closed) -> Result<Program, SandboxesError> {
        let Plan { configuration, addresses, .. } = &self.plan;
        let mut store = Store::open(&configuration.database, configuration.store_limits.clone()).await?;
        if let Some(Beginning { resets, at, mover }) = &closed.beginning {
            store = migrated(store).await?;
            self.resets.store(*resets, Ordering::SeqCst);
            sandbox::begin_anew(&store, *at, *resets, mover).await?;
            store.close().await;
            store = Store::open(&configuration.database, configuration.store_limits.clone()).await?;
        }
        let randomness = Arc::clone(&closed.randomness);
        Program::start(configuration, Seeded { store, randomness }, addresses, true).await
    }

    /// Wires the main sandbox anew when another process has reset its database: this one keeps things in memory.
    async fn follow_reset(self: &Arc<Self>, known: Option<i64>) -> Result<i64, SandboxesError> {
        let resets = {
            let main = self.main.read().await;
            let program = main.as_ref().ok_or(SandboxesError::Away)?;
            program.clockwork.sandbox().look().await?.resets
        };
        let is_own = self.resets.load(Ordering::SeqCst) == resets;
        if is_own || known.is_none_or(|known| known == resets) {
            return Ok(resets);
        }
        let mut main = self.main.write().await;
        let before = main.take().ok_or(SandboxesError::Away)?;
        let closed = Closed { randomness: Arc::clone(&before.randomness), beginning: None };
        before.end().await;
        self.open_again(&mut main, closed).await?;
        Ok(resets)
    }

    async fn end_all(&self) {
        self.is_ending.store(true, Ordering::SeqCst);
        let rooms: Vec<_> = std::mem::take(&mut *self.rooms()).into_values().collect();
        for room in rooms {
            if let Err(error) = room.end().await {
                tracing::warn!("a sandbox could not be removed: {error}");
            }
        }
        if let Some(main) = self.main.write().await.take() {
            main.end().await;
        }
    }
}

kernel::debug_shows!(Sandboxes { plan, .. });

impl Ending for Arc<Sandboxes> {
    async fn announce(&self) {
        if let Some(program) = &*self.main.read().await
            && let Some(behind) = &program.behind
        {
            behind.announce().await;
        }
    }

    async fn finish(self) {
        self.end_all().await;
    }
}

fn listed(room: &Room) -> Listed {
    Listed { key: room.key.to_string(), seed: Some(room.seed), addresses: room.addresses.clone() }
}

/// The addresses of a sandbox: those of the main one with its own Host.
fn of_key(main: &Addresses, key: &SandboxKey) -> Addresses {
    let own = |address: &str| {
        let Ok(mut url) = address.parse::<Url>() else { return address.to_owned() };
        // A name of the form of a key is a Host.
        let _ = url.set_host(Some(&key.host()));
        url.as_str().trim_end_matches('/').to_owned()
    };
    Addresses { api: own(&main.api), identity: own(&main.identity), bank: own(&main.bank) }
}

/// Removes sandboxes that nobody has called for long, as long as there are sandboxes at all.
async fn remove_idle(sandboxes: std::sync::Weak<Sandboxes>) {
    loop {
        tokio::time::sleep(IDLE_PAUSE).await;
        let Some(sandboxes) = sandboxes.upgrade() else { return };
        let idle_max = sandboxes.plan.configuration.sandbox_idle_max;
        let rooms: Vec<Arc<Room>> = sandboxes.rooms().values().cloned().collect();
        for room in rooms {
            if let Err(error) = sandboxes.remove_idle(&room, idle_max).await {
                tracing::warn!("the sandbox {} could not be removed: {error}", room.key);
            }
        }
    }
}

/// Opens the main sandbox as soon as its database is back, as long as there are sandboxes at all.
async fn open_when_back(sandboxes: std::sync::Weak<Sandboxes>, closed: Closed) {
    loop {
        tokio::time::sleep(AWAY_PAUSE).await;
        let Some(sandboxes) = sandboxes.upgrade() else { return };
        if sandboxes.is_ending.load(Ordering::SeqCst) {
            return;
        }
        match sandboxes.opened(&closed).await {
            Ok(program) => {
                let mut main = sandboxes.main.write().await;
                if sandboxes.is_ending.load(Ordering::SeqCst) {
                    return program.end().await;
                }
                *main = Some(program);
                tracing::info!("the main sandbox is open again");
                return;
            }
            Err(error) => tracing::debug!("the main sandbox cannot be opened: {error}"),
        }
    }
}

/// Looks for resets by other processes as often as for revocations, as long as there are sandboxes at all.
async fn follow_resets(sandboxes: std::sync::Weak<Sandboxes>) {
    let mut known = None;
    loop {
        let Some(sandboxes) = sandboxes.upgrade() else { return };
        match sandboxes.follow_reset(known).await {
            Ok(resets) => known = Some(resets),
            Err(error) => tracing::warn!("resets of the sandbox are not known: {error}"),
        }
        let pause = sandboxes.plan.configuration.feed_interval;
        drop(sandboxes);
        tokio::time::sleep(pause).await;
    }
}
