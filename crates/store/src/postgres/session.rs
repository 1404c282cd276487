//! One connection to PostgreSQL, for statements and units of work.

use std::time::Duration;

use deadpool::managed::Object;
use futures_util::future::try_join_all;
use tokio::runtime::Handle;
use tokio::time::timeout;
use tokio_postgres::types::Type;

use super::bulk;
use super::client::Client;
use super::servers::Servers;
use super::statement::{self, StatementError};
use crate::bulk::Column;
use crate::unit::UnitKind;
use crate::{DynamicQuery, Query, Result, Row, StoreError, Value};

/// Statements that are on their way at once.
pub(super) const PIPELINE_MAX: usize = 512;
/// The time that the program waits beyond the server's own limit for a statement.
const ANSWER_GRACE: Duration = Duration::from_secs(5);
/// The time in which a server begins a unit of work, which is no work: one that takes longer has stopped.
const BEGIN_MAX: Duration = Duration::from_secs(5);
pub(super) const MIGRATION_STATEMENT_MAX: Duration = Duration::from_hours(1);
/// The longest that a statement of a migration waits for a lock: whoever comes after it waits as long.
const MIGRATION_LOCK_MAX: Duration = Duration::from_secs(1);
/// The longest that a statement of a proof runs: some read all postings of a bank.
const PROOF_STATEMENT_MAX: Duration = Duration::from_hours(1);

/// A text that reads, with its values.
#[derive(Clone, Copy)]
pub(crate) enum Reading<'a> {
    /// Prepared once and kept.
    Kept(&'static Query, &'a [Value]),
    /// Parsed, planned, run and forgotten.
    Dynamic(&'a DynamicQuery),
}

impl Reading<'_> {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Kept(query, _) => query.name(),
            Self::Dynamic(query) => query.name(),
        }
    }
}

pub(crate) struct Session {
    client: Object<Servers>,
    pub(super) handle: Handle,
    statement_max: Duration,
    /// Another unit got in the way: this one may be run again, even after a success.
    pub(super) is_disturbed: bool,
    /// The connection is of no more use.
    pub(super) is_lost: bool,
}

impl Session {
    pub(super) const fn new(client: Object<Servers>, handle: Handle, statement_max: Duration) -> Self {
        Self { client, handle, statement_max, is_disturbed: false, is_lost: false }
    }

    pub(crate) fn query(&mut self, reading: Reading<'_>, rows_max: usize) -> Result<Vec<Row>> {
        let handle = self.handle.clone();
        handle.block_on(self.query_async(reading, rows_max))
    }

    /// Runs a change once for each of `rows`; the number of changed rows in all.
    pub(crate) fn execute(&mut self, query: &'static Query, rows: &[Vec<Value>]) -> Result<u64> {
        let changed = self.waited(query, self.execute_async(query, rows));
        self.noted(changed)
    }

