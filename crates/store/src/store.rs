//! The handle that areas hold.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::Randomness;
use spans::Begun;

use crate::gate::Gate;
use crate::metric::{self, Counters};
use crate::migration::EngineKind;
use crate::postgres::Postgres;
use crate::postgres::session::Reading;
use crate::room::Probe;
use crate::sqlite::Sqlite;
use crate::tx::at_most_one;
use crate::unit::{self, ErasedWork, UnitKind};
use crate::value::check_parameters;
use crate::{
    DynamicQuery, Migration, MigrationReport, MigrationTree, PlannedMigration, Query, Result, Row,
    Statistics, StoreError, StoreLimits, StoreLocation, Tx, Value, migrate,
};

/// The time in which a migration tries to get its locks.
const MIGRATION_PATIENCE: Duration = Duration::from_mins(10);

/// The database of one process. Cheap to clone; all clones share connections and queue.
#[derive(Clone)]
pub struct Store(Arc<Shared>);

struct Shared {
    engine: Engine,
    counters: Arc<Counters>,
    gate: Option<Arc<dyn Gate>>,
}

enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Store {
    /// Opens the database, which must be reachable, and holds the process to `limits`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the file cannot be opened or the server cannot be reached.
    pub async fn open(location: &StoreLocation, limits: StoreLimits) -> Result<Self> {
        Self::opened(location, limits, None).await
    }

    /// Opens the database like [`Store::open`], with each unit of work waiting at `gate` before it begins: for the
    /// simulation.
    pub async fn open_behind(
        gate: Arc<dyn Gate>,
        location: &StoreLocation,
        limits: StoreLimits,
    ) -> Result<Self> {
        Self::opened(location, limits, Some(gate)).await
    }

    async fn opened(
        location: &StoreLocation,
        limits: StoreLimits,
        gate: Option<Arc<dyn Gate>>,
    ) -> Result<Self> {
        let counters = Arc::new(Counters::default());
        let engine = match location {
            StoreLocation::Sqlite { path } => {
                Engine::Sqlite(Sqlite::open(path.clone(), limits, Arc::clone(&counters)).await?)
            }
            StoreLocation::Postgres { url, password_file } => {
                let password_file = password_file.as_deref();
                // In a box for the reason that `query` gives.
                let opened = Box::pin(Postgres::open(url, password_file, limits, Arc::clone(&counters)));
                Engine::Postgres(opened.await?)
            }
        };
        Ok(Self(Arc::new(Shared { engine, counters, gate })))
    }

    /// Migrates the tables. An empty database gets all of `trees` in one unit of work, so that a failure leaves it as
    /// it was; later each migration is one of its own and stays when the next one fails. One that meets a lock of
    /// others lets go and comes back. Processes that start at once take turns.
    ///
    /// # Errors
    /// [`StoreError::Migration`] when a migration was edited, is out of order, fails, or was applied by a newer version
    /// beside which this one cannot work; [`StoreError::Busy`] when others held its locks for ten minutes.
    pub async fn migrate(&self, trees: &[&MigrationTree]) -> Result<MigrationReport> {
        self.migrate_within(trees, MIGRATION_PATIENCE).await
    }

    /// Migrates like [`Store::migrate`] and tries for `patience` when others hold the locks.
    pub async fn migrate_within(
        &self,
        trees: &[&MigrationTree],
        patience: Duration,
    ) -> Result<MigrationReport> {
        Box::pin(migrate::migrate(self, trees.iter().map(|tree| **tree).collect(), patience)).await
    }

    /// Tells what [`Store::migrate`] would do to which tables, and changes nothing.
    pub async fn migration_plan(&self, trees: &[&MigrationTree]) -> Result<Vec<PlannedMigration>> {
        migrate::plan(self, trees.iter().map(|tree| **tree).collect()).await
    }

    pub(crate) async fn migrate_unit<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut Tx) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.unit(UnitKind::Migrate, "migrate", work).await
    }

    /// Builds the indexes of a migration beside the traffic, where the engine can; SQLite builds them in its unit.
    pub(crate) async fn build_beside(&self, area: &str, migration: &Migration) -> Result<()> {
        match &self.0.engine {
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => Box::pin(postgres.build_beside(area, migration)).await,
        }
    }

    /// Runs one unit of work, a change that is whole or absent, and answers after its commit. The closure
    /// is synchronous, so no wait for anything else can hold its locks, and may run several times.
    /// A caller that stops waiting does not tear the unit.
    ///
    /// # Errors
    /// What the closure returns; [`StoreError::Busy`] when the queue is full or others disturbed it too
    /// often; [`StoreError::CommitFailed`], [`StoreError::Panicked`], [`StoreError::Unavailable`].
    pub async fn write<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        unit: &'static str,
        work: impl FnMut(&mut Tx) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.unit(UnitKind::Write, unit, work).await
    }

    /// Runs one unit of work like [`Store::write`] whose invariants are all held by the database itself: by unique
    /// keys, by checks, and by changes that compare what they change. On PostgreSQL it is READ COMMITTED: each
    /// statement sees what was committed before it, a row that another unit changes is waited for instead of making
    /// this one start anew, and it takes no part in the conflicts of serializable units. For long units that add rows
    /// of their own. One that relies on something it has read needs [`Store::write`].
    pub async fn write_guarded<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        unit: &'static str,
        work: impl FnMut(&mut Tx) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.unit(UnitKind::Guarded, unit, work).await
    }

    /// Runs several reads on one snapshot of the database; a change inside fails.
    pub async fn read<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        unit: &'static str,
        work: impl FnMut(&mut Tx) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.unit(UnitKind::Read, unit, work).await
    }

    /// The rows of one short, bounded reading statement, the cheapest way to read: SQLite runs it on the
    /// caller's own thread. A change is refused.
    ///
    /// # Errors
    /// As [`Tx::query`], and [`StoreError::Busy`] when no connection becomes free in time.
    pub async fn query(&self, query: &'static Query, parameters: Vec<Value>) -> Result<Vec<Row>> {
        check_parameters(query.name(), &parameters)?;
        self.pass(query.name()).await?;
        let rows = match &self.0.engine {
            Engine::Sqlite(sqlite) => sqlite.query(query, &parameters),
            // Boxed, because waiting for a server takes 3,000 bytes more than not waiting: every future that reads
            // would have, allocate and move them, on SQLite too.
            Engine::Postgres(postgres) => Box::pin(postgres.query(Reading::Kept(query, &parameters))).await,
        };
        rows.inspect_err(|error| metric::query_failed(query.name(), error.kind()))
    }

    /// Returns the row of one short reading statement, if any.
    ///
    /// # Errors
    /// [`StoreError::RowsReturned`] when there are several, and those of [`Store::query`].
    pub async fn query_optional(&self, query: &'static Query, parameters: Vec<Value>) -> Result<Option<Row>> {
        at_most_one(query, self.query(query, parameters).await?)
    }

    pub(crate) async fn run_dynamic(&self, query: DynamicQuery) -> Result<Vec<Row>> {
        self.pass(query.name()).await?;
        match &self.0.engine {
            Engine::Sqlite(sqlite) => {
                let unit = query.name();
                let (work, outcome) = unit::erase(None, move |tx| tx.query_dynamic(&query));
                sqlite.read(unit, work).await?;
                outcome.take()
            }
            Engine::Postgres(postgres) => Box::pin(postgres.query(Reading::Dynamic(&query))).await,
        }
    }

    /// Tells whether the database answers and takes writes, which it shows by taking one of 64 KiB from `randomness`:
    /// for the readiness probe. The tables have to be there ([`Store::migrate`]).
    pub async fn ping(&self, randomness: &dyn Randomness) -> Result<()> {
        let probe = Probe::new(randomness);
        self.write_guarded("ping", move |tx| probe.run(tx)).await
    }

    /// Prepares every query, so that a mistake in a text is found before its first use, and a type outside
    /// of the portable subset too.
    pub async fn prepare_all(&self, queries: &[&'static Query]) -> Result<()> {
        match &self.0.engine {
            Engine::Sqlite(sqlite) => queries.iter().try_for_each(|query| sqlite.plan(query).map(drop)),
            Engine::Postgres(postgres) => postgres.prepare_all(queries).await,
        }
    }

    /// Explains the access path of `query` without its parameters, in the engine's words and line by line: for tests
    /// that refuse a plan.
    pub async fn plan_of(&self, query: &'static Query) -> Result<Vec<String>> {
        match &self.0.engine {
            Engine::Sqlite(sqlite) => sqlite.plan(query),
            Engine::Postgres(postgres) => postgres.plan(query).await,
        }
    }

    /// Tells whether units of work are written beside each other. On SQLite one follows the other.
    pub fn writes_at_once(&self) -> bool {
        self.engine() == EngineKind::Postgres
    }

    pub(crate) fn engine(&self) -> EngineKind {
        match self.0.engine {
            Engine::Sqlite(_) => EngineKind::Sqlite,
            Engine::Postgres(_) => EngineKind::Postgres,
        }
    }

    /// Reads the counters since the store was opened.
    pub fn statistics(&self) -> Statistics {
        self.0.counters.read()
    }

    /// Shows the connections as they are now in the metrics `clientbank_store_connections` and
    /// `clientbank_store_connections_max`.
    pub fn measure(&self) {
        metric::connections(match &self.0.engine {
            Engine::Sqlite(sqlite) => sqlite.connections(),
            Engine::Postgres(postgres) => postgres.connections(),
        });
    }

    /// Ends the work: units that are queued or at work are finished, later ones are refused in every clone.
    pub async fn close(self) {
        match &self.0.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close().await,
        }
    }

    pub(crate) fn sqlite(&self) -> Option<&Sqlite> {
        match &self.0.engine {
            Engine::Sqlite(sqlite) => Some(sqlite),
            Engine::Postgres(_) => None,
        }
    }

    pub(crate) async fn unit<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        kind: UnitKind,
        unit: &'static str,
        work: impl FnMut(&mut Tx) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.pass(unit).await?;
        let start = Instant::now();
        // In a box: the future of a unit stays small.
        let span = Begun::here().map(Box::new);
        let (work, outcome) = unit::erase(span.as_deref().map(Begun::context).or_else(spans::current), work);
        let ran = self.run(kind, unit, work).await;
        metric::unit_took(unit, kind.as_str(), start.elapsed());
        if let Some(span) = span {
            let attributes = vec![("clientbank.unit.kind", kind.as_str().into())];
            span.end(spans::Kind::Internal, unit, ran.is_err(), attributes);
        }
        ran?;
        outcome.take()
    }

    /// Waits at the gate, if there is one.
    async fn pass(&self, unit: &'static str) -> Result<()> {
        match &self.0.gate {
            Some(gate) => gate.pass(unit).await,
            None => Ok(()),
        }
    }

    /// Runs the unit to its end; its outcome stands.
    async fn run(&self, kind: UnitKind, unit: &'static str, work: ErasedWork) -> Result<()> {
        match (&self.0.engine, kind) {
            (Engine::Sqlite(sqlite), UnitKind::Read) => sqlite.read(unit, work).await,
            (Engine::Sqlite(sqlite), UnitKind::Write | UnitKind::Guarded | UnitKind::Migrate) => {
                sqlite.write(unit, work).await
            }
            // In a box for the reason that `query` gives.
            (Engine::Postgres(postgres), _) => Box::pin(postgres.unit(kind, unit, work)).await,
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.engine() {
            EngineKind::Sqlite => "Store(SQLite)",
            EngineKind::Postgres => "Store(PostgreSQL)",
        })
    }
}

#[cfg(test)]
mod tests;
