//! Parameters, rows and errors of PostgreSQL.

use std::error::Error;

use bytes::BytesMut;
use futures_util::{StreamExt as _, pin_mut};
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Column, RowStream, SimpleQueryMessage, SimpleQueryRow, Statement};

use crate::columns::Columns;
use crate::row::RowBuilder;
use crate::value::parameter_count;
use crate::{Query, Result, Row, StoreError, Value};

/// Error of a statement, with its consequences for the unit of work and for the connection.
#[derive(Debug)]
pub(super) struct StatementError {
    pub(super) error: StoreError,
    pub(super) is_disturbed: bool,
    pub(super) is_lost: bool,
}

impl From<StoreError> for StatementError {
    fn from(error: StoreError) -> Self {
        Self { error, is_disturbed: false, is_lost: false }
    }
}

impl StatementError {
    pub(super) const fn lost(reason: String) -> Self {
        Self { error: StoreError::Unavailable(reason), is_disturbed: false, is_lost: true }
    }
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(integer) if *kind == Type::INT4 => i32::try_from(*integer)?.to_sql(kind, out),
            Self::Integer(integer) => integer.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
            Self::Boolean(boolean) => boolean.to_sql(kind, out),
        }
    }

    /// Accepts all types: [`check_parameters`] has refused the others, with the parameter's number at hand.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Refuses parameters that do not fit the text, before anything is sent.
pub(super) fn check_parameters(query: &Query, kinds: &[Type], parameters: &[Value]) -> Result<()> {
    let name = query.name();
    if kinds.len() != parameters.len() {
        return Err(parameter_count(name, kinds.len(), parameters.len()));
    }
    for (index, (kind, value)) in kinds.iter().zip(parameters).enumerate() {
        if !fits(kind, value) {
            let reason = format!("the value does not fit {kind}");
            return Err(StoreError::Parameter { query: name, number: index + 1, reason });
        }
    }
    Ok(())
}

/// Tells whether the value can be sent as this type.
pub(super) fn fits(kind: &Type, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Integer(integer) => match *kind {
            Type::INT4 => i32::try_from(*integer).is_ok(),
            _ => *kind == Type::INT8,
        },
        Value::Text(_) => <&str as ToSql>::accepts(kind),
        Value::Bytes(_) => *kind == Type::BYTEA,
        Value::Boolean(_) => *kind == Type::BOOL,
    }
}

/// Refuses columns and parameters outside of the portable types.
pub(super) fn check_types(query: &Query, prepared: &Statement) -> Result<()> {
    let is_portable =
        |kind: &Type| [Type::INT8, Type::TEXT, Type::BYTEA, Type::BOOL, Type::INT4].contains(kind);
    let outside = |reason| Err(StoreError::Other { query: query.name(), reason });
    if let Some(column) = prepared.columns().iter().find(|column| !is_portable(column.type_())) {
        return outside(format!("column {} has the type {}", column.name(), column.type_()));
    }
    if let Some(index) = prepared.params().iter().position(|kind| !is_portable(kind)) {
        return outside(format!("parameter ${} has the type {}", index + 1, prepared.params()[index]));
    }
    Ok(())
}

pub(super) fn columns_of(query: &Query, columns: &[Column]) -> Columns {
    query.postgres_columns().get_or_init(|| names_of(columns)).clone()
}

pub(super) fn names_of(columns: &[Column]) -> Columns {
    columns.iter().map(Column::name).collect()
}

/// The rows as they come, `rows_max` at most.
pub(super) async fn collected(
    query: &'static str,
    stream: RowStream,
    rows_max: usize,
    named: impl Fn(&[Column]) -> Columns,
) -> Result<Vec<Row>, StatementError> {
    pin_mut!(stream);
    let (mut columns, mut rows): (Option<Columns>, _) = (None, Vec::new());
    while let Some(row) = stream.next().await {
        if rows.len() == rows_max {
            return Err(StoreError::RowsReturned { query, returned: rows_max + 1 }.into());
        }
        let row = row.map_err(|error| error_of(query, &error))?;
        let columns = columns.get_or_insert_with(|| named(row.columns()));
        rows.push(row_of(query, columns, &row)?);
    }
    Ok(rows)
}

