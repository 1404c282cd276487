//! A bank with the demo's companies, the area's API and pages, and its workers.

use std::sync::Arc;
use std::time::Duration;

use events::{Data, EventType, NewEvent, StatementData};
use http::Method;
use idempotency::Idempotency;
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{Clock, Instant, Randomness};
use orders::{Desk, Players};
use outgoing::address::Reach;
use sandbox::{Pace, Sandbox};
use sealing::MasterKey;
use serde_json::{Value, json};
use store::{StoreError, Tx};
use testkit::{Answer, Bench, DIRECTORY, TestCaller, TestClient, TestRequest, demo_files};
use webhooks::{Dispatcher, WebhookSettings, WebhooksPages, WebhooksState};

/// Petrov and sidorov administer their companies; ivanova signs and administers nothing.
pub(crate) use testkit::{ivanova, petrov, sidorov};

/// The longest attempt of a test: a receiver that answers does so earlier, however busy the machine is.
pub(crate) const ATTEMPT_TIME_MAX: Duration = Duration::from_mins(2);
/// The same where the receiver never answers.
const IN_VAIN: Duration = Duration::from_millis(100);

/// Time for which the bank keeps events.
const EVENTS_KEPT_DAYS: u32 = 11;
pub(crate) const EVENTS_KEPT_S: i64 = EVENTS_KEPT_DAYS as i64 * 86_400;

/// A port on which the program would listen.
pub(crate) const OWN_PORT: u16 = 8_080;

pub(crate) struct House {
    pub(crate) bench: Bench,
    pub(crate) api: TestClient,
    pub(crate) pages: TestClient,
    pub(crate) state: WebhooksState,
    pub(crate) dispatcher: Dispatcher,
}

impl House {
    pub(crate) async fn open(bench: Bench) -> Self {
        Self::reaching(bench, Reach::Local).await
    }

    /// The same as a sandbox.
    pub(crate) async fn of_sandbox(bench: Bench) -> Self {
        let mut house = Self::open(bench).await;
        let (store, clock) = (house.bench.store.clone(), Arc::clone(&house.state.clock));
        house.state.sandbox = Some(Sandbox::open(store, clock, Pace::Running { ahead_us: 0 }).await.unwrap());
        house
    }

    pub(crate) async fn reaching(bench: Bench, reach: Reach) -> Self {
        bench
            .migrate(&[
                &sandbox::MIGRATIONS,
                &audit::MIGRATIONS,
                &import::MIGRATIONS,
                &events::MIGRATIONS,
                &switches::MIGRATIONS,
                &jobs::MIGRATIONS,
                &idempotency::MIGRATIONS,
                &clients::MIGRATIONS,
                &webhooks::MIGRATIONS,
            ])
            .await;
        let clock = Arc::clone(&bench.clock) as Arc<dyn Clock>;
        let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
        let master_key = MasterKey::from_bytes(&[7; sealing::KEY_BYTES]);
        let idempotency = Idempotency::new(
            bench.store.clone(),
            Arc::clone(&clock),
            Arc::clone(&randomness),
            master_key.clone(),
        );
        let desk = Desk::new(bench.store.clone(), Arc::clone(&clock), Players::default());
        let given = area::Given {
            store: bench.store.clone(),
            edge: bench.edge.clone(),
            clock,
            randomness: Arc::clone(&randomness),
            zone: "Europe/Moscow".parse().unwrap(),
            wake: Wake::default(),
            sandbox: None,
            idempotency,
            desk,
        };
        let tls = outgoing::trust_of_the_system().unwrap();
        let settings = WebhookSettings {
            master_key,
            reach,
            tls,
            events_kept_days: EVENTS_KEPT_DAYS,
            own_ports: vec![OWN_PORT],
        };
        let mut state = WebhooksState::new(&given, settings);
        state.transport = state.transport.with_time_max(ATTEMPT_TIME_MAX);
        let api =
            bench.client(edge::frame(webhooks::OPERATIONS.routes(state.clone()), Arc::clone(&randomness)));
        let site = bench.site_of_administrators();
        let pages = webhooks::pages(WebhooksPages { site: site.clone(), area: state.clone() });
        let pages = bench.client(edge::frame(site.routes(pages), randomness));
        let dispatcher = Dispatcher::new(state.clone());
        let house = Self { bench, api, pages, state, dispatcher };
        house.import(|text| text).await;
        house
    }

    /// Takes the demo's data in, with this change in each file.
    pub(crate) async fn import(&self, change: impl Fn(String) -> String) {
        let folder = demo_files(&DIRECTORY);
        for file in DIRECTORY.map(|file| folder.path().join(file)) {
            std::fs::write(&file, change(std::fs::read_to_string(&file).unwrap())).unwrap();
        }
        testkit::import!(self.bench, folder.path(), clients::importers()).unwrap();
    }

