//! Changes of the tables, which only grow.

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
    pub sql: &'static str,
}

/// All changes of one area's tables, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct MigrationTree {
    /// The area, as its crate is called.
    pub area: &'static str,
    /// Its migrations.
    pub migrations: &'static [Migration],
}

/// The result of [`Store::migrate`](crate::Store::migrate).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MigrationReport {
    /// Area and version of each migration applied now, in order.
    pub applied: Vec<(&'static str, u32)>,
    /// The number of migrations that had been applied before.
    pub present: usize,
}

/// The engine of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineKind {
    Sqlite,
    Postgres,
}

impl Migration {
    /// The statements that `engine` is to run.
    pub(crate) fn sql_for(&self, engine: EngineKind) -> String {
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
