//! Queries whose text depends on the caller's wishes: filters and sorts.
//!
//! A [`Query`](crate::Query) is one text that is registered at compile time. A filter has as many shapes as callers
//! have wishes, so its text is put together while the program runs, from pieces that are in the program's own text
//! and from numbers; a value of the caller has no way into it but as a parameter. The engines plan such a text anew
//! each time and keep nothing of it: no cache of statements fills up, and the plan sees the values.
//!
//! Two words are written differently by the engines and are rewritten here: `strpos(`, which SQLite calls `instr(`, and
//! `collate "C"`, which SQLite calls `collate binary` (both compare the bytes of UTF-8, so by code point).

use kernel::Instant;

use crate::migration::EngineKind;
use crate::postgres::session::Reading;
use crate::query::numbered;
use crate::sqlite::statement as sqlite;
use crate::tx::Connection;
use crate::value::check_parameters;
use crate::{Result, Row, Store, StoreError, Tx, Value};

/// The most parameters of one text; SQLite allows 32,766, the protocol of PostgreSQL 65,535.
const PARAMETERS_MAX: usize = 16_384;

/// A reading query, put together from pieces of the program and bound values.
///
/// ```
/// let mut query = store::DynamicQuery::new("NEWEST");
/// query.sql("select key from things where amount > ").bind(100).sql(" order by key limit ").number(10);
/// assert_eq!(query.text(), "select key from things where amount > $1 order by key limit 10");
/// ```
#[derive(Clone, Debug)]
pub struct DynamicQuery {
    name: &'static str,
    sql: String,
    parameters: Vec<Value>,
    /// The first piece that numbers a parameter by itself.
    numbered_piece: Option<&'static str>,
}

impl DynamicQuery {
    /// An empty text with a name for errors and metrics.
    pub const fn new(name: &'static str) -> Self {
        Self { name, sql: String::new(), parameters: Vec::new(), numbered_piece: None }
    }

    /// Adds a piece of text. It is `'static` so that nothing a caller sent can be one, and holds no `$1`: parameters
    /// are numbered by [`Self::bind`]; a piece that holds one is refused when the query runs.
    pub fn sql(&mut self, piece: &'static str) -> &mut Self {
        if piece.contains('$') {
            self.numbered_piece.get_or_insert(piece);
        }
        self.sql.push_str(piece);
        self
    }

    /// Adds a number to the text: a length, a position, a limit.
    pub fn number(&mut self, number: u32) -> &mut Self {
        self.sql.push_str(&number.to_string());
        self
    }

    /// Adds the name of a table that a migration has made. Everything but letters, digits and underscores is left
    /// out, so that no name can be more than one.
    pub(crate) fn identifier(&mut self, name: &str) -> &mut Self {
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
        self.sql.extend(name.chars().filter(is_plain));
        self
    }

    /// Adds a parameter and its value. NULL is refused when the query runs: it has no type of its own.
    pub fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.parameters.push(value.into());
        self.sql.push('$');
        self.sql.push_str(&self.parameters.len().to_string());
        self
    }

    /// The name, for errors and metrics.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The text as PostgreSQL gets it.
    pub fn text(&self) -> &str {
        &self.sql
    }

    /// The values of `$1`, `$2`, ….
    pub fn parameters(&self) -> &[Value] {
        &self.parameters
    }

    /// The same query after a word that has the engine tell its plan instead of running it.
    fn explained(&self, explain: &'static str) -> Self {
        let mut explained = self.clone();
        explained.sql.insert_str(0, explain);
        explained
    }

    /// The text as SQLite gets it.
    pub(crate) fn sqlite_text(&self) -> String {
        numbered(&self.sql).replace("strpos(", "instr(").replace("collate \"C\"", "collate binary")
    }

    /// Refuses a text that only one of the engines would run.
    pub(crate) fn check(&self) -> Result<()> {
        if let Some(piece) = self.numbered_piece {
            let reason = format!("a piece numbers a parameter by itself: {piece}");
            return Err(StoreError::Other { query: self.name, reason });
        }
        let refused = |number, reason: &str| {
            Err(StoreError::Parameter { query: self.name, number, reason: reason.to_owned() })
        };
        if self.parameters.len() > PARAMETERS_MAX {
            return refused(PARAMETERS_MAX + 1, "a text has too many parameters");
        }
        if let Some(index) = self.parameters.iter().position(|value| *value == Value::Null) {
            return refused(index + 1, "NULL is no parameter of a dynamic text");
        }
        check_parameters(self.name, &self.parameters)
    }
}

