//! SQL texts, registered by name.

use std::sync::OnceLock;

use crate::columns::Columns;

/// A registered SQL text: written once, run by both engines. Made by [`queries!`](crate::queries).
#[derive(Debug)]
pub struct Query {
    name: &'static str,
    sql: &'static str,
    sqlite_sql: OnceLock<Box<str>>,
    sqlite_columns: OnceLock<Columns>,
    postgres_columns: OnceLock<Columns>,
    postgres_kinds: OnceLock<Box<[u32]>>,
}

impl Query {
    /// A text with its name. [`queries!`](crate::queries) calls this at compile time.
    ///
    /// # Panics
    /// When the text asks for all columns: the names are cached, so they must stand in the text.
    pub const fn new(name: &'static str, sql: &'static str) -> Self {
        assert!(
            !contains(sql, "select *") && !contains(sql, "returning *") && !contains(sql, ".*"),
            "a query names its columns one by one"
        );
        Self {
            name,
            sql,
            sqlite_sql: OnceLock::new(),
            sqlite_columns: OnceLock::new(),
            postgres_columns: OnceLock::new(),
            postgres_kinds: OnceLock::new(),
        }
    }

    /// The name, for errors and metrics.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The text as written, with `$n` parameters.
    pub const fn sql(&self) -> &'static str {
        self.sql
    }

    /// Has SQLite run `sql` in the place of the text as written, in this process and from its first use on: so the
    /// simulation plants the faults that it has to find. Tells whether it came before that use.
    pub fn plant(&self, sql: &str) -> bool {
        self.sqlite_sql.set(numbered(sql).into()).is_ok()
    }

    /// The text for SQLite, which numbers `$3` by first appearance but `?3` by its number.
    pub(crate) fn sqlite_sql(&self) -> &str {
        self.sqlite_sql.get_or_init(|| numbered(self.sql).into())
    }

    pub(crate) const fn sqlite_columns(&self) -> &OnceLock<Columns> {
        &self.sqlite_columns
    }

    pub(crate) const fn postgres_columns(&self) -> &OnceLock<Columns> {
        &self.postgres_columns
    }

    /// The types of the parameters by PostgreSQL's numbers, once a connection through a pooler has asked.
    pub(crate) const fn postgres_kinds(&self) -> &OnceLock<Box<[u32]>> {
        &self.postgres_kinds
    }
}

/// Tells whether `text` contains `part`, at compile time and without regard to ASCII case.
const fn contains(text: &str, part: &str) -> bool {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let mut start = 0;
    while start + part.len() <= text.len() {
        let mut length = 0;
        while length < part.len() && text[start + length].to_ascii_lowercase() == part[length] {
            length += 1;
        }
        if length == part.len() {
            return true;
        }
        start += 1;
    }
    false
}

/// `sql` with every `$n` outside of quotes and comments written as `?n`.
pub(crate) fn numbered(sql: &str) -> String {
    let mut numbered = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '$' if rest[1..].starts_with(|next: char| next.is_ascii_digit()) => {
                numbered.push('?');
                rest = &rest[1..];
                continue;
            }
            _ => first.len_utf8(),
        };
        numbered.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    numbered
}

/// Declares the queries of a module: each as a documented `pub static NAME: Query`, and all of them as
/// `pub static QUERIES: &[&Query]`, which the test that prepares every text on both engines reads.
///
/// ```
/// store::queries! {
///     /// The balance of one account.
///     pub ACCOUNT_BALANCE = "select balance_minor from accounts where number = $1";
/// }
/// assert_eq!(QUERIES[0].name(), "ACCOUNT_BALANCE");
/// ```
#[macro_export]
macro_rules! queries {
    ($($(#[$documentation:meta])* $visibility:vis $name:ident = $sql:expr;)+) => {
        $($(#[$documentation])* $visibility static $name: $crate::Query =
            $crate::Query::new(stringify!($name), $sql);)+

        pub static QUERIES: &[&$crate::Query] = &[$(&$name),+];
    };
}

/// Writes the limit of a statement whose rows are counted: as many say that there are more.
///
/// A macro, because a text of SQL takes it in.
#[macro_export]
macro_rules! counted_rows_max {
    () => {
        1_001
    };
}

#[cfg(test)]
mod tests;