    pub(crate) fn request(&self, caller: &TestCaller, method: Method, path: &str) -> TestRequest {
        self.api.request(method, path).tokens(&self.bench.tokens.pair(caller))
    }

    pub(crate) async fn get(&self, caller: &TestCaller, path: &str) -> Answer {
        self.request(caller, Method::GET, path).send().await
    }

    pub(crate) async fn post(&self, caller: &TestCaller, path: &str, body: &Value) -> Answer {
        self.request(caller, Method::POST, path).json(body).send().await
    }

    /// Makes a webhook of C00001 that wants everything; the answer.
    pub(crate) async fn webhook(&self, url: &str) -> Value {
        self.webhook_for(url, &json!(["*"])).await
    }

    pub(crate) async fn webhook_for(&self, url: &str, types: &Value) -> Value {
        let answer = self.post(&petrov(), "/v1/webhooks", &json!({"url": url, "types": types})).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()
    }

    /// Tells that the statement of C00001 has another state.
    pub(crate) async fn statement(&self, id: &str, state: &str) {
        self.statement_at(self.bench.clock.now(), "C00001", id, state).await;
    }

    pub(crate) async fn statement_at(&self, at: Instant, company: &str, id: &str, state: &str) {
        let data = Data::Statement(StatementData {
            day: None,
            statement_id: id.to_owned(),
            external_id: format!("ext-{id}"),
            state: state.to_owned(),
        });
        let event_type: EventType = format!("payroll.statement.{}", state.to_lowercase()).parse().unwrap();
        self.record(NewEvent::of_company(at, event_type, &company.parse().unwrap(), data)).await;
    }

    pub(crate) async fn record(&self, event: NewEvent) {
        let work = move |tx: &mut Tx| events::record(tx, &event);
        self.bench.store.write::<_, StoreError>("record", work).await.unwrap();
    }

    pub(crate) fn runner(&self) -> Runner {
        Self::runner_of(&self.state)
    }

    fn runner_of(state: &WebhooksState) -> Runner {
        let (clock, randomness) = (Arc::clone(&state.clock), Arc::clone(&state.randomness));
        let settings = RunnerSettings::default();
        let runner = Runner::new(state.store.clone(), clock, randomness, state.wake.clone(), settings);
        runner.with_workers(webhooks::workers(state))
    }

    pub(crate) async fn dispatch(&self) {
        while self.dispatcher.dispatch().await.unwrap() > 0 {}
    }

    /// Numbers every event and delivers what is due.
    pub(crate) async fn work(&self) {
        self.dispatch().await;
        self.runner().drain().await.unwrap();
    }

    /// Moves the clock and delivers what is due then.
    pub(crate) async fn work_after(&self, seconds: i64) {
        self.bench.clock.advance_seconds(seconds);
        self.work().await;
    }

    /// As [`Self::work_after`], for a receiver that never answers.
    pub(crate) async fn work_in_vain_after(&self, seconds: i64) {
        self.bench.clock.advance_seconds(seconds);
        self.dispatch().await;
        let mut state = self.state.clone();
        state.transport = state.transport.with_time_max(IN_VAIN);
        Self::runner_of(&state).drain().await.unwrap();
    }

    /// The log of a webhook, newest first.
    pub(crate) async fn log(&self, id: &str) -> Vec<Value> {
        let answer = self.get(&petrov(), &format!("/v1/webhooks/{id}/deliveries")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["deliveries"].as_array().unwrap().clone()
    }

    /// The attempts at an event, newest first.
    pub(crate) async fn attempts(&self, id: &str, event: &str) -> Vec<Value> {
        let answer = self.get(&petrov(), &format!("/v1/webhooks/{id}/deliveries/{event}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["attempts"].as_array().unwrap().clone()
    }

    pub(crate) async fn state_of(&self, id: &str) -> Value {
        self.get(&petrov(), &format!("/v1/webhooks/{id}")).await.json()["state"].clone()
    }

    /// Everything that the trail tells.
    pub(crate) async fn told_by_trail(&self) -> String {
        let entries = audit::list(&self.bench.store, &audit::Filter::default(), 1_000).await.unwrap();
        format!("{entries:?}")
    }

    /// The actions in the trail, newest first.
    pub(crate) async fn trail(&self) -> Vec<String> {
        let entries = audit::list(&self.bench.store, &audit::Filter::default(), 1_000).await.unwrap();
        entries.into_iter().map(|entry| entry.action).collect()
    }
}

pub(crate) fn id_of(created: &Value) -> String {
    created["webhook"]["id"].as_str().unwrap().to_owned()
}
