//! A bank with the demo's companies and plans, its API, its online bank and its workers.

use std::path::Path;
use std::sync::Arc;

use http::Method;
use idempotency::Idempotency;
use import::{ImportError, Report};
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{Clock, Randomness, Translated};
use orders::{Desk, Players};
use sealing::MasterKey;
use serde_json::{Value, json};
use tariff_requests::document::Templates;
use tariff_requests::{TariffPages, TariffRequestsState};
use tempfile::TempDir;
use testkit::{Answer, Bench, RIGHT_ANSWER, TEST_CSRF, TestCaller, TestClient, TestRequest, demo_files};

/// Ivanova gives the first signature of C00001 and C00002, petrov the second of C00001, sidorov the only one of C00003.
pub(crate) use testkit::{demo_data, ivanova, petrov, sidorov};

/// The demo files that this area needs.
const FILES: [&str; 8] = [
    "company_groups.csv",
    "companies.csv",
    "users.csv",
    "user_rights.csv",
    "oauth_clients.csv",
    "tariff_plans.json",
    "client_tariff_plans.csv",
    "future_tariff_changes.csv",
];

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) client: TestClient,
    pub(crate) pages: TestClient,
    pub(crate) state: TariffRequestsState,
}

/// A part of a form: its name, the name of the file if it is one, and its bytes.
pub(crate) type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

/// Ivanova at another login, for C00002.
pub(crate) fn ivanova_of_vasilek() -> TestCaller {
    TestCaller::new("U00001", "C00002")
}

/// The pages of the online bank over this state.
pub(crate) fn online_bank(bench: &Bench, state: TariffRequestsState) -> TestClient {
    let (site, randomness) = (bench.site(), Arc::clone(&state.randomness));
    let pages = tariff_requests::pages(TariffPages::new(site.clone(), state));
    bench.client(edge::frame(site.routes(pages), randomness))
}

impl Bank {
    fn assembled(bench: Bench, templates: Templates, players: &str) -> Self {
        let clock = Arc::clone(&bench.clock) as Arc<dyn Clock>;
        let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
        let players = Players::read(players, tariff_requests::AREA.orders.iter().copied(), false).unwrap();
        let state = TariffRequestsState {
            store: bench.store.clone(),
            edge: bench.edge.clone(),
            clock: Arc::clone(&clock),
            randomness: Arc::clone(&randomness),
            zone: "Europe/Moscow".parse().unwrap(),
            bank_name: Translated {
                russian: "Банк «Образец»".to_owned(), english: "Sample Bank".to_owned()
            },
            templates: Arc::new(templates),
            missing_list: clients::signatures::MissingList::default(),
            wake: Wake::default(),
            sandbox: None,
            idempotency: Idempotency::new(
                bench.store.clone(),
                Arc::clone(&clock),
                Arc::clone(&randomness),
                MasterKey::from_bytes(&[7; sealing::KEY_BYTES]),
            ),
            desk: Desk::new(bench.store.clone(), clock, players),
        };
        let router = tariff_requests::OPERATIONS.routes(state.clone());
        let client = bench.client(edge::frame(router, randomness));
        let pages = online_bank(&bench, state.clone());
        Self { bench, client, pages, state }
    }

    /// The same bank after a new start, with the templates of this folder.
    pub(crate) fn with_templates(self, folder: &Path) -> Self {
        let templates = Templates::built_in().unwrap().with_folder(folder).unwrap();
        Self::assembled(self.bench, templates, "")
    }

    /// A bank with the demo's companies and plans.
    pub(crate) async fn demo(bench: Bench) -> Self {
        Self::asking(bench, "").await
    }

    /// The same bank, whose systems answer these kinds of orders.
    pub(crate) async fn asking(bench: Bench, players: &str) -> Self {
        bench
            .migrate(&[
                &audit::MIGRATIONS,
                &import::MIGRATIONS,
                &events::MIGRATIONS,
                &clients::MIGRATIONS,
                &switches::MIGRATIONS,
                &jobs::MIGRATIONS,
                &orders::MIGRATIONS,
                &idempotency::MIGRATIONS,
                &tariff_requests::MIGRATIONS,
            ])
            .await;
        let bank = Self::assembled(bench, Templates::built_in().unwrap(), players);
        tariff_requests::take_answers(&bank.state);
        bank.import(demo_files(&FILES).path()).await.unwrap();
        bank
    }

