//! A bank's part that tells of events, with the workers of one process, and the receivers.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use http::Method;
use idempotency::Idempotency;
use import::ImportOptions;
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{Clock, Randomness, SystemClock, SystemRandomness};
use outgoing::address::Reach;
use outgoing::transport::Transport;
use sealing::MasterKey;
use serde_json::{Value, json};
use store::{Durability, Store, StoreLimits};
use testkit::{Bench, TestCaller, TestClient};
use tokio::sync::watch;
use tokio::task::JoinSet;
use webhooks::{CONNECTIONS_PER_WEBHOOK_MAX, Dispatcher, WebhooksState};

use super::figures::Figures;
use super::{WEBHOOKS, load};
use crate::receiver::{Answer, Receiver};

/// The demo's files that make a company with an administrator.
const FILES: [&str; 5] =
    ["company_groups.csv", "companies.csv", "users.csv", "user_rights.csv", "oauth_clients.csv"];

/// The bank, at work until it is closed.
pub(super) struct Bank {
    store: Store,
    stop: watch::Sender<bool>,
    workers: JoinSet<()>,
    _receivers: Vec<Receiver>,
}

impl Bank {
    /// Makes the company and its webhooks, and starts the workers.
    pub(super) async fn open(
        bench: &Bench,
        is_fan_out: bool,
        figures: &Figures,
    ) -> Result<Self, Box<dyn Error>> {
        let limits = StoreLimits { durability: Durability::Full, ..StoreLimits::default() };
        let store = bench.open_again(limits).await;
        store
            .migrate(&[
                &audit::MIGRATIONS,
                &events::MIGRATIONS,
                &switches::MIGRATIONS,
                &jobs::MIGRATIONS,
                &clients::MIGRATIONS,
                &import::MIGRATIONS,
                &webhooks::MIGRATIONS,
            ])
            .await?;
        let state = state(bench, &store)?;
        import(&state).await?;
        let receivers = subscribe(bench, &state, is_fan_out, figures).await?;
        let (stop, stopped) = watch::channel(false);
        let mut workers = JoinSet::new();
        let settings = RunnerSettings::default();
        let (clock, randomness, wake) =
            (Arc::clone(&state.clock), Arc::clone(&state.randomness), state.wake.clone());
        let runner = Runner::new(store.clone(), clock, randomness, wake, settings);
        workers.spawn(runner.with_workers(webhooks::workers(&state)).run(stopped));
        workers.spawn(async move { Dispatcher::new(state).run().await });
        Ok(Self { store, stop, workers, _receivers: receivers })
    }

    /// The database, for those who change something.
    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    pub(super) async fn close(mut self) {
        let _ = self.stop.send(true);
        self.workers.shutdown().await;
        self.store.close().await;
    }
}

fn state(bench: &Bench, store: &Store) -> Result<WebhooksState, Box<dyn Error>> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let randomness: Arc<dyn Randomness> = Arc::new(SystemRandomness);
    let master_key = MasterKey::from_bytes(&[7; sealing::KEY_BYTES]);
    let keys = (Arc::clone(&clock), Arc::clone(&randomness), master_key.clone());
    Ok(WebhooksState {
        idempotency: Idempotency::new(store.clone(), keys.0, keys.1, keys.2),
        store: store.clone(),
        edge: bench.edge.clone(),
        asked: Arc::new(webhooks::Asked::new(Arc::clone(&clock))),
        clock,
        randomness,
        wake: Wake::default(),
        master_key,
        transport: Transport::new(outgoing::trust_of_the_system()?, Reach::Local),
        sandbox: None,
        events_kept_days: 90,
        connections_max: CONNECTIONS_PER_WEBHOOK_MAX,
    })
}

async fn import(state: &WebhooksState) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::TempDir::new()?;
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clientbank/demo-data");
    for file in FILES {
        std::fs::copy(data.join(file), folder.path().join(file))?;
    }
    let options = ImportOptions { dry_run: false, operator: "bench".to_owned(), approved: None };
    let (store, clock, randomness) = (&state.store, &*state.clock, Arc::clone(&state.randomness));
    import::run(store, folder.path(), clients::importers(), options, clock, randomness).await?;
    Ok(())
}

/// Replaces the webhooks of the run before.
async fn subscribe(
    bench: &Bench,
    state: &WebhooksState,
    is_fan_out: bool,
    figures: &Figures,
) -> Result<Vec<Receiver>, Box<dyn Error>> {
    let api = TestClient::new(edge::frame(
        webhooks::OPERATIONS.routes(state.clone()),
        Arc::clone(&state.randomness),
    ));
    let petrov = bench.tokens.pair(&TestCaller::new("U00002", "C00001"));
    let before = api.get("/v1/webhooks").tokens(&petrov).send().await.json();
    for webhook in before["webhooks"].as_array().into_iter().flatten() {
        let path = format!("/v1/webhooks/{}", webhook["id"].as_str().unwrap_or_default());
        api.request(Method::DELETE, &path).tokens(&petrov).send().await;
    }
    let mut receivers = Vec::with_capacity(WEBHOOKS);
    for number in 0..WEBHOOKS {
        let (hangs, figures) = (number + 1 == WEBHOOKS, figures.clone());
        let receiver = Receiver::start(move |delivery| {
            if hangs {
                return Answer::Hang;
            }
            figures.arrived(number, &delivery.body);
            Answer::Take
        })
        .await?;
        let types: Value = if is_fan_out { json!(["*"]) } else { json!([load::event_type(number).as_str()]) };
        let body = json!({ "url": receiver.url(), "types": types });
        let made = api.post("/v1/webhooks").tokens(&petrov).json(&body).send().await;
        if made.status != 201 {
            return Err(format!("a webhook was answered {}: {}", made.status, made.text()).into());
        }
        receivers.push(receiver);
    }
    Ok(receivers)
}
