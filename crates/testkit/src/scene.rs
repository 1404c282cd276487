//! The scene of an area's tests: its tables, its router, the bank's files and the people of the demo.

use std::fs;
use std::path::{Path, PathBuf};

use axum::Router;
use serde_json::Value;
use store::MigrationTree;
use tempfile::TempDir;

use crate::{Bench, TestCaller, TestClient, TestRequest};

/// The demo's files of companies, their people and their software. Credentials belong to another area.
pub const DIRECTORY: [&str; 5] =
    ["company_groups.csv", "companies.csv", "users.csv", "user_rights.csv", "oauth_clients.csv"];

/// The demo's files of accounts and of the money on them.
pub const BOOKS: [&str; 5] =
    ["branches.csv", "day_rates.csv", "accounts.csv", "credit_limits.csv", "ledger_openings.csv"];

/// Acts for C00001 and C00002, as the first of two to sign.
pub fn ivanova() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

/// Acts for C00001, as the second of two to sign.
pub fn petrov() -> TestCaller {
    TestCaller::new("U00002", "C00001")
}

/// Acts for C00003, which stands alone and has software of its own.
pub fn sidorov() -> TestCaller {
    TestCaller::new("U00003", "C00003").with_client("kolos-erp")
}

/// The folder of the demo's files.
pub fn demo_data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clientbank/demo-data")
}

/// Copies `files` of the demo into a folder of their own.
pub fn demo_files(files: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for file in files {
        fs::copy(demo_data().join(file), folder.path().join(file)).expect("a file of the demo");
    }
    folder
}

/// Imports a folder into the database of a bench, as the operator `test`. It is a macro because the importer is built
/// above this crate.
#[macro_export]
macro_rules! import {
    ($bench:expr, $folder:expr, $importers:expr) => {{
        let bench: &$crate::Bench = &$bench;
        let options = ::import::ImportOptions { dry_run: false, operator: "test".to_owned(), approved: None };
        let (clock, randomness) = (&*bench.clock, ::std::sync::Arc::clone(&bench.randomness));
        ::import::run(&bench.store, $folder, $importers, options, clock, randomness).await
    }};
}

/// A bench with tables, a client of the area's router, and the files that the bank has handed over.
#[derive(Debug)]
pub struct Scene {
    /// The database, the clock and the tokens.
    pub bench: Bench,
    pub client: TestClient,
    files: TempDir,
}

impl Scene {
    /// Makes the tables of `trees`, lays out `files` of the demo, and calls what `routes` makes.
    pub async fn of<R: Into<Router>>(
        bench: Bench,
        trees: &[&MigrationTree],
        files: &[&str],
        routes: impl FnOnce(&Bench) -> R,
    ) -> Self {
        bench.migrate(trees).await;
        let client = bench.client(routes(&bench));
        Self { bench, client, files: demo_files(files) }
    }

    pub fn folder(&self) -> &Path {
        self.files.path()
    }

    /// Lays out a file.
    pub fn lay(&self, file: &str, text: &str) {
        fs::write(self.folder().join(file), text).expect("a file is written");
    }

    /// Changes a file: the first `old`, which must be there, is `new`.
    pub fn change(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.folder().join(file)).expect("a file");
        assert!(text.contains(old), "{file} has no {old}");
        self.lay(file, &text.replacen(old, new, 1));
    }

    pub fn get(&self, caller: &TestCaller, path: &str) -> TestRequest {
        self.client.get(path).tokens(&self.bench.tokens.pair(caller))
    }

    /// The answer to a request that is right.
    pub async fn read(&self, caller: &TestCaller, path: &str) -> Value {
        let answer = self.get(caller, path).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }
}
