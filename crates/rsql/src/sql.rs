//! Conditions and orders as SQL that both engines run.
//!
//! There is no LIKE in it: its rules for case differ between the engines. A wildcard becomes a range over the
//! beginning, which an index can serve, and comparisons of parts with `substr` and `strpos`. Ranges and orders of
//! texts are those of the collation "C", whatever the database's own is.

use crate::field::{Field, Kind};
use crate::filter::{Comparison, Condition, Operator};
use crate::pattern::{Pattern, end_of_prefix};
use crate::sort::{Direction, Key};
use crate::value::Value;
use crate::{Filter, Sort};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'filter> {
    /// Text of this crate or of the [`Field`]s; never anything that the caller sent. It names `strpos(` and
    /// `collate "C"`, which PostgreSQL knows and other engines may call otherwise.
    Sql(&'static str),
    /// A number for the text: a position or a length.
    Number(u32),
    /// A `BIGINT` to bind.
    Integer(i64),
    Text(&'filter str),
}

type Sink<'sink> = dyn FnMut(Piece<'_>) + 'sink;

/// Hands over text of this crate and of the fields.
fn sql<const COUNT: usize>(texts: [&'static str; COUNT], sink: &mut Sink<'_>) {
    for text in texts {
        sink(Piece::Sql(text));
    }
}

impl Filter {
    /// Writes the condition, an expression that is true for the selected rows; in parentheses where it needs them.
    pub fn write(&self, sink: &mut Sink<'_>) {
        condition(&self.0, sink);
    }
}

impl Sort {
    /// Writes the keys of `order by`; nothing when there is neither a key nor a tie-breaker.
    pub fn write(&self, sink: &mut Sink<'_>) {
        for (index, key) in self.keys.iter().enumerate() {
            sink(Piece::Sql(if index == 0 { "" } else { ", " }));
            write_key(*key, sink);
        }
        if let Some(column) = self.tie_breaker {
            let comma = if self.keys.is_empty() { "" } else { ", " };
            sql([comma, column, self.keys.last().map_or(" asc", |key| word(key.direction))], sink);
        }
    }
}

fn write_key(key: Key, sink: &mut Sink<'_>) {
    ordered(key.field, sink);
    // PostgreSQL would not walk an index backwards with these words, so a column without NULL goes without.
    let nulls = if key.field.is_optional { " nulls last" } else { "" };
    sql([word(key.direction), nulls], sink);
}

const fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Ascending => " asc",
        Direction::Descending => " desc",
    }
}

/// The column, with the collation where an order of texts is asked for.
fn ordered(field: &Field, sink: &mut Sink<'_>) {
    let collation = match field.kind {
        Kind::Text | Kind::Enumeration(_) => " collate \"C\"",
        Kind::Integer | Kind::Moment => "",
    };
    sql([field.column, collation], sink);
}

fn condition(condition: &Condition, sink: &mut Sink<'_>) {
    match condition {
        Condition::True => sink(Piece::Sql("true")),
        Condition::Or(conditions) => several(conditions, " or ", sink),
        Condition::And(conditions) => several(conditions, " and ", sink),
        Condition::Comparison(one) => comparison(one, sink),
    }
}

fn several(conditions: &[Condition], word: &'static str, sink: &mut Sink<'_>) {
    for (index, one) in conditions.iter().enumerate() {
        sink(Piece::Sql(if index == 0 { "(" } else { word }));
        condition(one, sink);
    }
    sink(Piece::Sql(")"));
}

fn comparison(one: &Comparison, sink: &mut Sink<'_>) {
    let operator = match one.operator {
        Operator::Equal | Operator::In => return one_of(one.field, &one.values, sink),
        Operator::NotEqual | Operator::Out => return none_of(one.field, &one.values, sink),
        Operator::Less => " < ",
        Operator::LessOrEqual => " <= ",
        Operator::Greater => " > ",
        Operator::GreaterOrEqual => " >= ",
    };
    for value in &one.values {
        ordered(one.field, sink);
        sink(Piece::Sql(operator));
        bind(value, sink);
    }
}

/// True also where the value is absent.
fn none_of(field: &Field, values: &[Value], sink: &mut Sink<'_>) {
    if field.is_optional {
        sql(["(", field.column, " is null or "], sink);
    }
    sql(["not ("], sink);
    one_of(field, values, sink);
    sink(Piece::Sql(if field.is_optional { "))" } else { ")" }));
}