    pub(crate) async fn import(&self, folder: &Path) -> Result<Report, ImportError> {
        let importers = clients::importers().into_iter().chain(tariff_requests::importers()).collect();
        testkit::import!(self.bench, folder, importers)
    }

    pub(crate) async fn add(&self, file: &str, content: &str) -> Result<Report, ImportError> {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join(file), content).unwrap();
        self.import(folder.path()).await
    }

    /// The workers do everything that is due.
    pub(crate) async fn work(&self) {
        self.runner().drain().await.unwrap();
    }

    pub(crate) fn runner(&self) -> Runner {
        let state = &self.state;
        let (clock, randomness) = (Arc::clone(&state.clock), Arc::clone(&state.randomness));
        let settings = RunnerSettings::default();
        let runner = Runner::new(state.store.clone(), clock, randomness, state.wake.clone(), settings);
        runner.with_workers(tariff_requests::workers(state))
    }

    /// Puts the clock to a moment such as `2026-12-01T00:00:00+03:00`.
    pub(crate) fn wait_until(&self, moment: &str) {
        self.bench.clock.set(moment.parse::<jiff::Timestamp>().unwrap().into());
    }

    pub(crate) fn request(&self, caller: &TestCaller, method: Method, path: &str) -> TestRequest {
        self.client.request(method, path).tokens(&self.bench.tokens.pair(caller))
    }

    pub(crate) async fn get(&self, caller: &TestCaller, path: &str) -> Answer {
        self.request(caller, Method::GET, path).send().await
    }

    pub(crate) async fn post(&self, caller: &TestCaller, path: &str, body: &Value) -> Answer {
        self.request(caller, Method::POST, path).json(body).send().await
    }

    /// Gets a path and returns the body of its answer 200.
    pub(crate) async fn read(&self, caller: &TestCaller, path: &str) -> Value {
        let answer = self.get(caller, path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub(crate) async fn try_create(&self, caller: &TestCaller, cnum: &str, plan: &str) -> Answer {
        self.post(caller, "/v1/ctcm/request/create", &json!({"cnum": cnum, "tariffPlan": plan})).await
    }

    /// The id of a new request.
    pub(crate) async fn create(&self, caller: &TestCaller, cnum: &str, plan: &str) -> i64 {
        let answer = self.try_create(caller, cnum, plan).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["id"].as_i64().unwrap()
    }

    pub(crate) async fn correspond(&self, caller: &TestCaller, cnum: &str, change: &str) -> Answer {
        let path = format!("/v1/ctcm/correspond/client/{cnum}/correspond/future/{change}");
        self.request(caller, Method::POST, &path).send().await
    }

    /// A part of a request, such as `body` or `pre-sign`.
    pub(crate) async fn part(&self, caller: &TestCaller, cnum: &str, id: i64, part: &str) -> Value {
        self.read(caller, &format!("/v1/ctcm/request/{id}/client/{cnum}/{part}")).await
    }

    pub(crate) async fn pdf(&self, caller: &TestCaller, cnum: &str, id: i64) -> Answer {
        self.get(caller, &format!("/v1/ctcm/request/{id}/client/{cnum}/download")).await
    }

    pub(crate) async fn delete(&self, caller: &TestCaller, cnum: &str, id: i64) -> Answer {
        let path = format!("/v1/ctcm/request/{id}/client/{cnum}");
        self.request(caller, Method::DELETE, &path).send().await
    }

    pub(crate) async fn list(&self, caller: &TestCaller, cnum: &str, query: &str) -> Value {
        self.read(caller, &format!("/v1/ctcm/request/client/{cnum}/list{query}")).await
    }

    pub(crate) async fn state(&self, caller: &TestCaller, cnum: &str, id: i64) -> String {
        self.part(caller, cnum, id, "body").await["state"].as_str().unwrap().to_owned()
    }

    /// States and authors of a request's history.
    pub(crate) async fn history(&self, caller: &TestCaller, cnum: &str, id: i64) -> Vec<(String, String)> {
        let history = self.part(caller, cnum, id, "state/history").await;
        assert_eq!(history["id"], id);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let states = history["states"].as_array().unwrap();
        states.iter().map(|step| (text(&step["state"]), text(&step["author"]))).collect()
    }

    /// A page of the online bank.
    pub(crate) async fn page(&self, caller: &TestCaller, path: &str) -> Answer {
        self.pages.get(path).online_bank(&self.bench.tokens, caller).sent_to(path).send().await
    }

    /// A form of the online bank.
    pub(crate) async fn send(&self, caller: &TestCaller, path: &str, fields: &[(&str, &str)]) -> Answer {
        let fields: Vec<(&str, &str)> =
            [("csrf", TEST_CSRF)].into_iter().chain(fields.iter().copied()).collect();
        self.pages.post(path).online_bank(&self.bench.tokens, caller).form(&fields).send().await
    }

    /// A form with files of the online bank, as a browser without scripts sends it: name, name of the file, bytes.
    pub(crate) async fn send_parts(&self, caller: &TestCaller, path: &str, parts: &[Part<'_>]) -> Answer {
        const BOUNDARY: &str = "----a-boundary-of-the-test";
        let mut body = Vec::new();
        for (name, file_name, bytes) in [("csrf", None, TEST_CSRF.as_bytes())].iter().chain(parts) {
            let file_name = file_name.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
            let head =
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file_name}\r\n\r\n");
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        let request = self.pages.post(path).online_bank(&self.bench.tokens, caller);
        let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
        request.header("content-type", &content_type).body(body).send().await
    }

    /// A form of a letter with a key of its own, and a file that was not chosen.
    pub(crate) async fn write(&self, caller: &TestCaller, path: &str, fields: &[(&str, &str)]) -> Answer {
        let form = self.bench.randomness.uuid(self.bench.clock.now()).to_string();
        let mut parts: Vec<Part<'_>> = vec![("form", None, form.as_bytes()), ("file", Some(""), b"")];
        parts.extend(fields.iter().map(|(name, value)| (*name, None, value.as_bytes())));
        self.send_parts(caller, path, &parts).await
    }

    /// Withdraws in the online bank, as somebody who is sure of it.
    pub(crate) async fn withdraw(&self, caller: &TestCaller, id: i64) -> Answer {
        self.send(caller, &format!("/bank/tariffs/{id}/withdraw"), &[("sure", "yes")]).await
    }

    /// Sets the rights of somebody for a company.
    pub(crate) async fn set_rights(&self, login: &str, cnum: &str, rights: &str) {
        self.add("user_rights.csv", &format!("login,cnum,rights\n{login},{cnum},{rights}\n")).await.unwrap();
    }

    /// Sets the signature scheme of C00001.
    pub(crate) async fn set_scheme(&self, scheme: &str) {
        let company = json!([{
            "cnum": "C00001", "name_ru": "ООО «Ромашка»", "name_en": "Romashka LLC", "inn": "7707123458",
            "kpp": "770701001", "group_id": "FLOWERS", "signature_scheme": scheme,
        }]);
        self.add("companies.json", &company.to_string()).await.unwrap();
    }

    /// Signs in the online bank.
    pub(crate) async fn sign(&self, caller: &TestCaller, id: i64) -> Answer {
        self.send(caller, &format!("/bank/tariffs/{id}/sign"), &[("answer", RIGHT_ANSWER)]).await
    }
}

/// The code of an error, with what every body of the area has.
pub(crate) fn code(answer: &Answer) -> String {
    let body = answer.json();
    let status = body["status"].as_str().unwrap();
    assert!(status.starts_with(&format!("{} ", answer.status.as_u16())), "{body}");
    let trace_id = body["traceId"].as_str().unwrap();
    assert!(trace_id.len() == 32 && trace_id != edge::NO_TRACE_ID, "{body}");
    assert!(!body["message"].as_str().unwrap().is_empty());
    body["code"].as_str().unwrap().to_owned()
}
