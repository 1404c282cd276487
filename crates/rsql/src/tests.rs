//! The parts that need no database. The test kit tests on both engines which rows a filter selects.

mod errors;
mod injection;
mod limits;
mod random;
mod sorts;
mod texts;

use crate::{Field, Fields, Filter, Piece, RsqlError};

pub(super) static FIELDS: Fields = Fields::new(&[
    Field::integer("id", "t.id"),
    Field::enumeration("state", "t.state", &["UNSIGNED", "SIGNED"]),
    Field::text("name", "t.name"),
    Field::text("note", "t.note").optional(),
    Field::moment("createdAt", "t.created_at_us"),
]);

/// The SQL of a filter with its values in place of the parameters, `i…` for integers and `«…»` for texts.
pub(super) fn sql(text: &str) -> Result<String, RsqlError> {
    let mut sql = String::new();
    Filter::parse(text, &FIELDS)?.write(&mut |piece| written(piece, &mut sql));
    Ok(sql)
}

pub(super) fn written(piece: Piece<'_>, sql: &mut String) {
    match piece {
        Piece::Sql(text) => sql.push_str(text),
        Piece::Number(number) => sql.push_str(&number.to_string()),
        Piece::Integer(integer) => sql.extend(["i", &integer.to_string()]),
        Piece::Text(text) => sql.extend(["«", text, "»"]),
    }
}
