//! A bank with webinars, and a user who looks at them.

use std::ops::Deref;

use import::{ImportError, Report};
use serde_json::{Value, json};
use testkit::{Answer, Bench, Scene, TestCaller, TestRequest, TokenPair};
use webinars::{Catalogue, WebinarsState};

pub(crate) const LIST: &str = "/v2/contents/webinars";

pub(crate) struct Bank(Scene);

impl Deref for Bank {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.0
    }
}

impl Bank {
    /// The area with the webinars of `rows`.
    pub(crate) async fn with(bench: Bench, rows: &[Value]) -> Self {
        let trees = [&audit::MIGRATIONS, &import::MIGRATIONS, &events::MIGRATIONS, &webinars::MIGRATIONS];
        let routes = |bench: &Bench| webinars::OPERATIONS.routes(state(bench));
        let bank = Self(Scene::of(bench, &trees, &[], routes).await);
        bank.import(rows).await.unwrap();
        bank
    }

    pub(crate) async fn import(&self, rows: &[Value]) -> Result<Report, ImportError> {
        self.import_text(&serde_json::to_string(rows).unwrap()).await
    }

    pub(crate) async fn import_text(&self, text: &str) -> Result<Report, ImportError> {
        self.lay("webinars.json", text);
        testkit::import!(self.bench, self.folder(), webinars::importers())
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

/// The state of the area in a bank of its own.
pub(crate) fn state(bench: &Bench) -> WebinarsState {
    WebinarsState {
        store: bench.store.clone(),
        edge: bench.edge.clone(),
        zone: "Europe/Moscow".parse().unwrap(),
        media_host: "https://media.bank.example".parse().unwrap(),
        catalogue: Catalogue::default(),
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
