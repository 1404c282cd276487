//! Dynamic texts on PostgreSQL: parsed, planned, run and forgotten.

use tokio_postgres::types::Type;

use super::super::{Postgres, READ_CONNECTIONS_MAX};
use super::Session;
use super::statement::{self, StatementError};
use crate::{DynamicQuery, Result, Row, Value};

impl Postgres {
    /// Reads the rows of `query`, on another connection when one turns out to be lost.
    pub(crate) async fn query_dynamic(&self, query: &DynamicQuery) -> Result<Vec<Row>> {
        let mut attempt = 1;
        loop {
            let mut session = self.0.session().await?;
            let rows = session.query_dynamic_async(query, self.0.limits.rows_max).await;
            let is_lost = session.end();
            if is_lost {
                self.0.forget_idle();
            }
            if rows.is_ok() || !is_lost || attempt == READ_CONNECTIONS_MAX {
                return rows;
            }
            attempt += 1;
        }
    }
}

impl Session {
    pub(crate) fn query_dynamic(&mut self, query: &DynamicQuery, rows_max: usize) -> Result<Vec<Row>> {
        let handle = self.handle.clone();
        handle.block_on(self.query_dynamic_async(query, rows_max))
    }

    async fn query_dynamic_async(&mut self, query: &DynamicQuery, rows_max: usize) -> Result<Vec<Row>> {
        let read = self.bounded(query.name(), self.dynamic_rows(query, rows_max));
        let rows = self.client.to_its_end(read).await;
        self.noted(rows)
    }

    /// The types go with the values, so that text and values need one way to the server and back.
    async fn dynamic_rows(&self, query: &DynamicQuery, rows_max: usize) -> Result<Vec<Row>, StatementError> {
        let name = query.name();
        let parameters = query.parameters().iter().map(|value| (value, type_of(value)));
        let stream = self.client.query_typed_raw(query.text(), parameters).await;
        let stream = stream.map_err(|error| statement::error_of(name, &error))?;
        statement::collected(name, stream, rows_max, statement::names_of).await
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
