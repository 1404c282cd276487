//! Orders are sent to systems of the bank, which need not ask for them (BNK-03).

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use area::Author;
use audit::Actor;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use bank::work::push::NewPush;
use bank::work::systems;
use kernel::{Clock as _, Instant, SystemRandomness};
use sealing::MasterKey;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines, switch};
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;

use crate::bank_system::BankSystem;
use crate::orders::{System, answered, orders};
use crate::triggers::{Line, Stage};
use crate::wired::configuration;

store::queries! {
    /// Orders that were handed out, as the trail tells.
    HANDED_OUT = "select detail from audit_entries where action = 'bank_orders.handed_out' order by id";
}

type Seen = Arc<Mutex<Vec<(HeaderMap, String)>>>;
/// The status of a hub's answers, the messages that it has seen, and the gate that holds an answer back.
type Served = (Arc<AtomicU16>, Seen, Arc<Semaphore>, Arc<Notify>);

/// A payment hub that is told of its orders.
struct Hub {
    address: String,
    status: Arc<AtomicU16>,
    seen: Seen,
    /// Its one permit lets an answer through.
    gate: Arc<Semaphore>,
    /// A message has come.
    came: Arc<Notify>,
    master_key: MasterKey,
    _serving: JoinSet<()>,
}

async fn take(
    State((status, seen, gate, came)): State<Served>,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    seen.lock().unwrap().push((headers, body));
    came.notify_one();
    let _through = gate.acquire().await.unwrap();
    StatusCode::from_u16(status.load(Ordering::SeqCst)).unwrap()
}

impl Hub {
    /// Starts it, beside a sandbox whose payments it makes.
    async fn beside(bench: &Bench) -> (Stage<'_>, Self) {
        let stage = Stage::with_orders(bench, "payment.send=bank").await;
        (stage, Self::new(configuration().needed_master_key().unwrap()).await)
    }

    async fn new(master_key: MasterKey) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/orders?key=hidden", listener.local_addr().unwrap());
        let (status, seen) = (Arc::new(AtomicU16::new(204)), Seen::default());
        let (gate, came) = (Arc::new(Semaphore::new(1)), Arc::new(Notify::new()));
        let served: Served = (Arc::clone(&status), Arc::clone(&seen), Arc::clone(&gate), Arc::clone(&came));
        let routes = Router::new().fallback(take).with_state(served);
        let mut serving = JoinSet::new();
        serving.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, status, seen, gate, came, master_key, _serving: serving }
    }

    /// Adds it to the bank, and returns it with the secret by which it checks what comes.
    async fn added(&self, bench: &Bench) -> (System, String) {
        let name = "hub".parse().unwrap();
        let push = NewPush::of(&name, &self.address, &self.master_key, &*bench.randomness).unwrap();
        let [secret, _] = push.shared().unwrap();
        (System(BankSystem::pushed(bench, "hub", orders::Role::Payments, Some(push)).await), secret)
    }

    /// The messages since the last look: what they hold, each with a right signature by this secret.
    fn told(&self, secret: &str) -> Vec<Value> {
        let read = |(headers, body): (HeaderMap, String)| {
            let signature = headers["webhook-signature"].to_str().unwrap().to_owned();
            let unix_s = headers["webhook-timestamp"].to_str().unwrap().parse().unwrap();
            let webhook = Webhook::new(secret).unwrap();
            let id = headers["webhook-id"].to_str().unwrap();
            let own = webhook.sign(id, unix_s, body.as_bytes()).unwrap();
            assert!(signature.split(' ').any(|one| one == own), "{signature} {own}");
            serde_json::from_str(&body).unwrap()
        };
        std::mem::take(&mut *self.seen.lock().unwrap()).into_iter().map(read).collect()
    }
}

/// The names of the orders of a message.
fn names(message: &Value) -> Vec<&str> {
    message["orders"].as_array().unwrap().iter().map(|order| order["id"].as_str().unwrap()).collect()
}

async fn pay(stage: &Stage<'_>, name: &str) {
    let lines = vec![Line::other("20.00", 201, "044525998")];
    assert_eq!(stage.salary(name, lines).await, "PROCESSING");
}

