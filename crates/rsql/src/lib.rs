//! RSQL filters and sorts: text in, a typed condition out, and from it SQL whose only contact with the caller's text is
//! bound values.
//!
//! RSQL is the superset of FIQL (draft-nottingham-atompub-fiql-00) that the specification names for lists (section
//! 4.4); it leaves the fields and their types to the list, which declares them as [`Fields`].
//!
//! # The language
//! ```text
//! filter     = and { ( "," | "or" ) and }
//! and        = constraint { ( ";" | "and" ) constraint }
//! constraint = "(" filter ")" | field operator ( value | "(" value { "," value } ")" )
//! operator   = "==" | "!=" | "=lt=" | "<" | "=le=" | "<=" | "=gt=" | ">" | "=ge=" | ">=" | "=in=" | "=out="
//! value      = characters without blanks and without " ' ( ) ; , = ! ~ < > | '…' | "…"
//! ```
//! - In quotes a backslash takes the next character literally; outside of quotes it is a character like any other.
//! - `*` in a text stands for any characters, also none; quoted as `'\*'` it is a star. Numbers, moments and names of
//!   an enumeration know no wildcard.
//! - Texts are compared by code point, so case counts, and `<` orders Latin before Cyrillic.
//! - `!=` and `=out=` select exactly the rows that `==` and `=in=` do not: a row without the value is among them. No
//!   other comparison selects a row without the value.
//! - Moments are RFC 3339 with an offset and at most microseconds, for example `2026-11-21T12:00:00+03:00` (in a URL
//!   the plus sign is written `%2B`).
//!
//! Nothing here knows a database: [`Filter::write`] and [`Sort::write`] hand over [`Piece`]s, which the caller gives to
//! the query that it builds.

mod error;
mod field;
mod filter;
mod pattern;
mod scanner;
mod sort;
mod sql;
mod value;

pub use error::{RsqlError, RsqlErrorKind};
pub use field::{Field, Fields};
pub use filter::{CHARACTERS_MAX, COMPARISONS_MAX, DEPTH_MAX, Filter, PATTERNS_MAX, VALUES_MAX};
pub use pattern::WILDCARDS_MAX;
pub use scanner::VALUE_CHARACTERS_MAX;
pub use sort::{KEYS_MAX, SORT_CHARACTERS_MAX, Sort};
pub use sql::Piece;

#[cfg(test)]
mod tests;
