//! A bank with the companies and users of the demo, and a runner that works only when it is told to.

use std::sync::Arc;

use currency_certificates::{CertificatesState, LARGE_AT_ONCE_MAX};
use edge::Edge;
use iso20022::{Limits, Reader};
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{Clock, Randomness};
use serde_json::Value;
use store::Store;
use testkit::{Answer, Bench, DIRECTORY, TestCaller, TestClient, TestRequest, demo_files};
use tokio::sync::Semaphore;

pub(crate) use testkit::{ivanova, petrov, sidorov};

pub(crate) const BIC: &str = "044525999";
pub(crate) const ROMASHKA_INN: &str = "7707123458";
pub(crate) const VASILEK_INN: &str = "7707654321";
pub(crate) const KOLOS_INN: &str = "770712345633";
/// A right INN that no company of the bank has.
pub(crate) const NOBODY_INN: &str = "7700000002";

pub(crate) const POST: &str = "/v1/iso20022/currency-transaction-certificate";

pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) state: CertificatesState,
    pub(crate) client: TestClient,
}

impl Bank {
    pub(crate) async fn new(bench: Bench) -> Self {
        let trees = [
            &audit::MIGRATIONS,
            &import::MIGRATIONS,
            &events::MIGRATIONS,
            &clients::MIGRATIONS,
            &switches::MIGRATIONS,
            &jobs::MIGRATIONS,
            &currency_certificates::MIGRATIONS,
        ];
        bench.migrate(&trees).await;
        testkit::import!(bench, demo_files(&DIRECTORY).path(), clients::importers()).unwrap();
        let state = state(&bench, bench.store.clone());
        let client = client(&bench, &state);
        Self { bench, state, client }
    }

    /// A second application on the same database.
    pub(crate) async fn second(&self) -> (CertificatesState, TestClient) {
        let store = self.bench.open_again(Bench::limits()).await;
        let state = state(&self.bench, store);
        let client = client(&self.bench, &state);
        (state, client)
    }

    /// A request that sends the document.
    pub(crate) fn post(&self, caller: &TestCaller, document: impl Into<Vec<u8>>) -> TestRequest {
        post(&self.client, &self.bench, caller, document)
    }

    pub(crate) async fn send(&self, caller: &TestCaller, document: impl Into<Vec<u8>>) -> Answer {
        self.post(caller, document).send().await
    }

    /// Sends a document of ivanova that must be taken; the identifier of its task.
    pub(crate) async fn taken(&self, document: impl Into<Vec<u8>>) -> String {
        task_id(&self.send(&ivanova(), document).await)
    }

    pub(crate) async fn get(&self, caller: &TestCaller, path: &str) -> Answer {
        self.client.get(path).tokens(&self.bench.tokens.pair(caller)).send().await
    }

    /// The task as ivanova sees it.
    pub(crate) async fn task(&self, id: &str) -> Value {
        let answer = self.get(&ivanova(), &format!("/v1/iso20022/tasks/{id}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// Works off everything that is due.
    pub(crate) async fn work(&self) -> usize {
        runner(&self.bench, &self.state).drain().await.unwrap()
    }
}

pub(crate) fn runner(bench: &Bench, state: &CertificatesState) -> Runner {
    let runner = Runner::new(
        state.store.clone(),
        Arc::clone(&bench.clock) as Arc<dyn Clock>,
        Arc::clone(&bench.randomness) as Arc<dyn Randomness>,
        state.wake.clone(),
        RunnerSettings::default(),
    );
    runner.with_workers(currency_certificates::workers(state))
}

pub(crate) fn post(
    client: &TestClient,
    bench: &Bench,
    caller: &TestCaller,
    document: impl Into<Vec<u8>>,
) -> TestRequest {
    // Of two messages one is earlier.
    bench.clock.advance_seconds(1);
    let request = client.post(POST).tokens(&bench.tokens.pair(caller));
    request.header("content-type", "application/xml").body(document.into())
}

/// The identifier in the answer, which must be a good one.
pub(crate) fn task_id(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/xml"));
    let id = answer.text().strip_prefix("<taskId>").and_then(|rest| rest.strip_suffix("</taskId>"));
    let id = id.expect("a task id").to_owned();
    assert_eq!(id.parse::<uuid::Uuid>().expect("a UUID").to_string(), id);
    id
}

fn state(bench: &Bench, store: Store) -> CertificatesState {
    let clock = Arc::clone(&bench.clock) as Arc<dyn Clock>;
    CertificatesState {
        store,
        edge: Edge::new(bench.tokens.verifier(), Arc::clone(&clock)),
        randomness: Arc::clone(&bench.randomness) as Arc<dyn Randomness>,
        reader: Arc::new(Reader::new(Limits::default()).unwrap().only(currency_certificates::MESSAGES)),
        bank: BIC.parse().unwrap(),
        zone: "Europe/Moscow".parse().unwrap(),
        wake: Wake::default(),
        large_documents: Arc::new(Semaphore::new(LARGE_AT_ONCE_MAX)),
        sandbox: None,
        desk: orders::Desk::new(bench.store.clone(), clock, orders::Players::default()),
    }
}

pub(crate) fn client(bench: &Bench, state: &CertificatesState) -> TestClient {
    let router = currency_certificates::OPERATIONS.routes(state.clone());
    bench.client(edge::frame(router, Arc::clone(&bench.randomness) as Arc<dyn Randomness>))
}
