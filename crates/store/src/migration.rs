//! Changes of the tables, which only grow.

/// Marks a migration that only adds: the version before goes on working beside it.
const EXPANDS: &str = "--@ expands";
/// Marks a migration whose indexes are built beside the traffic, outside of any transaction.
const BESIDE: &str = "--@ beside";
/// The word by which PostgreSQL builds an index beside the traffic. SQLite does not have it, and an empty database has
/// no use for it.
const CONCURRENTLY: &str = " concurrently";

/// One change of an area's tables. Once merged it is never edited: the ledger of every database holds its
/// checksum, and a program with another text refuses to start.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// Its place in the tree; grows from migration to migration, gaps are allowed.
    pub version: u32,
    /// The purpose of the change, in one line.
    pub note: &'static str,
    /// The statements, separated by `;`. One text for both engines; statements of one engine alone (triggers) stand
    /// below a line `--@ sqlite` or `--@ postgres`, up to the next such line or `--@ both`.
    ///
    /// A line `--@ expands` says that it only adds: tables, indexes that are not unique, columns that may be null or
    /// have a default. The version before goes on working beside it. A line `--@ beside` says that it does nothing but
    /// `create index concurrently if not exists …`: PostgreSQL builds the indexes while others write. A line
    /// `--@ owner` before a table says that the account which owns the tables writes it, and not the one that serves
    /// ([`Rights`](crate::Rights)).
    pub sql: &'static str,
}

/// All changes of one area's tables, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct MigrationTree {
    /// The area, as its crate is called.
    pub area: &'static str,
    pub migrations: &'static [Migration],
}

/// Declares `MIGRATIONS`, the changes of an area's tables: the area, and of each its version, its note, and the files
/// that its text is put together from.
///
/// ```ignore
/// store::migrations! { "events": 1 "the outbox, events by number, and epochs" "../migrations/0001_baseline.sql" }
/// ```
#[macro_export]
macro_rules! migrations {
    ($(#[$about:meta])* $area:literal: $($version:literal $note:literal $first:literal $($further:literal)*),+) => {
        $(#[$about])*
        pub static MIGRATIONS: $crate::MigrationTree = $crate::MigrationTree {
            area: $area,
            migrations: &[$($crate::Migration {
                version: $version,
                note: $note,
                sql: ::core::concat!(
                    ::core::include_str!($first) $(, "--@ both\n", ::core::include_str!($further))*
                ),
            }),+],
        };
    };
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MigrationReport {
    /// Area and version of each migration applied now, in order.
    pub applied: Vec<(&'static str, u32)>,
    /// The number of migrations that had been applied before.
    pub present: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineKind {
    Sqlite,
    Postgres,
}

impl Migration {
    /// Makes the migration `version` of its tree.
    pub const fn new(version: u32, note: &'static str, sql: &'static str) -> Self {
        Self { version, note, sql }
    }

    /// The statements that `engine` is to run in one transaction.
    pub(crate) fn sql_for(&self, engine: EngineKind) -> String {
        let sql = self.section(engine);
        if self.is_concurrent() { sql.replace(CONCURRENTLY, "") } else { sql }
    }

    /// The statements as PostgreSQL gets them, one by one.
    pub(crate) fn statements(&self) -> Vec<String> {
        statements(&self.section(EngineKind::Postgres))
    }

    /// Tells whether the version before may go on working beside it.
    pub(crate) fn is_expanding(&self) -> bool {
        self.is_marked(EXPANDS)
    }

    /// Tells whether its indexes are built beside the traffic.
    pub(crate) fn is_concurrent(&self) -> bool {
        self.is_marked(BESIDE)
    }

    /// A mark that the statements do not keep, in words.
    pub(crate) fn fault(&self) -> Option<String> {
        let refused = |mark: &str, statement: &str| {
            let begin: String = statement.chars().take(60).collect();
            Some(format!("says {mark}, but has: {begin}"))
        };
        let (is_concurrent, is_expanding) = (self.is_concurrent(), self.is_expanding());
        // Every start asks: a migration without a mark is not cut into statements.
        if !is_concurrent && !is_expanding {
            return None;
        }
        for statement in self.statements() {
            if is_concurrent && index_beside(&statement).is_none() {
                return refused(BESIDE, &statement);
            }
            if is_expanding && !only_adds(&statement) {
                return refused(EXPANDS, &statement);
            }
        }
        None
    }

    fn is_marked(&self, mark: &str) -> bool {
        self.sql.lines().any(|line| line.trim() == mark)
    }

    fn section(&self, engine: EngineKind) -> String {
        let mut section = None;
        let mut sql = String::with_capacity(self.sql.len());
        for line in self.sql.lines() {
            match line.trim() {
                "--@ sqlite" => section = Some(EngineKind::Sqlite),
                "--@ postgres" => section = Some(EngineKind::Postgres),
                "--@ both" => section = None,
                _ if section.is_none_or(|section| section == engine) => {
                    sql.push_str(line);
                    sql.push('\n');
                }
                _ => {}
            }
        }
        sql
    }
}

/// The name of the index that a statement builds beside the traffic.
pub(crate) fn index_beside(statement: &str) -> Option<&str> {
    let rest = statement.strip_prefix("create ")?;
    let rest = rest.strip_prefix("unique ").unwrap_or(rest);
    let rest = rest.strip_prefix("index concurrently if not exists ")?;
    let name = rest.split(char::is_whitespace).next()?;
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// Tells whether a version that does not know of the statement can go on reading and writing after it.
fn only_adds(statement: &str) -> bool {
    let plain = statement.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    if plain.starts_with("create table ") || plain.starts_with("create index ") {
        return true;
    }
    // It changes what the server logs of a row, and no row.
    if plain.starts_with("alter table ") && plain.ends_with(" replica identity full") {
        return true;
    }
    let adds_column = plain.starts_with("alter table ") && plain.contains(" add column ");
    let is_one =
        !plain.contains(" drop ") && !plain.contains(" rename ") && !plain.contains(" alter column ");
    let can_be_absent = !plain.contains(" not null") || plain.contains(" default ");
    adds_column && is_one && can_be_absent && !plain.contains(" unique") && !plain.contains(" constraint ")
}

/// Cuts a text at the semicolons that end statements: not those in comments, quotes and bodies of functions.
fn statements(sql: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut statement = String::new();
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        // The piece that begins here goes up to the next `end` behind its opening.
        let (opening, end) = match letter {
            '-' if rest.starts_with("--") => (2, "\n"),
            '$' => dollar_quote(rest).map_or((1, ""), |quote| (quote.len(), quote)),
            '\'' => (1, "'"),
            letter => (letter.len_utf8(), ""),
        };
        let length = rest[opening..].find(end).map_or(rest.len(), |found| opening + found + end.len());
        let (piece, behind) = rest.split_at(length);
        match piece {
            ";" => all.push(std::mem::take(&mut statement)),
            piece if piece.starts_with("--") => statement.push(' '),
            piece => statement.push_str(piece),
        }
        rest = behind;
    }
    all.push(statement);
    all.iter().map(|statement| statement.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

/// The quote at the beginning of a text, such as `$$` or `$body$`: its quoted text ends at the next that is the same.
fn dollar_quote(text: &str) -> Option<&str> {
    let is_tag = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let length = text.strip_prefix('$')?.find(|letter| !is_tag(letter))? + 2;
    text.get(..length).filter(|quote| quote.ends_with('$'))
}

#[cfg(test)]
mod tests;