/// Does what is due a second later.
async fn later(stage: &Stage<'_>, seconds: i64) {
    stage.bench.clock.advance_seconds(seconds);
    stage.work().await;
}

async fn failing_since(bench: &Bench) -> Option<Instant> {
    let system = systems::list(&bench.store).await.unwrap().pop().expect("one system");
    system.push.expect("it is sent orders").1
}

/// The messages of which the trail tells: how many orders, and whether they arrived.
async fn trail(bench: &Bench) -> Vec<(i64, bool)> {
    let rows = bench.store.query(&HANDED_OUT, params![]).await.unwrap();
    let read = |row: &store::Row| {
        let detail: Value = serde_json::from_str(row.text("detail").unwrap()).unwrap();
        Some((detail["orders"].as_i64().unwrap(), detail["arrived"].as_bool()?))
    };
    rows.iter().filter_map(read).collect()
}

on_both_engines! {
    async fn bnk_03_orders_are_sent_in_their_order_and_again_until_they_are_taken(bench: Bench) {
        let (stage, hub) = Hub::beside(&bench).await;
        let (system, secret) = hub.added(&bench).await;
        let token = system.token(&stage).await;
        stage.work().await;
        assert!(hub.told(&secret).is_empty(), "there is no order yet");
        hub.status.store(503, Ordering::SeqCst);
        pay(&stage, "salary-1").await;
        let first = hub.told(&secret);
        assert_eq!((first.len(), names(&first[0]).len()), (1, 1));
        // A system that asks is told the same.
        assert_eq!(first[0], orders(&stage, &token, "").await);
        let since = failing_since(&bench).await.expect("it takes nothing");
        // A redirect leads nowhere, and the next try has what has come meanwhile.
        hub.status.store(302, Ordering::SeqCst);
        pay(&stage, "salary-2").await;
        assert!(hub.told(&secret).is_empty());
        later(&stage, 1).await;
        let second = hub.told(&secret);
        assert_eq!((second.len(), names(&second[0]).len()), (1, 2));
        assert_eq!(names(&second[0])[0], names(&first[0])[0]);
        assert_eq!(failing_since(&bench).await, Some(since));
        // It is tried after pauses that double.
        later(&stage, 1).await;
        assert!(hub.told(&secret).is_empty());
        hub.status.store(200, Ordering::SeqCst);
        later(&stage, 1).await;
        let third = hub.told(&secret);
        assert_eq!(third, second);
        assert_eq!(failing_since(&bench).await, None);
        // No order comes again that has arrived, and the next one comes alone.
        pay(&stage, "salary-3").await;
        let fourth = hub.told(&secret);
        assert_eq!((fourth.len(), names(&fourth[0]).len()), (1, 1));
        let done = json!({ "outcome": "DONE" });
        for name in [names(&third[0]), names(&fourth[0])].concat() {
            assert_eq!(answered(&stage, &token, name, &done).await.status, 200);
        }
        stage.work().await;
        let told = stage.get("/v1/statements/salary-3").await;
        assert!(told.text().contains("\"EXECUTED\""), "{}", told.text());
        assert!(hub.told(&secret).is_empty());
        // The trail tells once of a receiver that takes nothing, and of everything that has arrived.
        assert_eq!(trail(&bench).await, [(1, false), (2, true), (1, true)]);
    }

    async fn bnk_03_what_a_switch_has_held_back_is_sent_to_a_system_that_took_nothing_before(bench: Bench) {
        let (stage, hub) = Hub::beside(&bench).await;
        let (_, secret) = hub.added(&bench).await;
        hub.status.store(503, Ordering::SeqCst);
        pay(&stage, "salary-1").await;
        let first = hub.told(&secret);
        assert_eq!(first.len(), 1);
        hub.status.store(204, Ordering::SeqCst);
        switch(&bench.store, "rail", "", true).await;
        later(&stage, 1).await;
        assert!(hub.told(&secret).is_empty(), "there is nothing to be sent");
        switch(&bench.store, "rail", "", false).await;
        later(&stage, 1).await;
        let again = hub.told(&secret);
        assert_eq!(again.iter().flat_map(names).collect::<Vec<_>>(), names(&first[0]));
        assert_eq!(failing_since(&bench).await, None);
    }

    async fn bnk_03_a_system_that_is_added_again_is_sent_what_is_open(bench: Bench) {
        let (stage, hub) = Hub::beside(&bench).await;
        let (system, secret) = hub.added(&bench).await;
        let token = system.token(&stage).await;
        pay(&stage, "salary-1").await;
        pay(&stage, "salary-2").await;
        let told = hub.told(&secret);
        let all: Vec<&str> = told.iter().flat_map(names).collect();
        assert_eq!(all.len(), 2);
        assert_eq!(answered(&stage, &token, all[0], &json!({ "outcome": "DONE" })).await.status, 200);
        // It has lost what it had: another secret, and every order that has not ended.
        let (_, other) = hub.added(&bench).await;
        assert_ne!(secret, other);
        stage.work().await;
        let again = hub.told(&other);
        assert_eq!(again.iter().flat_map(names).collect::<Vec<_>>(), [all[1]]);
        assert_eq!(trail(&bench).await.last(), Some(&(1, true)), "what has ended is not told");
        // A closed one is sent nothing.
        let author = Author::outside_of_requests(Actor::Operator("test".to_owned()));
        let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
        let close = move |tx: &mut Tx| systems::close(tx, &"hub".parse().unwrap(), &author, now, &*randomness);
        assert!(bench.store.write::<_, StoreError>("test.close", close).await.unwrap());
        pay(&stage, "salary-3").await;
        later(&stage, 60).await;
        assert!(hub.told(&other).is_empty());
        assert_eq!(systems::list(&bench.store).await.unwrap().pop().expect("one system").push, None);
    }

    async fn bnk_03_a_system_that_is_added_again_while_a_message_is_under_way_loses_no_order(bench: Bench) {
        let (stage, hub) = Hub::beside(&bench).await;
        hub.added(&bench).await;
        let closed = hub.gate.acquire().await.unwrap();
        let add = async {
            hub.came.notified().await;
            let (_, other) = hub.added(&bench).await;
            drop(closed);
            other
        };
        let ((), other) = tokio::join!(pay(&stage, "salary-1"), add);
        // What the one before took is not what the new one has.
        hub.seen.lock().unwrap().remove(0);
        stage.work().await;
        assert_eq!(hub.told(&other).iter().flat_map(names).count(), 1);
    }

    async fn bnk_10_nothing_is_sent_while_a_restored_database_stands_still(bench: Bench) {
        let (stage, hub) = Hub::beside(&bench).await;
        let (_, secret) = hub.added(&bench).await;
        hub.status.store(503, Ordering::SeqCst);
        pay(&stage, "salary-1").await;
        assert!(!hub.told(&secret).is_empty());
        let now = bench.clock.now();
        let stand = move |tx: &mut Tx| jobs::stand_still(tx, now);
        bench.store.write::<_, StoreError>("test.stand", stand).await.unwrap();
        later(&stage, 1).await;
        later(&stage, 60).await;
        assert!(hub.told(&secret).is_empty());
    }
}

#[test]
fn bnk_03_orders_go_by_tls_or_stay_on_the_machine() {
    let key = configuration().needed_master_key().unwrap();
    let shown = |address: &str| {
        let name = "hub".parse().unwrap();
        NewPush::of(&name, address, &key, &SystemRandomness).map(|push| push.shown())
    };
    for address in ["https://10.1.2.3/orders", "https://hub.bank.internal:8443/a?b=c", "http://[::1]:9000/"] {
        assert_eq!(shown(address), Ok(address.split('?').next().unwrap().to_owned()));
    }
    for address in [
        "",
        "hub",
        "ftp://hub.bank.internal/",
        "http://hub.bank.internal/",
        "http://10.1.2.3/",
        "https://user:secret@hub.bank.internal/",
        "https://hub.bank.internal/#a",
        "https://hub.bank.internal:25/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://hub.bank.internal/\0",
    ] {
        assert!(shown(address).is_err(), "{address}");
    }
}
