//! Rows for one table by COPY in its binary form: the server neither takes arrays apart nor keeps the rows twice, and
//! the program has one piece of them in memory at a time.

use std::error::Error;
use std::pin::pin;

use bytes::{BufMut as _, BytesMut};
use futures_util::SinkExt as _;
use tokio_postgres::types::{IsNull, ToSql, Type};

use super::client::Client;
use super::statement::{self, StatementError};
use crate::bulk::Column;
use crate::{Query, StoreError};

/// Fewer rows are not worth the exchange that begins a COPY.
pub(super) const ROWS_MIN: usize = 64;
/// The bytes that are sent at once.
const PIECE_BYTES: usize = 64 * 1_024;
/// The signature of the format, no flags, and no extension.
const HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// Stands where the next row would tell how many fields it has.
const END: i16 = -1;
/// The length of a field that has no value.
const NULL: i32 = -1;

/// `insert into T (…) values ($1, $2, …)` as `copy T (…) from stdin`; `None` for every other text.
pub(super) fn text(sql: &str, columns: usize) -> Option<String> {
    let (target, values) = sql.strip_prefix("insert into ")?.split_once(" values (")?;
    let mut parameters = values.strip_suffix(')')?.split(',').map(str::trim);
    let is_plain = (1..=columns).all(|number| {
        let parameter = parameters.next().and_then(|parameter| parameter.strip_prefix('$'));
        parameter.is_some_and(|digits| digits == number.to_string())
    });
    (is_plain && parameters.next().is_none())
        .then(|| format!("copy {} from stdin (format binary)", target.trim_end()))
}

/// Writes the rows, whose columns have these types; how many.
pub(super) async fn insert(
    client: &Client,
    query: &'static Query,
    (text, kinds): (&str, &[Type]),
    columns: &[Column<'_>],
    rows: usize,
) -> Result<u64, StatementError> {
    let error_of = |error| statement::error_of(query.name(), &error);
    let unfit = |error: Box<dyn Error + Sync + Send>| StoreError::Other {
        query: query.name(),
        reason: format!("a value does not fit its column: {error}"),
    };
    let fields = i16::try_from(columns.len()).map_err(|error| unfit(error.into()))?;
    let mut sink = pin!(client.copy(text).await.map_err(error_of)?);
    let mut piece = BytesMut::with_capacity(PIECE_BYTES);
    piece.put_slice(HEAD);
    for row in 0..rows {
        piece.put_i16(fields);
        for (kind, column) in kinds.iter().zip(columns) {
            put_field(column, row, kind, &mut piece).map_err(unfit)?;
        }
        if piece.len() >= PIECE_BYTES {
            let full = std::mem::replace(&mut piece, BytesMut::with_capacity(PIECE_BYTES));
            sink.send(full.freeze()).await.map_err(error_of)?;
        }
    }
    piece.put_i16(END);
    sink.send(piece.freeze()).await.map_err(error_of)?;
    sink.finish().await.map_err(error_of)
}

fn put_field(
    column: &Column<'_>,
    row: usize,
    kind: &Type,
    out: &mut BytesMut,
) -> Result<(), Box<dyn Error + Sync + Send>> {
    match column {
        Column::Same(value) => put(value, kind, out),
        Column::Integers(values) => put(&values[row], kind, out),
        Column::OptionalIntegers(values) => put(&values[row], kind, out),
        Column::Booleans(values) => put(&values[row], kind, out),
        Column::Texts(values) => put(&values[row], kind, out),
        Column::OptionalTexts(values) => put(&values[row], kind, out),
        Column::Bytes(values) => put(&values[row], kind, out),
    }
}

/// The length of the value and its bytes.
fn put(value: &impl ToSql, kind: &Type, out: &mut BytesMut) -> Result<(), Box<dyn Error + Sync + Send>> {
    let start = out.len();
    out.put_i32(NULL);
    if matches!(value.to_sql(kind, out)?, IsNull::No) {
        let value_at = start + size_of::<i32>();
        let length = i32::try_from(out.len() - value_at)?;
        out[start..value_at].copy_from_slice(&length.to_be_bytes());
    }
    Ok(())
}

#[cfg(test)]
mod tests;
