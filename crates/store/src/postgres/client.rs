//! One connection, and the statements on it. On a session of its own each is prepared once and kept under a name.
//! Through a pooler the next transaction may find another session: a statement goes with its values then, nameless.

use std::ops::Deref;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bytes::Bytes;
use deadpool_postgres::ClientWrapper;
use futures_util::TryStreamExt as _;
use tokio_postgres::error::{DbError, Severity};
use tokio_postgres::types::{BorrowToSql, Type};
use tokio_postgres::{CopyInSink, Error, RowStream, Statement};

use super::route::Route;
use super::statement;
use crate::{Query, Result};

pub(super) struct Client {
    wrapper: ClientWrapper,
    warnings: Warnings,
    route: Route,
    /// The reign of its server, as far as it tells one.
    reign: Option<u64>,
    /// A caller has left before the answer to its statement came.
    is_behind: AtomicBool,
}

/// The number of warnings that a server has sent beside its answers on one connection. A clone is the same number.
///
/// A commit that waits for a synchronous standby cannot fail any more. When somebody calls the wait off
/// (`pg_cancel_backend`), PostgreSQL answers that the transaction is committed, and says by a warning alone that no
/// other server may have it. Who answered a caller on that would lose what was acknowledged with the next failover.
#[derive(Clone, Debug, Default)]
pub(super) struct Warnings(Arc<AtomicU64>);

/// A text that the server has understood.
pub(super) enum Prepared {
    /// The session keeps it under a name.
    Kept(Statement),
    /// It goes with its values each time.
    Sent(Box<str>, Box<[Type]>),
}

impl Deref for Client {
    type Target = ClientWrapper;

    fn deref(&self) -> &ClientWrapper {
        &self.wrapper
    }
}

impl Prepared {
    pub(super) fn kinds(&self) -> &[Type] {
        match self {
            Self::Kept(statement) => statement.params(),
            Self::Sent(_, kinds) => kinds,
        }
    }
}

impl Warnings {
    /// Notes what the server sent: before the answer after it is handed to whoever waits for that.
    pub(super) fn note(&self, notice: &DbError) {
        if notice.parsed_severity() == Some(Severity::Warning) {
            tracing::warn!("PostgreSQL warns: {}", notice.message());
            self.0.fetch_add(1, Ordering::Release);
        }
    }
}

impl Client {
    pub(super) const fn new(
        wrapper: ClientWrapper,
        warnings: Warnings,
        route: Route,
        reign: Option<u64>,
    ) -> Self {
        Self { wrapper, warnings, route, reign, is_behind: AtomicBool::new(false) }
    }

    /// The reign of its server ([`Newest`](super::timeline::Newest)), as far as it tells one.
    pub(super) const fn reign(&self) -> Option<u64> {
        self.reign
    }

    /// Tells whether an answer that nobody waits for any more is on its way: whoever takes the connection waits for it
    /// first.
    pub(super) fn is_behind(&self) -> bool {
        self.is_behind.load(Ordering::Relaxed)
    }

    /// Waits for `work` on a connection that nobody else has. Where the caller leaves before, it is behind.
    pub(super) async fn to_its_end<T>(&self, work: impl Future<Output = T>) -> T {
        self.is_behind.store(true, Ordering::Relaxed);
        let done = work.await;
        self.is_behind.store(false, Ordering::Relaxed);
        done
    }

    /// Counts the warnings that the server has sent on this connection.
    pub(super) fn warnings(&self) -> u64 {
        self.warnings.0.load(Ordering::Acquire)
    }

    /// Makes `query` ready to run.
    pub(super) async fn prepared(&self, query: &'static Query) -> Result<Prepared, Error> {
        match self.route {
            Route::Direct => self.prepare_cached(query.sql()).await.map(Prepared::Kept),
            Route::Pooled => Ok(Prepared::Sent(query.sql().into(), self.kinds(query).await?)),
        }
    }

    /// Makes a derived text ready to run, whose parameters have these types.
    pub(super) async fn prepared_as(&self, text: String, kinds: Vec<Type>) -> Result<Prepared, Error> {
        match self.route {
            Route::Direct => self.prepare_typed_cached(&text, &kinds).await.map(Prepared::Kept),
            Route::Pooled => Ok(Prepared::Sent(text.into(), kinds.into())),
        }
    }

    /// Checks that the text can run, and on a session of its own that it stays within the portable types.
    pub(super) async fn check(&self, query: &'static Query) -> Result<()> {
        let error_of = |error| statement::error_of(query.name(), &error).error;
        match self.route {
            Route::Direct => {
                let prepared = self.prepare(query.sql()).await.map_err(error_of)?;
                statement::check_types(query, &prepared)
            }
            Route::Pooled => self.kinds(query).await.map(drop).map_err(error_of),
        }
    }

    /// Runs the text and returns the rows as they come.
    pub(super) async fn rows<P, I>(&self, prepared: &Prepared, values: I) -> Result<RowStream, Error>
    where
        P: BorrowToSql,
        I: IntoIterator<Item = P, IntoIter: ExactSizeIterator>,
    {
        match prepared {
            Prepared::Kept(statement) => self.query_raw(statement, values).await,
            Prepared::Sent(text, kinds) => {
                self.query_typed_raw(text, values.into_iter().zip(kinds.iter().cloned())).await
            }
        }
    }

    /// Runs a change; the number of changed rows.
    pub(super) async fn change<P, I>(&self, prepared: &Prepared, values: I) -> Result<u64, Error>
    where
        P: BorrowToSql,
        I: IntoIterator<Item = P, IntoIter: ExactSizeIterator>,
    {
        if let Prepared::Kept(statement) = prepared {
            return self.execute_raw(statement, values).await;
        }
        let mut rows = pin!(self.rows(prepared, values).await?);
        while rows.try_next().await?.is_some() {}
        Ok(rows.rows_affected().unwrap_or(0))
    }

    /// Begins a COPY, within a unit of work.
    pub(super) async fn copy(&self, text: &str) -> Result<CopyInSink<Bytes>, Error> {
        match self.route {
            Route::Direct => self.copy_in(&self.prepare_cached(text).await?).await,
            // The statement is closed as soon as the COPY has begun, and the transaction keeps the session until then.
            Route::Pooled => self.copy_in(text).await,
        }
    }

    /// Returns the types of a text's parameters. Through a pooler they are asked for once in the life of the process.
    pub(super) async fn kinds(&self, query: &'static Query) -> Result<Box<[Type]>, Error> {
        if self.route == Route::Direct {
            return Ok(self.prepare_cached(query.sql()).await?.params().into());
        }
        let known = query.postgres_kinds();
        let kinds = if let Some(kinds) = known.get() {
            kinds
        } else {
            let asked = self.asked_kinds(query.sql()).await?;
            known.get_or_init(|| asked)
        };
        Ok(kinds.iter().map(|kind| Type::from_oid(*kind).unwrap_or(Type::UNKNOWN)).collect())
    }

    /// Asks for the types of the parameters. The statements of one message are one transaction, also within another:
    /// they meet in one session, and nothing stays in it.
    async fn asked_kinds(&self, text: &str) -> Result<Box<[u32]>, Error> {
        let question = format!(
            "prepare described as {text}; \
             select array_to_string(parameter_types::oid[], ' ') from pg_prepared_statements where name = 'described'; \
             deallocate described"
        );
        let answers = self.simple_query(&question).await?;
        let kinds = statement::rows_of(&answers).find_map(|row| row.get(0));
        Ok(kinds.unwrap_or_default().split(' ').filter_map(|kind| kind.parse().ok()).collect())
    }
}
