//! A bank with the demo data, loaded through the importers, and whatever a test adds to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use accounts::{AccountsState, UNLIMITED_ROWS_MAX};
use import::{ImportError, ImportOptions, Pace, Report};
use kernel::{Clock, Randomness};
use store::{Migration, MigrationTree, Store};
use tempfile::TempDir;
use testkit::{Answer, Bench, TestCaller, TestClient};

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

/// The demo files of the directory and of this area; credentials belong to another.
const FILES: [&str; 12] = [
    "company_groups",
    "companies",
    "users",
    "user_rights",
    "oauth_clients",
    "branches",
    "day_rates",
    "accounts",
    "credit_limits",
    "ledger_openings",
    "holds",
    "closing_balances",
];

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) client: TestClient,
}

pub(crate) fn ivanova() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

pub(crate) fn petrov() -> TestCaller {
    TestCaller::new("U00002", "C00001")
}

pub(crate) fn sidorov() -> TestCaller {
    TestCaller::new("U00003", "C00003").with_client("kolos-erp")
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
            zone: "Europe/Moscow".parse().unwrap(),
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
        let importers = clients::importers().into_iter().chain(accounts::importers()).collect();
        let options = ImportOptions { dry_run: false, operator: "test".to_owned(), approved: None };
        let randomness = Arc::clone(&self.bench.randomness) as Arc<dyn Randomness>;
        import::run(&self.bench.store, folder, importers, options, &*self.bench.clock, randomness).await
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

    /// The whole ledger is as it must be.
    pub(crate) async fn assert_sound(&self) {
        let report = accounts::check_ledger(&self.bench.store).await.unwrap();
        assert_eq!(report.findings, []);
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
    let importers = clients::importers().into_iter().chain(accounts::importers()).collect();
    let options = ImportOptions { dry_run, operator: "test".to_owned(), approved: None };
    import::run_at(pace, store, folder, importers, options, clock, randomness).await
}

pub(crate) fn demo_data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clientbank/demo-data")
}

pub(crate) fn demo_files() -> TempDir {
    let folder = TempDir::new().unwrap();
    for stem in FILES {
        let file = format!("{stem}.csv");
        std::fs::copy(demo_data().join(&file), folder.path().join(&file)).unwrap();
    }
    folder
}
