//! The companies of the demo bank with agreements, and users who look at them.

use std::ops::Deref;

use area::Basics;
use import::{ImportError, Report};
use serde_json::Value;
use testkit::{Answer, Bench, DIRECTORY, Scene, TestCaller, TestRequest};

pub(crate) use testkit::{ivanova, petrov};

/// The lists of both families of paths.
pub(crate) const LISTS: [&str; 2] = ["/ui/v1/agreements", "/trade-finance/v1/agreements"];

pub(crate) struct Bank(Scene);

impl Deref for Bank {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.0
    }
}

impl Bank {
    /// The area with the companies of the demo data and the agreements of the JSON text `agreements`.
    pub(crate) async fn with(bench: Bench, agreements: &str) -> Self {
        let trees =
            [&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, agreements::AREA.migrations];
        let routes = |bench: &Bench| {
            agreements::OPERATIONS.routes(Basics { store: bench.store.clone(), edge: bench.edge.clone() })
        };
        let bank = Self(Scene::of(bench, &trees, &DIRECTORY, routes).await);
        bank.import(agreements).await.unwrap();
        bank
    }

    /// The area with the agreements of the demo data.
    pub(crate) async fn open(bench: Bench) -> Self {
        Self::with(bench, include_str!("../../../../clientbank/demo-data/agreements.json")).await
    }

    pub(crate) async fn import(&self, agreements: &str) -> Result<Report, ImportError> {
        self.lay("agreements.json", agreements);
        let importers = [clients::importers(), (agreements::AREA.importers)()].concat();
        testkit::import!(self.bench, self.folder(), importers)
    }

    /// Closes C00002, which is loaded with the next agreements.
    pub(crate) fn close_second_company(&self) {
        self.change("companies.csv", "FLOWERS,FIRST=1,OPEN", "FLOWERS,FIRST=1,CLOSED");
    }

    /// A request with the identity token alone.
    pub(crate) fn get(&self, caller: &TestCaller, path: &str) -> TestRequest {
        self.client.get(path).id_token(&self.bench.tokens.identity(caller))
    }

    pub(crate) async fn send(&self, caller: &TestCaller, path: &str) -> Answer {
        self.get(caller, path).send().await
    }
}

/// The ids of a list in their order.
pub(crate) fn ids(list: &Value) -> Vec<i64> {
    list["agreements"].as_array().unwrap().iter().map(|agreement| agreement["id"].as_i64().unwrap()).collect()
}
