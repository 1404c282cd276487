//! The companies of the demo bank, and users who look for companies to include.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use area::Basics;
use import::{ImportError, ImportOptions, Report};
use serde_json::Value;
use store::{Migration, MigrationTree, Query, StoreError, Tx, params};
use testkit::{Bench, TestCaller, TestClient, TestRequest};

pub(crate) const BY_USER: &str = "/v1/connections/users/eligible-companies";
pub(crate) const BY_INN: &str = "/v1/connections/eligible-companies";

const CLIENTS_FILES: [&str; 5] =
    ["company_groups.csv", "companies.csv", "users.csv", "user_rights.csv", "oauth_clients.csv"];

/// The accounts area as this area knows it: a table in the place of the view, so that no ledger is needed.
pub(crate) static ACCOUNTS: MigrationTree = MigrationTree {
    area: "accounts",
    migrations: &[Migration {
        version: 1,
        note: "companies with an open settlement account",
        sql: "create table open_settlement_accounts (cnum text not null)",
    }],
};

store::queries! {
    /// The company opens a settlement account.
    OPEN_ACCOUNT = "insert into open_settlement_accounts (cnum) values ($1)";
    /// The company closes its settlement accounts.
    CLOSE_ACCOUNTS = "delete from open_settlement_accounts where cnum = $1";
}

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) client: TestClient,
    folder: PathBuf,
}

impl Bank {
    /// The area with the companies of the demo data, each with an open settlement account, none in a treasury.
    pub(crate) async fn open(bench: Bench, name: &str) -> Self {
        bench
            .migrate(&[
                &audit::MIGRATIONS,
                &import::MIGRATIONS,
                &clients::MIGRATIONS,
                &ACCOUNTS,
                treasury::AREA.migrations,
            ])
            .await;
        let state = Basics { store: bench.store.clone(), edge: bench.edge.clone() };
        let router = treasury::OPERATIONS.routes(state);
        let client = bench.client(router);
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("treasury_{name}_{:?}", bench.engine));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let demo_data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clientbank/demo-data");
        for file in CLIENTS_FILES {
            fs::copy(demo_data.join(file), folder.join(file)).unwrap();
        }
        let bank = Self { bench, client, folder };
        for cnum in ["C00001", "C00002", "C00003"] {
            // Two, because a company with several accounts is still one company.
            bank.change_accounts(&OPEN_ACCOUNT, cnum).await;
            bank.change_accounts(&OPEN_ACCOUNT, cnum).await;
        }
        bank.import().await.unwrap();
        bank
    }

    pub(crate) async fn import(&self) -> Result<Report, ImportError> {
        let options = ImportOptions { dry_run: false, operator: "test".to_owned() };
        let (clock, randomness) = (self.bench.clock.as_ref(), Arc::clone(&self.bench.randomness));
        let importers = [clients::importers(), (treasury::AREA.importers)()].concat();
        import::run(&self.bench.store, &self.folder, importers, options, clock, randomness).await
    }

    /// Loads the bank's files with `file` changed: `old`, which must be there, is `new`.
    pub(crate) async fn edit(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.folder.join(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old}");
        fs::write(self.folder.join(file), text.replacen(old, new, 1)).unwrap();
        self.import().await.unwrap();
    }

    /// Loads the bank's files with the rows of `treasury_members`.
    pub(crate) async fn members(&self, rows: &str) -> Result<Report, ImportError> {
        fs::write(self.folder.join("treasury_members.csv"), format!("cnum,treasury_id\n{rows}\n")).unwrap();
        self.import().await
    }

    pub(crate) async fn close_accounts(&self, cnum: &'static str) {
        self.change_accounts(&CLOSE_ACCOUNTS, cnum).await;
    }

    async fn change_accounts(&self, change: &'static Query, cnum: &'static str) {
        let write = move |tx: &mut Tx| tx.execute(change, params![cnum]);
        self.bench.store.write::<_, StoreError>("accounts", write).await.unwrap();
    }

    pub(crate) fn get(&self, caller: &TestCaller, path: &str) -> TestRequest {
        self.client.get(path).tokens(&self.bench.tokens.pair(caller))
    }

    /// The answer to a request that is right.
    pub(crate) async fn answer(&self, caller: &TestCaller, path: &str) -> Value {
        let answer = self.get(caller, path).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }
}

impl Drop for Bank {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Acts for C00001 and C00002.
pub(crate) fn ivanova() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

/// Acts for C00001 and may sign the treasury document.
pub(crate) fn petrov() -> TestCaller {
    TestCaller::new("U00002", "C00001")
}

/// Acts for C00003, which stands alone.
pub(crate) fn sidorov() -> TestCaller {
    TestCaller::new("U00003", "C00003").with_client("kolos-erp")
}

/// The client numbers of a page in their order.
pub(crate) fn cnums(page: &Value) -> Vec<&str> {
    page["companies"].as_array().unwrap().iter().map(|company| company["cnum"].as_str().unwrap()).collect()
}