impl Tx {
    /// The rows that `query` returns.
    ///
    /// # Errors
    /// As [`Tx::query`]; besides [`StoreError::Parameter`] for NULL and [`StoreError::Other`] for a text that numbers a
    /// parameter by itself.
    pub fn query_dynamic(&mut self, query: &DynamicQuery) -> Result<Vec<Row>> {
        query.check()?;
        self.statement(|connection, rows_max| match connection {
            Connection::Sqlite(connection) => sqlite::query_dynamic(connection, query, rows_max),
            Connection::Postgres(session) => session.query(Reading::Dynamic(query), rows_max),
        })
    }
}

impl Store {
    /// The rows of one reading query. Unlike [`Store::query`] it may take its time: on SQLite it runs on a thread of
    /// its own, among as many as read units may take.
    ///
    /// # Errors
    /// As [`Tx::query_dynamic`], and [`StoreError::Busy`] when no connection becomes free in time.
    pub async fn query_dynamic(&self, query: DynamicQuery) -> Result<Vec<Row>> {
        query.check()?;
        let name = query.name();
        let rows = self.run_dynamic(query).await;
        rows.inspect_err(|error| crate::metric::query_failed(name, error.kind()))
    }

    /// The size of the database in bytes, without the log of the engine.
    pub async fn size_bytes(&self) -> Result<i64> {
        let mut size = DynamicQuery::new("DATABASE_SIZE");
        size.sql(match self.engine() {
            EngineKind::Sqlite => {
                "select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()"
            }
            EngineKind::Postgres => "select pg_database_size(current_database()) as bytes",
        });
        let rows = self.query_dynamic(size).await?;
        rows.first().map_or(Ok(0), |row| row.integer("bytes"))
    }

    /// Asks the PostgreSQL server for the present moment; none on SQLite, which has the clock of this machine.
    pub async fn server_clock(&self) -> Result<Option<Instant>> {
        if self.engine() == EngineKind::Sqlite {
            return Ok(None);
        }
        let mut query = DynamicQuery::new("SERVER_CLOCK");
        query.sql("select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now_us");
        let rows = self.run_dynamic(query).await?;
        rows.first().map(|row| row.integer("now_us").map(Instant::from_microseconds)).transpose()
    }

    /// Tells how the servers of the database follow each other; nothing on SQLite.
    ///
    /// # Errors
    /// As [`Store::query_dynamic`]; a server of the protocol that has no such views refuses.
    pub async fn replication(&self) -> Result<Option<Replication>> {
        if self.engine() == EngineKind::Sqlite {
            return Ok(None);
        }
        let mut query = DynamicQuery::new("REPLICATION");
        query.sql(REPLICATION);
        let rows = self.query_dynamic(query).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let is_readable = row.integer("readable")? == row.integer("standbys")?;
        Ok(Some(Replication {
            standbys: row.integer("standbys")?,
            behind: is_readable
                .then(|| Ok((row.integer("late_us")?, row.integer("behind_bytes")?)))
                .transpose()?,
            archive_fails: row.boolean("archive_fails")?,
        }))
    }

    /// Explains the access path of `query` with its parameters, as [`Store::plan_of`] does without.
    pub async fn plan_of_dynamic(&self, query: &DynamicQuery) -> Result<Vec<String>> {
        let (explain, column) = match self.engine() {
            EngineKind::Sqlite => ("explain query plan ", "detail"),
            EngineKind::Postgres => ("explain (costs off) ", "QUERY PLAN"),
        };
        let lines = self.query_dynamic(query.explained(explain)).await?;
        lines.iter().map(|line| Ok(line.text(column)?.to_owned())).collect()
    }
}

/// Reads what a leading server tells of those that follow it. An account without `pg_read_all_stats` sees that they are
/// there, and nothing else of them but the name by which they have connected. A base backup follows on a connection
/// beside that of its copy, and is gone when it ends.
const REPLICATION: &str = "select count(1) as standbys, count(s.state) as readable,
        cast(coalesce(max(extract(epoch from s.replay_lag) * 1000000), 0) as bigint) as late_us,
        cast(coalesce(max(case when pg_is_in_recovery() then 0
            else pg_wal_lsn_diff(pg_current_wal_lsn(), s.replay_lsn) end), 0) as bigint) as behind_bytes,
        (select coalesce(max(a.last_failed_time) > coalesce(max(a.last_archived_time), '-infinity'), false)
            from pg_stat_archiver a) as archive_fails
    from pg_stat_replication s where s.state is distinct from 'backup'
        and s.application_name is distinct from 'pg_basebackup'";

/// The servers of a database that follow the leading one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replication {
    pub standbys: i64,
    /// The microseconds and the bytes of the log by which the last of them is behind; nothing where this account may
    /// not know.
    pub behind: Option<(i64, i64)>,
    /// The last attempt of the server to put its log away has failed.
    pub archive_fails: bool,
}

#[cfg(test)]
mod tests;
