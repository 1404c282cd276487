//! One test's own database, clock and tokens.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use edge::Edge;
use kernel::{Instant, MovableClock, SeededRandomness};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use store::{Durability, MigrationTree, Store, StoreLimits, StoreLocation};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::schema::Schema;
use crate::{TestClient, TestTokens, postgres};

/// The time at which every test begins: 2026-11-20T09:00:00Z.
const START_UNIX_S: i64 = 1_795_165_200;
/// Connections of one test: many tests share one server.
const POSTGRES_CONNECTIONS_MAX: usize = 16;
/// The waits and attempts of one test. Many tests share the machine, and what they show is not how fast it is: those
/// about waits have limits of their own.
const WAIT_MAX: Duration = Duration::from_mins(2);
const ATTEMPTS_MAX: u32 = 256;
/// The environment variable by which every test on PostgreSQL goes through a pooler.
const POOLER_VARIABLE: &str = "CLIENTBANK_TEST_POOLER";
const WORKER_THREADS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A file in a temporary folder, with a real log beside it. Commits are not forced to the disk.
    Sqlite,
    /// A schema of its own in the server of the tests.
    Postgres,
}

/// The surroundings of a test. [`Bench::migrate`] makes the tables.
pub struct Bench {
    pub store: Store,
    /// Stands at 2026-11-20T09:00:00Z until it is moved.
    pub clock: Arc<MovableClock>,
    /// The same sequence in every run.
    pub randomness: Arc<SeededRandomness>,
    pub tokens: TestTokens,
    pub edge: Edge,
    pub engine: Engine,
    /// The location of the database, to open it once more.
    pub location: StoreLocation,
    /// The schema of the location, on PostgreSQL.
    schema: Option<Arc<Schema>>,
}

kernel::debug_shows!(Bench { engine, .. });

impl Bench {
    /// Makes the tables, or takes those that another test has left as migrations make them.
    pub async fn migrate(&self, trees: &[&MigrationTree]) {
        if let Some(schema) = &self.schema {
            schema.adopt(trees).await;
        }
        self.store.migrate(trees).await.expect("the migrations apply");
        if let Some(schema) = &self.schema {
            schema.migrated(trees).await;
        }
    }

    /// Another store on the same database, as a second process would have it.
    pub async fn open_again(&self, limits: StoreLimits) -> Store {
        Store::open(&self.location, limits).await.expect("the database opens")
    }

    pub fn client(&self, router: impl Into<Router>) -> TestClient {
        TestClient::new(router)
    }

    /// The limits of the bench's own store.
    pub fn limits() -> StoreLimits {
        StoreLimits {
            durability: Durability::Off,
            postgres_connections_max: POSTGRES_CONNECTIONS_MAX,
            wait_max: WAIT_MAX,
            connect_max: WAIT_MAX,
            lock_max: WAIT_MAX,
            attempts_max: ATTEMPTS_MAX,
            ..StoreLimits::default()
        }
    }

    async fn open(engine: Engine, location: StoreLocation, schema: Option<Arc<Schema>>) -> Self {
        let store = Store::open(&location, Self::limits()).await.expect("the database opens");
        let clock = Arc::new(MovableClock::new(Instant::from_unix_seconds(START_UNIX_S)));
        let tokens = TestTokens::new(Arc::clone(&clock) as Arc<dyn kernel::Clock>);
        let edge = tokens.edge();
        let randomness = Arc::new(SeededRandomness::new(1));
        Self { store, clock, randomness, tokens, edge, engine, location, schema }
    }
}

/// Runs `test` with a bench on `engine`. [`on_both_engines!`](crate::on_both_engines) calls this.
pub fn run<F: Future<Output = ()>>(engine: Engine, test: impl FnOnce(Bench) -> F) {
    match engine {
        Engine::Sqlite => {
            let folder = TempDir::with_prefix("clientbank-test-").expect("a temporary folder");
            let location = StoreLocation::Sqlite { path: folder.path().join("clientbank.db") };
            runtime().block_on(run_on(engine, location, None, test));
        }
        Engine::Postgres if std::env::var_os(POOLER_VARIABLE).is_some() => {
            runtime().block_on(run_pooled_on(test));
        }
        Engine::Postgres => {
            let url = postgres::shared_url();
            let runtime = runtime();
            let schema = Arc::new(runtime.block_on(Schema::make(url)));
            let location =
                StoreLocation::Postgres { url: url_of_schema(url, schema.name()), password_file: None };
            runtime.block_on(run_on(engine, location, Some(Arc::clone(&schema)), test));
            // Ends what the test has left at work, with its connections. After a failure the schema stays, to be looked
            // at.
            drop(runtime);
            self::runtime().block_on(schema.end());
        }
    }
}

/// Runs `test` with a bench on PostgreSQL behind a pooler that lends its sessions for a transaction each.
pub fn run_pooled<F: Future<Output = ()>>(test: impl FnOnce(Bench) -> F) {
    runtime().block_on(run_pooled_on(test));
}

/// The same within a runtime. The schema and the settings are those of a role of the test's own, because options do not
/// pass a pooler.
async fn run_pooled_on<F: Future<Output = ()>>(test: impl FnOnce(Bench) -> F) {
    let url = postgres::shared_url();
    let role = Schema::make(url).await.name().to_owned();
    let settings = store::settings_of_role(&Bench::limits(), &role);
    let made =
        format!("create role {role} login superuser; alter role {role} set search_path = {role}; {settings}");
    postgres::execute(url, &format!("drop role if exists {role}; {made}")).await;
    let location = StoreLocation::Postgres { url: postgres::shared_pooler().url(&role), password_file: None };
    // Its tables belong to the role, and are handed on to nobody.
    run_on(Engine::Postgres, location, None, test).await;
    postgres::execute(url, &format!("drop schema {role} cascade; drop owned by {role}; drop role {role}"))
        .await;
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKER_THREADS)
        .enable_all()
        .build()
        .expect("a runtime")
}

async fn run_on<F: Future<Output = ()>>(
    engine: Engine,
    location: StoreLocation,
    schema: Option<Arc<Schema>>,
    test: impl FnOnce(Bench) -> F,
) {
    let bench = Bench::open(engine, location, schema).await;
    let store = bench.store.clone();
    test(bench).await;
    store.close().await;
}

fn url_of_schema(url: &str, schema: &str) -> String {
    let separator = if url.contains('?') { '&' } else { '?' };
    let options = format!("-c search_path={schema}");
    format!("{url}{separator}options={}", utf8_percent_encode(&options, NON_ALPHANUMERIC))
}