fn one_of(field: &Field, values: &[Value], sink: &mut Sink<'_>) {
    let patterns = values.iter().filter_map(|value| match value {
        Value::Pattern(pattern) => Some(pattern),
        Value::Integer(_) | Value::Text(_) => None,
    });
    let exact: Vec<&Value> = values.iter().filter(|value| !matches!(value, Value::Pattern(_))).collect();
    let mut glue = "(";
    for (index, value) in exact.iter().enumerate() {
        if index == 0 {
            sql([glue, field.column, " in ("], sink);
            glue = " or ";
        } else {
            sink(Piece::Sql(", "));
        }
        bind(value, sink);
    }
    sink(Piece::Sql(if exact.is_empty() { "" } else { ")" }));
    for one in patterns {
        sink(Piece::Sql(glue));
        glue = " or ";
        pattern(field, one, sink);
    }
    sink(Piece::Sql(")"));
}

/// The column fits the pattern. The parts in the middle are looked for from left to right, each where it occurs first:
/// when any places fit, those do.
fn pattern(field: &Field, pattern: &Pattern, sink: &mut Sink<'_>) {
    let mut glue = "(";
    if pattern.prefix.is_empty() {
        sql(["(", field.column, " is not null"], sink);
        glue = " and ";
    } else {
        begins(field, &pattern.prefix, &mut glue, sink);
    }
    if !pattern.middle.is_empty() || !pattern.suffix.is_empty() {
        // The guard keeps lengths and positions from becoming negative, for which the engines have no common rule.
        sql([glue, "case when length(", field.column, ") >= "], sink);
        sink(number(pattern.length_min()));
        sink(Piece::Sql(" then "));
        inner_parts(field, pattern, sink);
        sink(Piece::Sql(" else false end"));
    }
    sink(Piece::Sql(")"));
}

/// The column begins with `prefix`, as a range.
fn begins(field: &Field, prefix: &str, glue: &mut &'static str, sink: &mut Sink<'_>) {
    let end = end_of_prefix(prefix);
    for (operator, bound) in [(" >= ", Some(prefix)), (" < ", end.as_deref())] {
        let Some(bound) = bound else { continue };
        sink(Piece::Sql(glue));
        *glue = " and ";
        ordered(field, sink);
        sink(Piece::Sql(operator));
        sink(Piece::Text(bound));
    }
}

fn inner_parts(field: &Field, pattern: &Pattern, sink: &mut Sink<'_>) {
    let mut glue = "";
    if !pattern.suffix.is_empty() {
        sql(["substr(", field.column, ", length(", field.column, ") - "], sink);
        sink(number(pattern.suffix.chars().count() - 1));
        sink(Piece::Sql(") = "));
        sink(Piece::Text(&pattern.suffix));
        glue = " and ";
    }
    for (index, part) in pattern.middle.iter().enumerate() {
        sql([glue, "strpos("], sink);
        rest_behind(field, pattern, index, sink);
        sink(Piece::Sql(", "));
        sink(Piece::Text(part));
        sink(Piece::Sql(") > 0"));
        glue = " and ";
    }
}

/// Writes the rest of the column after the first `count` parts, without its beginning and its end.
fn rest_behind(field: &Field, pattern: &Pattern, count: usize, sink: &mut Sink<'_>) {
    let Some(last) = count.checked_sub(1) else {
        let (prefix, suffix) = (pattern.prefix.chars().count(), pattern.suffix.chars().count());
        sql(["substr(", field.column, ", "], sink);
        sink(number(prefix + 1));
        sql([", length(", field.column, ") - "], sink);
        sink(number(prefix + suffix));
        return sink(Piece::Sql(")"));
    };
    let Some(part) = pattern.middle.get(last) else { return };
    sink(Piece::Sql("substr("));
    rest_behind(field, pattern, last, sink);
    sink(Piece::Sql(", strpos("));
    rest_behind(field, pattern, last, sink);
    sink(Piece::Sql(", "));
    sink(Piece::Text(part));
    sink(Piece::Sql(") + "));
    sink(number(part.chars().count()));
    sink(Piece::Sql(")"));
}

fn bind(value: &Value, sink: &mut Sink<'_>) {
    match value {
        Value::Integer(integer) => sink(Piece::Integer(*integer)),
        Value::Text(text) => sink(Piece::Text(text)),
        Value::Pattern(one) => sink(Piece::Text(&one.prefix)),
    }
}

/// Lengths are below [`VALUE_CHARACTERS_MAX`](crate::VALUE_CHARACTERS_MAX).
fn number(length: usize) -> Piece<'static> {
    Piece::Number(u32::try_from(length).unwrap_or(u32::MAX))
}
