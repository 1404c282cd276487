//! A table to import into, and folders to import from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert};
use kernel::{Inn, Instant, SeededRandomness};
use store::{Migration, MigrationTree, Tx, params};

pub(crate) static MIGRATIONS: MigrationTree = MigrationTree {
    area: "things",
    migrations: &[Migration {
        version: 1,
        note: "things to import",
        sql: "create table things (code text not null primary key, inn text not null, amount_minor bigint,
            parent text references things (code));",
    }],
};

store::queries! {
    /// Adds a thing.
    pub THING_INSERT = "insert into things (code, inn, amount_minor, parent) values ($1, $2, $3, $4)
        on conflict (code) do nothing";

    /// Changes a thing.
    pub THING_UPDATE = "update things set inn = $2, amount_minor = $3, parent = $4
        where code = $1 and (inn, amount_minor, parent) is distinct from ($2, $3, $4)";

    pub THING = "select code from things where code = $1";

    /// A thing for the trail.
    pub THING_STORED = "select inn, amount_minor, parent from things where code = $1";

    pub THINGS = "select code, inn, amount_minor, parent from things order by code";
}

/// Takes the file with this name.
pub(crate) struct ThingsFile(pub(crate) &'static str);

impl TableImporter for ThingsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            columns: columns! { code, inn, amount = optional, parent = optional, parts = document },
            stored: Some(&THING_STORED),
            hidden: &["inn"],
            ..ImportFile::new(self.0, "thing", &["code"])
        }
    }

    fn prepare(&self, row: &mut ImportRow, _context: &ImportContext<'_>) -> Result<(), RowError> {
        match row.optional("code") {
            Some("unprepared") => Err(RowError::new("code", "cannot be prepared")),
            Some("shout") => {
                row.set("code", "SHOUT".to_owned());
                row.clear("amount");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _context: &ImportContext<'_>) -> RowResult {
        let parent = row.optional("parent");
        if let Some(parent) = parent
            && tx.query_optional(&THING, params![parent])?.is_none()
        {
            return Err(RowError::new("parent", format!("there is no thing {parent}")));
        }
        let amount = row.optional("amount").map(|_| row.money("amount")).transpose()?;
        let values = params![row.checked_text("code", 20)?, row.parse::<Inn>("inn")?, amount, parent];
        Ok(upsert(tx, &THING_INSERT, &THING_UPDATE, &values)?)
    }
}

pub(crate) fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(ThingsFile("things")), Arc::new(ThingsFile("more_things"))]
}

/// A folder of its own for one test, gone at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn with(self, file: &str, content: impl AsRef<[u8]>) -> Self {
        fs::write(self.0.join(file), content).unwrap();
        self
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Reads the folder and returns the errors as the operator sees them.
pub(crate) fn errors(folder: &Folder) -> Vec<String> {
    read(folder).errors().iter().map(ToString::to_string).collect()
}

pub(crate) fn read(folder: &Folder) -> import::Batch {
    let randomness = SeededRandomness::new(1);
    let now = Instant::from_unix_seconds(0);
    let context = ImportContext { now, applied_at: now, randomness: &randomness, operator: "test" };
    import::read(folder.path(), &importers(), None, &context).unwrap()
}
