//! A bank with webinars, and a user who looks at them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use import::{ImportError, ImportOptions, Report};
use serde_json::{Value, json};
use testkit::{Answer, Bench, TestCaller, TestClient, TestRequest, TokenPair};
use webinars::{Catalogue, WebinarsState};

pub(crate) const LIST: &str = "/v2/contents/webinars";

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) client: TestClient,
    folder: PathBuf,
}

impl Bank {
    /// The area with the webinars of `rows`, under a folder that is named after the test.
    pub(crate) async fn with(bench: Bench, name: &str, rows: &[Value]) -> Self {
        bench
            .migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &events::MIGRATIONS, &webinars::MIGRATIONS])
            .await;
        let state = WebinarsState {
            store: bench.store.clone(),
            edge: bench.edge.clone(),
            zone: "Europe/Moscow".parse().unwrap(),
            media_host: "https://media.bank.example".parse().unwrap(),
            catalogue: Catalogue::default(),
        };
        let router = webinars::OPERATIONS.routes(state);
        let client = bench.client(router);
        let folder = format!("webinars_{name}_{:?}", bench.engine);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let bank = Self { bench, client, folder };
        bank.import(rows).await.unwrap();
        bank
    }

    pub(crate) async fn import(&self, rows: &[Value]) -> Result<Report, ImportError> {
        self.import_text(&serde_json::to_string(rows).unwrap()).await
    }

    pub(crate) async fn import_text(&self, text: &str) -> Result<Report, ImportError> {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(&self.folder).unwrap();
        fs::write(self.folder.join("webinars.json"), text).unwrap();
        let options = ImportOptions { dry_run: false, operator: "test".to_owned() };
        let (clock, randomness) = (self.bench.clock.as_ref(), Arc::clone(&self.bench.randomness));
        let report =
            import::run(&self.bench.store, &self.folder, webinars::importers(), options, clock, randomness)
                .await;
        let _ = fs::remove_dir_all(&self.folder);
        report
    }

    pub(crate) fn tokens(&self, user: &str) -> TokenPair {
        self.bench.tokens.pair(&TestCaller::new(user, "C00001"))
    }

    /// A request of the user U00001.
    pub(crate) fn get(&self, path: &str) -> TestRequest {
        self.client.get(path).tokens(&self.tokens("U00001"))
    }

    pub(crate) async fn list(&self, offset: i32, limit: i32) -> Value {
        let answer = self.get(&format!("{LIST}?offset={offset}&limit={limit}")).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub(crate) async fn by_id(&self, id: &str) -> Answer {
        self.get(&format!("{LIST}/{id}")).send().await
    }
}

/// A webinar that was published and is over at the start of every test, with nothing that is optional.
pub(crate) fn row(id: &str) -> Value {
    json!({
        "webinar_id": id,
        "publish_at": "2026-11-01T09:00:00+03:00",
        "start_at": "2026-11-10T11:00:00+03:00",
        "finish_at": "2026-11-10T12:30:00+03:00",
        "title_ru": "Название", "title_en": "Title",
        "body_ru": "Описание", "body_en": "Description",
        "image_path": "/pictures/one.png",
        "accent_color": "#0B5FFF", "background_color": "#ffffff", "content_background_color": "#F2F6FF"
    })
}

/// `row` with other values in some columns.
pub(crate) fn changed(mut row: Value, columns: Value) -> Value {
    let (Value::Object(row_columns), Value::Object(columns)) = (&mut row, columns) else { panic!("objects") };
    row_columns.extend(columns);
    row
}

/// The ids of a page in their order.
pub(crate) fn ids(page: &Value) -> Vec<&str> {
    page["content"].as_array().unwrap().iter().map(|webinar| webinar["id"].as_str().unwrap()).collect()
}
