//! The companies of the demo bank with agreements, and users who look at them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use area::Basics;
use import::{ImportError, ImportOptions, Report};
use serde_json::Value;
use testkit::{Answer, Bench, TestCaller, TestClient, TestRequest};

/// The lists of both families of paths.
pub(crate) const LISTS: [&str; 2] = ["/ui/v1/agreements", "/trade-finance/v1/agreements"];

const CLIENTS_FILES: [&str; 5] =
    ["company_groups.csv", "companies.csv", "users.csv", "user_rights.csv", "oauth_clients.csv"];

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) client: TestClient,
    folder: PathBuf,
}

impl Bank {
    /// The area with the companies of the demo data and the agreements of the JSON text `agreements`.
    pub(crate) async fn with(bench: Bench, name: &str, agreements: &str) -> Self {
        bench
            .migrate(&[
                &audit::MIGRATIONS,
                &import::MIGRATIONS,
                &clients::MIGRATIONS,
                agreements::AREA.migrations,
            ])
            .await;
        let state = Basics { store: bench.store.clone(), edge: bench.edge.clone() };
        let client = bench.client(agreements::OPERATIONS.routes(state));
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agreements_{name}_{:?}", bench.engine));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let demo_data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clientbank/demo-data");
        for file in CLIENTS_FILES {
            fs::copy(demo_data.join(file), folder.join(file)).unwrap();
        }
        let bank = Self { bench, client, folder };
        bank.import(agreements).await.unwrap();
        bank
    }

    /// The area with the agreements of the demo data.
    pub(crate) async fn open(bench: Bench, name: &str) -> Self {
        Self::with(bench, name, include_str!("../../../../clientbank/demo-data/agreements.json")).await
    }

    pub(crate) async fn import(&self, agreements: &str) -> Result<Report, ImportError> {
        fs::write(self.folder.join("agreements.json"), agreements).unwrap();
        let options = ImportOptions { dry_run: false, operator: "test".to_owned() };
        let (clock, randomness) = (self.bench.clock.as_ref(), Arc::clone(&self.bench.randomness));
        let importers = [clients::importers(), (agreements::AREA.importers)()].concat();
        import::run(&self.bench.store, &self.folder, importers, options, clock, randomness).await
    }

    /// Closes C00002, which is loaded with the next agreements.
    pub(crate) fn close_second_company(&self) {
        let file = self.folder.join("companies.csv");
        let text = fs::read_to_string(&file).unwrap();
        let closed = text.replace("FLOWERS,FIRST=1,OPEN", "FLOWERS,FIRST=1,CLOSED");
        assert_ne!(text, closed);
        fs::write(file, closed).unwrap();
    }

    /// A request with the identity token alone.
    pub(crate) fn get(&self, caller: &TestCaller, path: &str) -> TestRequest {
        self.client.get(path).id_token(&self.bench.tokens.identity(caller))
    }

    pub(crate) async fn send(&self, caller: &TestCaller, path: &str) -> Answer {
        self.get(caller, path).send().await
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

/// Acts for C00001.
pub(crate) fn petrov() -> TestCaller {
    TestCaller::new("U00002", "C00001")
}

/// The ids of a list in their order.
pub(crate) fn ids(list: &Value) -> Vec<i64> {
    list["agreements"].as_array().unwrap().iter().map(|agreement| agreement["id"].as_i64().unwrap()).collect()
}
