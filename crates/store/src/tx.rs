//! The database as a unit of work sees it.

use spans::TraceContext;

use crate::bulk::{Column, Gathered, check_columns, turned};
use crate::migration::EngineKind;
use crate::postgres::session::{Reading, Session};
use crate::sqlite::bulk::{bulk as sqlite_bulk, query_bulk as sqlite_query_bulk};
use crate::sqlite::statement as sqlite;
use crate::value::check_parameters;
use crate::{Query, Result, Row, StoreError, Value};

/// The connection of one unit of work. Everything done through it is kept or rolled back together.
///
/// After a statement failed, every later one fails the same way and the unit is rolled back, whatever
/// its closure returns. [`StoreError::RowsChanged`], a parameter with NUL and a row that does not
/// convert are no such failures: the closure may handle them and go on.
pub struct Tx {
    pub(crate) connection: Connection,
    failure: Option<StoreError>,
    /// The last failure of all, which stays after [`Tx::take_failure`].
    last_failure: Option<StoreError>,
    rows_max: usize,
    scripts: u64,
    trace: Option<TraceContext>,
}

pub(crate) enum Connection {
    Sqlite(rusqlite::Connection),
    Postgres(Session),
}

kernel::debug_shows!(Tx { failure, .. });

impl Tx {
    pub(crate) const fn new(connection: Connection, rows_max: usize) -> Self {
        Self { connection, failure: None, last_failure: None, rows_max, scripts: 0, trace: None }
    }

