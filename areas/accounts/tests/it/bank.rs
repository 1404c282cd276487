//! A bank with the demo data, loaded through the importers, and whatever a test adds to it.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use accounts::{AccountsState, UNLIMITED_ROWS_MAX, close_due_day};
use import::{ImportError, ImportOptions, Pace, Report, TableImporter};
use kernel::{BankZone, Clock, Randomness};
use store::{FromRow, Migration, MigrationTree, Query, Store, StoreError, Tx, Value};
use tempfile::TempDir;
use testkit::{Answer, BOOKS, Bench, DIRECTORY, TestCaller, TestClient};
pub(crate) use testkit::{demo_data, ivanova, petrov, sidorov};

/// The answer about an account that the caller may not see, or that is not there.
pub(crate) const ABSENT_ACCOUNT: &str = concat!(
    r#"{"status":404,"error":"Not Found","message":"Account not found: "#,
    r#"GET /v1/accounts lists those that the user may see"}"#
);
pub(crate) const SETTLEMENT: &str = "40702810600000000001";
pub(crate) const TRANSIT_USD: &str = "40702840200000000002";
pub(crate) const CLOSED: &str = "40702810500000000004";
pub(crate) const VASILEK: &str = "40702810700000000011";
pub(crate) const KOLOS: &str = "40702810800000000021";
pub(crate) const CARD: &str = "40702810100000000022";
/// Stands in the place of the view `bank_names`.
pub(crate) static BANK_NAMES: MigrationTree = MigrationTree {
    area: "names",
    migrations: &[Migration {
        version: 1,
        note: "names of other banks",
        sql: "create table bank_names (bic text not null primary key, name text not null);
            insert into bank_names (bic, name) values ('044525111', 'АО «Банк соседей»');",
    }],
};

/// The right number of no account.
pub(crate) const ABSENT: &str = "40702810400000000023";

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) client: TestClient,
}

/// The zone of the bank's days.
pub(crate) fn zone() -> BankZone {
    "Europe/Moscow".parse().unwrap()
}

/// The faults of files that are refused.
pub(crate) fn faults<T: Debug>(outcome: Result<T, ImportError>) -> Vec<String> {
    match outcome {
        Err(ImportError::Files { errors, .. }) => errors.iter().map(ToString::to_string).collect(),
        other => panic!("refused was expected, not {other:?}"),
    }
}

/// Files that were there before have changed nothing.
pub(crate) fn assert_unchanged(report: &Report) {
    for table in &report.tables {
        assert_eq!((table.created, table.changed), (0, 0), "{}", table.file);
    }
}

impl Bank {
    /// The tables without a row.
    pub(crate) async fn empty(bench: Bench) -> Self {
        bench
            .migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS])
            .await;
        Self::around(bench)
    }

    /// The tables as they are.
    pub(crate) fn around(bench: Bench) -> Self {
        Self::with_lists_up_to(UNLIMITED_ROWS_MAX, bench)
    }

    /// The same, where a list without `limit` has this many accounts at most.
    pub(crate) fn with_lists_up_to(whole_list_max: i32, bench: Bench) -> Self {
        let state = AccountsState {
            store: bench.store.clone(),
            edge: bench.edge.clone(),
            clock: Arc::clone(&bench.clock) as Arc<dyn Clock>,
            zone: zone(),
            whole_list_max,
        };
        let router = accounts::OPERATIONS.routes(state);
        let framed = edge::frame(router, Arc::clone(&bench.randomness) as Arc<dyn Randomness>);
        let client = bench.client(framed);
        Self { bench, client }
    }

    /// The demo data.
    pub(crate) async fn demo(bench: Bench) -> Self {
        let bank = Self::empty(bench).await;
        bank.import(demo_files().path()).await.unwrap();
        bank
    }

    /// The demo data, and `content` as one more file.
    pub(crate) async fn add(&self, stem: &str, content: &str) -> Result<Report, ImportError> {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join(format!("{stem}.csv")), content).unwrap();
        self.import(folder.path()).await
    }

    pub(crate) async fn import(&self, folder: &Path) -> Result<Report, ImportError> {
        testkit::import!(self.bench, folder, importers())
    }

    /// Imports a folder at a pace.
    pub(crate) async fn import_at(
        &self,
        pace: &Pace,
        folder: &Path,
        dry_run: bool,
    ) -> Result<Report, ImportError> {
        let bench = &self.bench;
        let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
        import_at(&bench.store, &*bench.clock, randomness, pace, folder, dry_run).await
    }

    pub(crate) async fn get(&self, caller: &TestCaller, path: &str) -> Answer {
        self.client.get(path).tokens(&self.bench.tokens.pair(caller)).send().await
    }

    /// The text that must be in the body: balances are compared as they are written, not as somebody reads them.
    pub(crate) async fn account_text(&self, caller: &TestCaller, number: &str, fields: &str) -> String {
        let answer = self.get(caller, &format!("/v1/accounts/{number}?fields={fields}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text().to_owned()
    }

    pub(crate) async fn numbers(&self, caller: &TestCaller, query: &str) -> Vec<String> {
        let answer = self.get(caller, &format!("/v1/accounts?fields=Number{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let list = answer.json();
        list.as_array().unwrap().iter().map(|item| item["number"].as_str().unwrap().to_owned()).collect()
    }

    /// The only row of a statement.
    pub(crate) async fn row<T>(&self, query: &'static Query, values: Vec<Value>) -> T
    where
        T: for<'row> FromRow<'row>,
    {
        self.bench.store.select_optional(query, values).await.unwrap().unwrap()
    }

    pub(crate) async fn rows<T>(&self, query: &'static Query, values: Vec<Value>) -> Vec<T>
    where
        T: for<'row> FromRow<'row>,
    {
        self.bench.store.select(query, values).await.unwrap()
    }

    /// Changes rows past the code of the area, and returns how many.
    pub(crate) async fn forge(&self, query: &'static Query, values: Vec<Value>) -> Result<u64, StoreError> {
        self.bench.store.write("test.forge", move |tx: &mut Tx| tx.execute(query, values.clone())).await
    }

    /// Closes the days that have ended; returns how many accounts were looked at.
    pub(crate) async fn close_days(&self) -> Result<u64, StoreError> {
        close_due_day(&self.bench.store, self.bench.clock.now(), &zone()).await
    }

    /// The findings of `check`, word for word.
    pub(crate) async fn findings(&self) -> Vec<String> {
        let report = accounts::check_ledger(&self.bench.store).await.unwrap();
        report.findings.iter().map(ToString::to_string).collect()
    }

    /// The whole ledger is as it must be.
    pub(crate) async fn assert_sound(&self) {
        assert_eq!(self.findings().await, [""; 0]);
    }
}

/// Imports a folder at a pace, as a process of its own would.
pub(crate) async fn import_at(
    store: &Store,
    clock: &dyn Clock,
    randomness: Arc<dyn Randomness>,
    pace: &Pace,
    folder: &Path,
    dry_run: bool,
) -> Result<Report, ImportError> {
    let options = ImportOptions { dry_run, operator: "test".to_owned(), approved: None };
    import::run_at(pace, store, folder, importers(), options, clock, randomness).await
}

pub(crate) fn importers() -> Vec<Arc<dyn TableImporter>> {
    [clients::importers(), accounts::importers()].concat()
}

/// The demo files of the directory and of this area; credentials belong to another.
pub(crate) fn demo_files() -> TempDir {
    testkit::demo_files(&[&DIRECTORY[..], &BOOKS, &["holds.csv", "closing_balances.csv"]].concat())
}