    pub(crate) fn insert_bulk(
        &mut self,
        query: &'static Query,
        columns: &[Column<'_>],
        rows: usize,
    ) -> Result<u64> {
        let inserted = self.waited(query, bulk::insert(&self.client, query, columns, rows));
        self.noted(inserted)
    }

    /// The positions of the values that changed nothing.
    pub(crate) fn update_bulk(
        &mut self,
        query: &'static Query,
        columns: &[Column<'_>],
        rows: usize,
    ) -> Result<Vec<usize>> {
        let unchanged = self.waited(query, bulk::update(&self.client, query, columns, rows));
        self.noted(unchanged)
    }

    /// The rows that each value finds, with its position.
    pub(crate) fn query_bulk(
        &mut self,
        query: &'static Query,
        columns: &[Column<'_>],
        rows_max: usize,
    ) -> Result<Vec<(usize, Row)>> {
        let rows = self.waited(query, bulk::read(&self.client, query, columns, rows_max));
        self.noted(rows)
    }

    pub(crate) fn batch(&mut self, sql: &str) -> Result<()> {
        self.batch_within(self.statement_max, sql)
    }

    fn batch_within(&mut self, time_max: Duration, sql: &str) -> Result<()> {
        let run = async {
            self.client.batch_execute(sql).await.map_err(|error| statement::error_of("batch", &error))
        };
        let done = self.handle.block_on(bounded(time_max, "batch", run));
        self.noted(done)
    }

    pub(super) async fn query_async(&mut self, reading: Reading<'_>, rows_max: usize) -> Result<Vec<Row>> {
        let read = self.bounded(reading.name(), rows(&self.client, reading, rows_max));
        let rows = self.client.to_its_end(read).await;
        self.noted(rows)
    }

    /// Checks that the text can run and stays within the portable types.
    pub(super) async fn check_async(&self, query: &'static Query) -> Result<()> {
        self.client.check(query).await
    }

    /// Closes the connection instead of giving it back.
    pub(super) fn discard(self) {
        drop(self.into_client());
    }

    /// The connection, which the pool knows no more.
    pub(super) fn into_client(self) -> Client {
        Object::take(self.client)
    }

    async fn execute_async(&self, query: &'static Query, rows: &[Vec<Value>]) -> Result<u64, StatementError> {
        let error_of = |error| statement::error_of(query.name(), &error);
        let prepared = self.client.prepared(query).await.map_err(error_of)?;
        for parameters in rows {
            statement::check_parameters(query, prepared.kinds(), parameters)?;
        }
        let mut changed = 0;
        for chunk in rows.chunks(PIPELINE_MAX) {
            let answers = chunk.iter().map(|parameters| self.client.change(&prepared, parameters));
            changed += try_join_all(answers).await.map_err(error_of)?.iter().sum::<u64>();
        }
        Ok(changed)
    }

    /// Waits on this thread for the end of a statement.
    fn waited<T>(
        &self,
        query: &'static Query,
        work: impl Future<Output = Result<T, StatementError>>,
    ) -> Result<T, StatementError> {
        self.handle.block_on(self.bounded(query.name(), work))
    }

    async fn bounded<T>(
        &self,
        query: &'static str,
        work: impl Future<Output = Result<T, StatementError>>,
    ) -> Result<T, StatementError> {
        bounded(self.statement_max, query, work).await
    }

    fn noted<T>(&mut self, result: Result<T, StatementError>) -> Result<T> {
        result.map_err(|failed| {
            self.is_disturbed |= failed.is_disturbed;
            self.is_lost |= failed.is_lost;
            failed.error
        })
    }

    pub(super) fn begin(&mut self, kind: UnitKind) -> Result<()> {
        (self.is_disturbed, self.is_lost) = (false, false);
        self.begin_as(kind).map_err(|error| match error {
            // A standby refuses to begin. Another connection may lead to a server that does not.
            StoreError::Other { reason, .. } => {
                self.is_lost = true;
                StoreError::Unavailable(format!(
                    "the server takes no writes: {reason}; with target_session_attrs=read-write in the database \
                     address such a server is passed over"
                ))
            }
            error => error,
        })
    }

    fn begin_as(&mut self, kind: UnitKind) -> Result<()> {
        match kind {
            UnitKind::Read => self.batch_within(BEGIN_MAX, "begin isolation level repeatable read read only"),
            UnitKind::Write => self.batch_within(BEGIN_MAX, "begin isolation level serializable read write"),
            // Others wait for the rows that it changes, so it may be silent for as long as they wait and no longer: its
            // process may have been frozen.
            UnitKind::Guarded => self.batch_within(
                BEGIN_MAX,
                "begin isolation level read committed read write; select set_config(\
                 'idle_in_transaction_session_timeout', current_setting('lock_timeout'), true)",
            ),
            UnitKind::Migrate => {
                // Each statement must see the commits of the process that held the lock before.
                self.statement_max = MIGRATION_STATEMENT_MAX;
                let statement = MIGRATION_STATEMENT_MAX.as_millis();
                let lock = MIGRATION_LOCK_MAX.as_millis();
                self.batch(&format!(
                    "begin isolation level read committed read write;
                     set local statement_timeout = {statement}; set local lock_timeout = {lock}"
                ))
            }
        }
    }

    /// Leaves it to the server until the end of the unit how tables are read.
    pub(crate) fn survey(&mut self) -> Result<()> {
        self.batch(
            "set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on",
        )
    }

    /// Surveys, and lets each statement run for [`PROOF_STATEMENT_MAX`]. Neither the server's setting nor that of this
    /// session outlives the unit: the one belongs to the transaction, and the pool gets the connection back without the
    /// other.
    pub(crate) fn survey_at_length(&mut self) -> Result<()> {
        self.survey()?;
        self.batch(&format!("set local statement_timeout = {}", PROOF_STATEMENT_MAX.as_millis()))?;
        self.statement_max = PROOF_STATEMENT_MAX;
        Ok(())
    }

    pub(super) fn commit(&mut self) -> Result<()> {
        let warnings = self.client.warnings();
        self.batch("commit").map_err(|error| match error {
            StoreError::Busy(_) if self.is_disturbed => error,
            error => error.of_commit(self.is_lost),
        })?;
        if self.client.warnings() == warnings {
            return Ok(());
        }
        let reason = "PostgreSQL warned at the commit: perhaps no other server has it".to_owned();
        Err(StoreError::CommitFailed { outcome_unknown: true, reason })
    }
}

pub(super) async fn rows(
    client: &Client,
    reading: Reading<'_>,
    rows_max: usize,
) -> Result<Vec<Row>, StatementError> {
    let name = reading.name();
    let error_of = |error| statement::error_of(name, &error);
    match reading {
        Reading::Kept(query, parameters) => {
            let prepared = client.prepared(query).await.map_err(error_of)?;
            statement::check_parameters(query, prepared.kinds(), parameters)?;
            let stream = client.rows(&prepared, parameters).await.map_err(error_of)?;
            statement::collected(name, stream, rows_max, |columns| statement::columns_of(query, columns))
                .await
        }
        Reading::Dynamic(query) => {
            // The types go with the values, so that text and values need one way to the server and back.
            let parameters = query.parameters().iter().map(|value| (value, type_of(value)));
            let stream = client.query_typed_raw(query.text(), parameters).await.map_err(error_of)?;
            statement::collected(name, stream, rows_max, statement::names_of).await
        }
    }
}

const fn type_of(value: &Value) -> Type {
    match value {
        Value::Integer(_) => Type::INT8,
        // NULL is refused before.
        Value::Text(_) | Value::Null => Type::TEXT,
        Value::Bytes(_) => Type::BYTEA,
        Value::Boolean(_) => Type::BOOL,
    }
}

/// `work`, as long as the server should take for it at most: a network that swallows the answer must not hold a
/// connection for ever.
pub(super) async fn bounded<T>(
    statement_max: Duration,
    query: &'static str,
    work: impl Future<Output = Result<T, StatementError>>,
) -> Result<T, StatementError> {
    match timeout(statement_max + ANSWER_GRACE, work).await {
        Ok(result) => result,
        Err(_) => Err(StatementError::lost(format!("no answer to {query}"))),
    }
}