    /// Returns the rows of `query`, `… returning …` included.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what `params!` made")]
    pub fn query(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<Vec<Row>> {
        check_parameters(query.name(), &parameters)?;
        self.statement(|connection, rows_max| match connection {
            Connection::Sqlite(connection) => sqlite::query(connection, query, &parameters, rows_max),
            Connection::Postgres(session) => session.query(Reading::Kept(query, &parameters), rows_max),
        })
    }

    /// Returns the row of `query`, if any.
    ///
    /// # Errors
    /// [`StoreError::RowsReturned`] when there are several, and those of [`Tx::query`].
    pub fn query_optional(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<Option<Row>> {
        at_most_one(query, self.query(query, parameters)?)
    }

    /// Returns the row of `query`.
    ///
    /// # Errors
    /// [`StoreError::RowsReturned`] when there is none or several, and those of [`Tx::query`].
    pub fn query_one(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<Row> {
        let row = self.query_optional(query, parameters)?;
        row.ok_or(StoreError::RowsReturned { query: query.name(), returned: 0 })
    }

    /// Runs a change and tells how many rows it changed.
    pub fn execute(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<u64> {
        check_parameters(query.name(), &parameters)?;
        self.statement(|connection, _| match connection {
            Connection::Sqlite(connection) => sqlite::execute(connection, query, &parameters),
            Connection::Postgres(session) => session.execute(query, &[parameters]),
        })
    }

    /// Runs a change that must change exactly one row.
    ///
    /// # Errors
    /// [`StoreError::RowsChanged`] when it changed none or several: the closure decides whether the unit
    /// goes on (a lost compare-and-set) or ends.
    pub fn execute_one(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<()> {
        match self.execute(query, parameters)? {
            1 => Ok(()),
            changed => Err(StoreError::RowsChanged { query: query.name(), changed }),
        }
    }

    /// Runs a change once for each of `rows` and tells how many rows were changed in all. PostgreSQL gets
    /// them without waiting for the answers in between.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what `params!` made")]
    pub fn execute_many(&mut self, query: &'static Query, rows: Vec<Vec<Value>>) -> Result<u64> {
        for parameters in &rows {
            check_parameters(query.name(), parameters)?;
        }
        self.statement(|connection, _| match connection {
            Connection::Sqlite(connection) => {
                rows.iter().try_fold(0, |sum, row| Ok(sum + sqlite::execute(connection, query, row)?))
            }
            Connection::Postgres(session) => session.execute(query, &rows),
        })
    }

    /// Inserts one row for each value of the columns and tells how many there are now. The text has the form
    /// `insert into TABLE (…) values (…)`, with or without `on conflict`.
    ///
    /// # Errors
    /// [`StoreError::Parameter`] when the columns do not fit each other or the text, and what the engine reports.
    pub fn insert_bulk(&mut self, query: &'static Query, columns: &[Column<'_>]) -> Result<u64> {
        let rows = check_columns(query, columns)?;
        self.statement(|connection, _| match connection {
            Connection::Sqlite(connection) => sqlite_bulk(connection, query, columns, rows, |_| {}),
            Connection::Postgres(session) => session.insert_bulk(query, columns, rows),
        })
    }

    /// Inserts rows like [`Tx::insert_bulk`], for callers that have them row by row.
    pub fn insert_many(&mut self, query: &'static Query, rows: Vec<Vec<Value>>) -> Result<u64> {
        if rows.is_empty() || self.engine() == EngineKind::Sqlite {
            return self.execute_many(query, rows);
        }
        let turned = turned(query, &rows)?;
        self.insert_bulk(query, &turned.iter().map(Gathered::column).collect::<Vec<_>>())
    }

    /// Runs a change once for each value of the columns and returns the positions, from 0, of the values that changed
    /// nothing. The text has the form `update TABLE set … where …`. Each value has to aim at a row of its own:
    /// PostgreSQL changes a row once, and reports the other values of the same row as unchanged.
    pub fn update_bulk(&mut self, query: &'static Query, columns: &[Column<'_>]) -> Result<Vec<usize>> {
        let rows = check_columns(query, columns)?;
        self.statement(|connection, _| match connection {
            Connection::Sqlite(connection) => {
                let mut unchanged = Vec::new();
                sqlite_bulk(connection, query, columns, rows, |row| unchanged.push(row))?;
                Ok(unchanged)
            }
            Connection::Postgres(session) => session.update_bulk(query, columns, rows),
        })
    }

    /// Runs a reading once for each value of the columns and returns the rows, each with the position, from 0, of
    /// the value that found it. The order of the positions is that of the values.
    pub fn query_bulk(&mut self, query: &'static Query, columns: &[Column<'_>]) -> Result<Vec<(usize, Row)>> {
        let rows = check_columns(query, columns)?;
        self.statement(|connection, rows_max| match connection {
            Connection::Sqlite(connection) => sqlite_query_bulk(connection, query, columns, rows, rows_max),
            Connection::Postgres(session) => session.query_bulk(query, columns, rows_max),
        })
    }

    /// Reads rows like [`Tx::query_bulk`], for callers that have the values row by row.
    pub fn query_many(
        &mut self,
        query: &'static Query,
        rows: &[impl AsRef<[Value]>],
    ) -> Result<Vec<(usize, Row)>> {
        let turned = turned(query, rows)?;
        self.query_bulk(query, &turned.iter().map(Gathered::column).collect::<Vec<_>>())
    }

    /// Announces statements that read whole tables: until the end of the unit PostgreSQL chooses the access path
    /// itself, where it otherwise looks up row by row. SQLite needs no such setting.
    pub fn survey(&mut self) -> Result<()> {
        self.statement(|connection, _| match connection {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(session) => session.survey(),
        })
    }

    /// Announces a proof: like [`Tx::survey`], and until the end of the unit each statement may run for an hour on
    /// PostgreSQL, because it reads everything that a bank ever booked. For an operator's command, never for a request.
    pub fn survey_at_length(&mut self) -> Result<()> {
        self.statement(|connection, _| match connection {
            Connection::Sqlite(_) => Ok(()),
            Connection::Postgres(session) => session.survey_at_length(),
        })
    }

    pub(crate) const fn engine(&self) -> EngineKind {
        match self.connection {
            Connection::Sqlite(_) => EngineKind::Sqlite,
            Connection::Postgres(_) => EngineKind::Postgres,
        }
    }

    /// Begins a run of a unit of work, which is this step of a trace.
    pub(crate) const fn begin_in(&mut self, trace: Option<TraceContext>) {
        self.trace = trace;
    }

    /// The step of a trace that this unit of work is, as a column keeps it ([`TraceContext::kept`]), so that what comes
    /// of the unit later is told in the same trace; nothing while no spans are told.
    pub fn trace(&self) -> Option<String> {
        self.trace.map(|trace| trace.to_header())
    }

    /// Runs statements of a migration or of the store itself, without parameters and results.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<()> {
        self.scripts += 1;
        self.statement(|connection, _| match connection {
            Connection::Sqlite(connection) => sqlite::batch(connection, sql),
            Connection::Postgres(session) => session.batch(sql),
        })
    }

    /// Counts the calls of [`Tx::batch`]: no engine counts changes of the schema.
    pub(crate) const fn scripts(&self) -> u64 {
        self.scripts
    }

    /// The failure of a statement, after which the unit cannot be kept.
    pub(crate) const fn take_failure(&mut self) -> Option<StoreError> {
        self.failure.take()
    }

    /// Takes the reason why the engine gave a unit up: the last failure since the call before.
    pub(crate) const fn take_last_failure(&mut self) -> Option<StoreError> {
        self.last_failure.take()
    }

    pub(crate) fn statement<T>(
        &mut self,
        run: impl FnOnce(&mut Connection, usize) -> Result<T>,
    ) -> Result<T> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let result = run(&mut self.connection, self.rows_max);
        if let Err(error) = &result {
            self.failure = Some(error.clone());
            self.last_failure = Some(error.clone());
        }
        result
    }
}

/// The only row of `rows`, if any.
pub(crate) fn at_most_one(query: &'static Query, mut rows: Vec<Row>) -> Result<Option<Row>> {
    if rows.len() > 1 {
        return Err(StoreError::RowsReturned { query: query.name(), returned: rows.len() });
    }
    Ok(rows.pop())
}
