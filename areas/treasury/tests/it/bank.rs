//! The companies of the demo bank, and users who look for companies to include.

use std::ops::Deref;

use area::Basics;
use import::{ImportError, Report};
use serde_json::Value;
use store::{Migration, MigrationTree, Query, StoreError, Tx, params};
use testkit::{Bench, DIRECTORY, Scene};

pub(crate) use testkit::{ivanova, petrov, sidorov};

pub(crate) const BY_USER: &str = "/v1/connections/users/eligible-companies";
pub(crate) const BY_INN: &str = "/v1/connections/eligible-companies";

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
    /// All companies after one open a settlement account each.
    OPEN_ACCOUNTS = "insert into open_settlement_accounts (cnum) select cnum from companies where cnum > $1";
    /// The company closes its settlement accounts.
    CLOSE_ACCOUNTS = "delete from open_settlement_accounts where cnum = $1";
}

pub(crate) struct Bank(Scene);

impl Deref for Bank {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.0
    }
}

impl Bank {
    /// The area with the companies of the demo data, each with an open settlement account, none in a treasury.
    pub(crate) async fn open(bench: Bench) -> Self {
        let trees = [
            &audit::MIGRATIONS,
            &import::MIGRATIONS,
            &clients::MIGRATIONS,
            &ACCOUNTS,
            treasury::AREA.migrations,
        ];
        let routes = |bench: &Bench| {
            treasury::OPERATIONS.routes(Basics { store: bench.store.clone(), edge: bench.edge.clone() })
        };
        let bank = Self(Scene::of(bench, &trees, &DIRECTORY, routes).await);
        for cnum in ["C00001", "C00002", "C00003"] {
            // Two, because a company with several accounts is still one company.
            bank.change_accounts(&OPEN_ACCOUNT, cnum).await;
            bank.change_accounts(&OPEN_ACCOUNT, cnum).await;
        }
        bank.import().await.unwrap();
        bank
    }

    pub(crate) async fn import(&self) -> Result<Report, ImportError> {
        let importers = [clients::importers(), (treasury::AREA.importers)()].concat();
        testkit::import!(self.bench, self.folder(), importers)
    }

    /// Loads the bank's files with `file` changed: `old`, which must be there, is `new`.
    pub(crate) async fn edit(&self, file: &str, old: &str, new: &str) {
        self.change(file, old, new);
        self.import().await.unwrap();
    }

    /// Loads the bank's files with the rows of `treasury_members`.
    pub(crate) async fn members(&self, rows: &str) -> Result<Report, ImportError> {
        self.lay("treasury_members.csv", &format!("cnum,treasury_id\n{rows}\n"));
        self.import().await
    }

    /// Gives ivanova and her software the company C00001 `copies` times more, with other numbers.
    pub(crate) async fn multiply(&self, copies: usize) {
        let rows = |row: fn(usize) -> String| (1..=copies).map(row).collect::<String>();
        let companies = rows(|n| format!("D{n:05},ООО,LLC,7707123458,770701001,FLOWERS,FIRST=1,OPEN\n"));
        self.change("companies.csv", "C00003,", &format!("{companies}C00003,"));
        let rights = rows(|n| format!("ivanova,D{n:05},ACT VIEW_ACCOUNTS\n"));
        self.change("user_rights.csv", "petrov,C00001", &format!("{rights}petrov,C00001"));
        let cnums = rows(|n| format!(" D{n:05}"));
        self.edit("oauth_clients.csv", "C00001 C00002,", &format!("C00001 C00002{cnums},")).await;
        self.change_accounts(&OPEN_ACCOUNTS, "D").await;
    }

    pub(crate) async fn close_accounts(&self, cnum: &'static str) {
        self.change_accounts(&CLOSE_ACCOUNTS, cnum).await;
    }

    async fn change_accounts(&self, change: &'static Query, cnum: &'static str) {
        let write = move |tx: &mut Tx| tx.execute(change, params![cnum]);
        self.bench.store.write::<_, StoreError>("accounts", write).await.unwrap();
    }
}

/// The client numbers of a page in their order.
pub(crate) fn cnums(page: &Value) -> Vec<&str> {
    page["companies"].as_array().unwrap().iter().map(|company| company["cnum"].as_str().unwrap()).collect()
}
