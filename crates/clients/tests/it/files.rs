//! Files to load, and their results.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clients::{Company, Directory};
use import::{ChunkSizes, ImportError, ImportOptions, Pace, Report};
use kernel::{Clock, Cnum, UserId};
use testkit::Bench;

/// The files that `clientbank demo` loads.
pub(crate) fn demo_data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clientbank/demo-data")
}

/// Copies of the demo files of this crate, to be changed by the test.
pub(crate) struct ImportFiles {
    folder: PathBuf,
}

pub(crate) const FILES: [&str; 5] =
    ["company_groups.csv", "companies.csv", "users.csv", "user_rights.csv", "oauth_clients.csv"];

impl ImportFiles {
    pub(crate) fn new(bench: &Bench, name: &str) -> Self {
        let name = format!("{name}_{:?}", bench.store).replace(['(', ')'], "_");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for file in FILES {
            fs::copy(demo_data().join(file), folder.join(file)).unwrap();
        }
        Self { folder }
    }

    /// Replaces `old`, which must be there, by `new` in a file.
    pub(crate) fn edit(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.folder.join(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old}");
        self.write(file, &text.replacen(old, new, 1));
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        fs::write(self.folder.join(file), text).unwrap();
    }

    /// Takes every file away.
    pub(crate) fn clear(&self) {
        for file in fs::read_dir(&self.folder).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
    }

    pub(crate) async fn import(&self, bench: &Bench) -> Result<Report, ImportError> {
        self.import_at(&Pace::default(), bench).await
    }

    /// Imports by the staging table, in chunks of one row and what belongs to it.
    pub(crate) async fn import_in_chunks(&self, bench: &Bench) -> Result<Report, ImportError> {
        let chunks = ChunkSizes::fixed(1);
        let pace = Pace { chunked_from_bytes: 0, chunks, pause: Duration::ZERO, ..Pace::default() };
        self.import_at(&pace, bench).await
    }

    async fn import_at(&self, pace: &Pace, bench: &Bench) -> Result<Report, ImportError> {
        let options = ImportOptions { dry_run: false, operator: "test".to_owned(), approved: None };
        let randomness = Arc::clone(&bench.randomness);
        import::run_at(
            pace,
            &bench.store,
            &self.folder,
            clients::importers(),
            options,
            bench.clock.as_ref(),
            randomness,
        )
        .await
    }

    /// Imports the changed files and returns the errors.
    pub(crate) async fn errors(&self, bench: &Bench) -> Vec<String> {
        match self.import(bench).await.unwrap_err() {
            ImportError::Files { errors, .. } => errors.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }
}

impl Drop for ImportFiles {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A database with the demo data of this crate.
pub(crate) async fn opened(bench: &Bench, name: &str) -> (ImportFiles, Directory) {
    bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS]).await;
    let files = ImportFiles::new(bench, name);
    files.import(bench).await.unwrap();
    (files, Directory::new(bench.store.clone()))
}

pub(crate) fn cnum(text: &str) -> Cnum {
    text.parse().unwrap()
}

pub(crate) fn user(text: &str) -> UserId {
    text.parse().unwrap()
}

pub(crate) fn cnums(companies: &[Company]) -> Vec<&str> {
    companies.iter().map(|company| company.cnum.as_str()).collect()
}

pub(crate) fn later(bench: &Bench) -> kernel::Instant {
    bench.clock.advance_seconds(60);
    bench.clock.now()
}
