//! A change for many rows in one statement, derived from the text for one row: a COPY where the text is a plain
//! insert, else a statement over `unnest`.

use futures_util::TryStreamExt as _;
use tokio_postgres::types::{ToSql, Type};

use super::client::{Client, Prepared};
use super::copy;
use super::statement::{self, StatementError};
use crate::bulk::Column;
use crate::row::BULK_PLACE;
use crate::value::parameter_count;
use crate::{Query, Row, StoreError};

/// The name of the rows inside of a derived text; `c1` and so on are their columns.
const ROWS: &str = "bulk_rows";

/// Inserts a row for each value; how many.
pub(super) async fn insert(
    client: &Client,
    query: &'static Query,
    columns: &[Column<'_>],
    rows: usize,
) -> Result<u64, StatementError> {
    if rows >= copy::ROWS_MIN
        && let Some(text) = copy::text(query.sql(), columns.len())
    {
        let kinds = kinds(client, query, columns, kind_of).await?;
        return copy::insert(client, query, (&text, &kinds), columns, rows).await;
    }
    let prepared = prepare(client, query, columns, insert_text).await?;
    let parameters: Vec<_> = columns.iter().map(parameter).collect();
    let inserted = client.change(&prepared, parameters).await;
    inserted.map_err(|error| statement::error_of(query.name(), &error))
}

/// Runs the change for each value; the positions of those that changed nothing.
pub(super) async fn update(
    client: &Client,
    query: &'static Query,
    columns: &[Column<'_>],
    rows: usize,
) -> Result<Vec<usize>, StatementError> {
    let prepared = prepare(client, query, columns, update_text).await?;
    let parameters: Vec<_> = columns.iter().map(parameter).collect();
    let error_of = |error| statement::error_of(query.name(), &error);
    let changed = client.rows(&prepared, parameters).await.map_err(error_of)?;
    let changed: Vec<_> = changed.try_collect().await.map_err(error_of)?;
    if changed.len() == rows {
        return Ok(Vec::new());
    }
    let mut is_changed = vec![false; rows];
    for row in &changed {
        let number: i64 = row.try_get(row.len().saturating_sub(1)).map_err(error_of)?;
        let position =
            usize::try_from(number).ok().and_then(|number| is_changed.get_mut(number.checked_sub(1)?));
        if let Some(position) = position {
            *position = true;
        }
    }
    Ok((0..rows).filter(|position| !is_changed[*position]).collect())
}

/// Runs the reading for each value; the rows with the position of the value that found them.
pub(super) async fn read(
    client: &Client,
    query: &'static Query,
    columns: &[Column<'_>],
    rows_max: usize,
) -> Result<Vec<(usize, Row)>, StatementError> {
    let error_of = |error| statement::error_of(query.name(), &error);
    let prepared = prepare(client, query, columns, query_text).await?;
    let parameters: Vec<_> = columns.iter().map(parameter).collect();
    let found = client.rows(&prepared, parameters).await.map_err(error_of)?;
    let found = statement::collected(query.name(), found, rows_max, statement::names_of).await?;
    let placed = found.into_iter().map(|row| {
        let number = row.integer(BULK_PLACE)?;
        Ok((usize::try_from(number).unwrap_or(0).saturating_sub(1), row))
    });
    Ok(placed.collect::<Result<_, StoreError>>()?)
}

async fn prepare(
    client: &Client,
    query: &'static Query,
    columns: &[Column<'_>],
    derive: fn(&str, &[Column<'_>]) -> Option<String>,
) -> Result<Prepared, StatementError> {
    let kinds = kinds(client, query, columns, array_kind_of).await?;
    let unfit =
        || StoreError::Other { query: query.name(), reason: "the text has no form for a bulk".to_owned() };
    let derived = derive(query.sql(), columns).ok_or_else(unfit)?;
    let prepared = client.prepared_as(derived, kinds).await;
    prepared.map_err(|error| statement::error_of(query.name(), &error))
}

/// Applies `of` to the types of the columns, which the server knows from the text for one row.
async fn kinds(
    client: &Client,
    query: &'static Query,
    columns: &[Column<'_>],
    of: fn(&Type, &Column<'_>) -> Option<Type>,
) -> Result<Vec<Type>, StatementError> {
    let single = client.kinds(query).await;
    let single = single.map_err(|error| statement::error_of(query.name(), &error))?;
    if single.len() != columns.len() {
        let (expected, given) = (single.len(), columns.len());
        return Err(parameter_count(query.name(), expected, given).into());
    }
    let mut kinds = Vec::with_capacity(columns.len());
    for (index, (kind, column)) in single.iter().zip(columns).enumerate() {
        let reason = || format!("the values do not fit {kind}");
        let refused = || StoreError::Parameter { query: query.name(), number: index + 1, reason: reason() };
        kinds.push(of(kind, column).ok_or_else(refused)?);
    }
    Ok(kinds)
}

/// The type of one value; `None` when the values are of another.
fn kind_of(kind: &Type, column: &Column<'_>) -> Option<Type> {
    array_kind_of(kind, column).map(|_| kind.clone())
}

/// The type of the parameter; `None` when the values are of another.
fn array_kind_of(kind: &Type, column: &Column<'_>) -> Option<Type> {
    match column {
        Column::Same(value) => statement::fits(kind, value).then(|| kind.clone()),
        Column::Integers(_) | Column::OptionalIntegers(_) => {
            (*kind == Type::INT8).then_some(Type::INT8_ARRAY)
        }
        Column::Booleans(_) => (*kind == Type::BOOL).then_some(Type::BOOL_ARRAY),
        Column::Texts(_) | Column::OptionalTexts(_) => (*kind == Type::TEXT).then_some(Type::TEXT_ARRAY),
        Column::Bytes(_) => (*kind == Type::BYTEA).then_some(Type::BYTEA_ARRAY),
    }
}

fn parameter<'a>(column: &'a Column<'_>) -> &'a (dyn ToSql + Sync) {
    match column {
        Column::Same(value) => value,
        Column::Integers(values) => values,
        Column::OptionalIntegers(values) => values,
        Column::Booleans(values) => values,
        Column::Texts(values) => values,
        Column::OptionalTexts(values) => values,
        Column::Bytes(values) => values,
    }
}

/// `insert into T (…) values ($1, …) REST` as `insert into T (…) select … from unnest(…) REST`.
fn insert_text(sql: &str, columns: &[Column<'_>]) -> Option<String> {
    let (head, rest) = sql.split_once(" values (")?;
    let end = closing(rest)?;
    let (values, tail) = (with_columns(&rest[..end], columns), &rest[end + 1..]);
    Some(format!("{head} select {values} from {}{tail}", rows_of(columns, false)))
}

/// Runs `select …` beside each row of a table of the values. The position comes last: a row is read by its places.
fn query_text(sql: &str, columns: &[Column<'_>]) -> Option<String> {
    let query = with_columns(sql.strip_prefix("select ").map(|_| sql)?, columns);
    let rows = rows_of(columns, true);
    Some(format!(
        "select found.*, {ROWS}.place as {BULK_PLACE} from {rows} cross join lateral ({query}) found \
         order by {ROWS}.place"
    ))
}

/// Rewrites `update T set … where …` as `update T set … from unnest(…) where … returning` the position of the row.
///
/// Values of the condition that are the same for every row are columns of the rows too. Compared as parameters they
/// would name a part of the table, whose size the planner guesses: with few rows expected it reads the whole part for
/// each row, which is quadratic. `offset 0` keeps it from seeing through.
fn update_text(sql: &str, columns: &[Column<'_>]) -> Option<String> {
    let (head, condition) = sql.split_once(" where ")?;
    let (head, condition) = (with_columns(head, columns), with_columns(condition, columns));
    let rows = rows_of(columns, true);
    if !condition.contains('$') {
        return Some(format!("{head} from {rows} where {condition} returning {ROWS}.place"));
    }
    let same = (1..).zip(columns).filter(|(_, column)| matches!(column, Column::Same(_)));
    let same = same.map(|(number, _)| format!("${number} as c{number}")).collect::<Vec<_>>().join(", ");
    let condition = condition.replace('$', &format!("{ROWS}.c"));
    Some(format!(
        "{head} from (select {ROWS}.*, {same} from {rows} offset 0) as {ROWS} where {condition} returning {ROWS}.place"
    ))
}

fn rows_of(columns: &[Column<'_>], with_place: bool) -> String {
    let varying = || (1..).zip(columns).filter(|(_, column)| !matches!(column, Column::Same(_)));
    let join = |prefix: char| {
        varying().map(|(number, _)| format!("{prefix}{number}")).collect::<Vec<_>>().join(", ")
    };
    let (arrays, names) = (join('$'), join('c'));
    if with_place {
        format!("unnest({arrays}) with ordinality as {ROWS} ({names}, place)")
    } else {
        format!("unnest({arrays}) as {ROWS} ({names})")
    }
}

/// The text with every `$n` that differs from row to row written as the column of the row.
fn with_columns(sql: &str, columns: &[Column<'_>]) -> String {
    let mut text = String::with_capacity(sql.len() + 64);
    let mut parts = sql.split('$');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let number = part[..end].parse::<usize>().unwrap_or(0);
        let is_same = number.checked_sub(1).and_then(|index| columns.get(index));
        match is_same {
            Some(Column::Same(_)) | None => text.push('$'),
            Some(_) => {
                text.push_str(ROWS);
                text.push_str(".c");
            }
        }
        text.push_str(part);
    }
    text
}

/// Finds the parenthesis that closes one opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests;