fn row_of(query: &'static str, columns: &Columns, row: &tokio_postgres::Row) -> Result<Row> {
    let mut built = RowBuilder::new(query, columns);
    for index in 0..columns.len() {
        let read = row.try_get::<_, Encoded<'_>>(index).map_err(Into::into);
        read.and_then(|encoded| encoded.add_to(&mut built)).map_err(|error| StoreError::Inconsistency {
            query,
            column: columns.name(index),
            reason: error.to_string(),
        })?;
    }
    Ok(built.build())
}

/// A value as the server sent it.
struct Encoded<'row>(Type, Option<&'row [u8]>);

impl Encoded<'_> {
    fn add_to(&self, row: &mut RowBuilder) -> Result<(), Box<dyn Error + Sync + Send>> {
        let Self(kind, Some(bytes)) = self else {
            row.null();
            return Ok(());
        };
        match *kind {
            Type::INT8 => row.integer(i64::from_sql(kind, bytes)?),
            Type::INT4 => row.integer(i32::from_sql(kind, bytes)?.into()),
            Type::INT2 => row.integer(i16::from_sql(kind, bytes)?.into()),
            Type::BOOL => row.boolean(bool::from_sql(kind, bytes)?),
            Type::BYTEA => row.bytes(bytes),
            _ => row.text(bytes)?,
        }
        Ok(())
    }
}

impl<'row> FromSql<'row> for Encoded<'row> {
    fn from_sql(kind: &Type, bytes: &'row [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(kind.clone(), Some(bytes)))
    }

    fn from_sql_null(kind: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(kind.clone(), None))
    }

    fn accepts(kind: &Type) -> bool {
        let is_scalar = [Type::INT8, Type::INT4, Type::INT2, Type::BOOL, Type::BYTEA].contains(kind);
        is_scalar || <&str as FromSql>::accepts(kind)
    }
}

/// The rows among the answers to several statements without parameters, in their order.
pub(super) fn rows_of(answers: &[SimpleQueryMessage]) -> impl Iterator<Item = &SimpleQueryRow> {
    answers.iter().filter_map(|answer| match answer {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    })
}

/// Translates an error of PostgreSQL or of the way to it. Its `detail` is left out: it quotes rows.
pub(super) fn error_of(query: &'static str, error: &tokio_postgres::Error) -> StatementError {
    let Some(server) = error.as_db_error() else {
        let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
        return StatementError::lost(format!("{error}{cause}"));
    };
    let reason = format!("{} ({})", server.message(), server.code().code());
    let constraint = || server.constraint().map_or_else(|| reason.clone(), ToOwned::to_owned);
    let code = server.code();
    if [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED].contains(code) {
        return StatementError { error: StoreError::Busy(reason), is_disturbed: true, is_lost: false };
    }
    if *code == SqlState::UNIQUE_VIOLATION {
        return StoreError::Unique { query, constraint: constraint() }.into();
    }
    if matches!(server.parsed_severity(), Some(Severity::Fatal | Severity::Panic)) {
        return StatementError::lost(reason);
    }
    match code.code().get(..2).unwrap_or_default() {
        // Integrity constraints, and errors that triggers raise.
        "23" | "P0" => StoreError::Constraint { query, constraint: constraint() }.into(),
        // A statement that took too long, and a lock that was not free in time.
        _ if [SqlState::QUERY_CANCELED, SqlState::LOCK_NOT_AVAILABLE].contains(code) => {
            StoreError::Busy(reason).into()
        }
        // Connections, resources (a full disk among them), the operator's interventions, the disk.
        "08" | "53" | "57" | "58" => StoreError::Unavailable(reason).into(),
        _ => StoreError::Other { query, reason }.into(),
    }
}
