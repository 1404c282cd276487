//! A bank that makes things of one kind, for callers with keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::{FromRef, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use edge::{AreaLimits, Authenticated, Edge, EdgeError, area_router};
use http::StatusCode;
use idempotency::{Answered, Idempotency, Keep, Keyed, KeyedJson};
use kernel::{Clock, Randomness};
use sealing::MasterKey;
use serde::Deserialize;
use serde_json::{Value, json};
use store::{Migration, MigrationTree, Store, StoreError, Tx, params};
use testkit::{Answer, Bench, TestCaller, TestClient};
use tokio::sync::Semaphore;

store::queries! {
    /// Makes a thing.
    MADE_INSERT = "insert into made (made_id, name) values ($1, $2)";
    MADE_COUNT = "select count(*) as things from made";
    /// The number of keys.
    pub(crate) KEYS_COUNT = "select count(*) as things from idempotency_keys";
    /// A kept answer.
    pub(crate) SEALED = "select sealed from idempotency_keys";
    /// A key that somebody has.
    pub(crate) KEY_PLANT = "insert into idempotency_keys (kept_id, client_id, cnum, user_id, operation, idempotency_key,
            fingerprint, claim, expires_at_us)
        values ($1, 'demo-erp', 'C00001', 'U00001', 'POST /planted', $2, $3, 1, $4)";
}

static TABLES: MigrationTree = MigrationTree {
    area: "made",
    migrations: &[Migration {
        version: 1,
        note: "things",
        sql: "create table made (made_id text not null primary key, name text not null);",
    }],
};

const LIMITS: AreaLimits = AreaLimits {
    name: "made",
    body_bytes_max: 1024,
    request_time_max: edge::REQUEST_TIME_MAX,
    going_on: &[],
};

#[derive(Debug)]
pub(crate) struct Fault(EdgeError);

impl From<EdgeError> for Fault {
    fn from(error: EdgeError) -> Self {
        Self(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self(if error.is_temporary() {
            EdgeError::Unavailable
        } else {
            EdgeError::internal(error.to_string())
        })
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        self.0.respond(|_, message| message.to_owned())
    }
}

/// The first request that asks for it waits in the middle.
#[derive(Debug)]
pub(crate) struct Gate {
    pub(crate) entered: Semaphore,
    pub(crate) opened: Semaphore,
    was_used: AtomicBool,
}

#[derive(Clone)]
struct Rooms {
    store: Store,
    edge: Edge,
    randomness: Arc<dyn Randomness>,
    clock: Arc<dyn Clock>,
    idempotency: Idempotency,
    gate: Arc<Gate>,
}

impl FromRef<Rooms> for Edge {
    fn from_ref(rooms: &Rooms) -> Self {
        rooms.edge.clone()
    }
}

#[derive(Deserialize)]
struct Wish {
    name: String,
}

#[derive(Clone)]
struct Made {
    id: String,
    name: String,
}

/// A bank at work.
pub(crate) struct Bank {
    pub(crate) bench: Bench,
    pub(crate) client: TestClient,
    pub(crate) idempotency: Idempotency,
    pub(crate) gate: Arc<Gate>,
}

impl Bank {
    pub(crate) async fn open(bench: Bench) -> Self {
        bench.migrate(&[&idempotency::MIGRATIONS, &TABLES]).await;
        let clock = Arc::clone(&bench.clock) as Arc<dyn Clock>;
        let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
        let master_key = MasterKey::from_bytes(&[7; sealing::KEY_BYTES]);
        let idempotency =
            Idempotency::new(bench.store.clone(), Arc::clone(&clock), Arc::clone(&randomness), master_key);
        let gate = Arc::new(Gate {
            entered: Semaphore::new(0),
            opened: Semaphore::new(0),
            was_used: AtomicBool::new(false),
        });
        let rooms = Rooms {
            store: bench.store.clone(),
            edge: bench.edge.clone(),
            randomness: Arc::clone(&randomness),
            clock,
            idempotency: idempotency.clone(),
            gate: Arc::clone(&gate),
        };
        let routes = Router::new()
            .route("/things", post(make))
            .route("/others", post(make))
            .route("/things/{id}/touch", post(touch))
            .with_state(rooms);
        let client = TestClient::new(edge::frame(area_router::<Fault>(LIMITS, routes), randomness));
        Self { bench, client, idempotency, gate }
    }

    /// Sends a request with a key.
    pub(crate) async fn send(&self, caller: &TestCaller, path: &str, key: &str, name: &str) -> Answer {
        let request = self.client.post(path).tokens(&self.bench.tokens.pair(caller));
        request.header("idempotency-key", key).json(&json!({ "name": name })).send().await
    }

    /// The thing that a request makes, which must be answered 201.
    pub(crate) async fn made(&self, caller: &TestCaller, path: &str, key: &str, name: &str) -> Value {
        let answer = self.send(caller, path, key, name).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("content-type"), Some("application/json"));
        answer.json()
    }

    pub(crate) async fn things(&self) -> i64 {
        self.counted(&MADE_COUNT).await
    }

    pub(crate) async fn counted(&self, query: &'static store::Query) -> i64 {
        let row = self.bench.store.query_optional(query, params![]).await.unwrap().unwrap();
        row.integer("things").unwrap()
    }
}

/// The demo's first user.
pub(crate) fn ivanova() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

async fn make(
    State(rooms): State<Rooms>,
    caller: Authenticated<Fault>,
    KeyedJson(wish, keyed): KeyedJson<Fault, Wish, 1024>,
) -> Result<Response, Fault> {
    let work = async |keep| making(&rooms, wish.name, keep).await;
    rooms.idempotency.answer(keyed, &**caller, render, work).await
}

/// Makes a thing about the one in the path.
async fn touch(
    State(rooms): State<Rooms>,
    caller: Authenticated<Fault>,
    keyed: Keyed<Fault>,
) -> Result<Response, Fault> {
    let work = async |keep| making(&rooms, "touched".to_owned(), keep).await;
    rooms.idempotency.answer(keyed, &**caller, render, work).await
}

fn render(made: &Made) -> Result<Answered, EdgeError> {
    Answered::json(StatusCode::CREATED, &json!({ "id": made.id, "name": made.name }))
}

async fn making(rooms: &Rooms, name: String, keep: Keep<Made>) -> Result<Made, Fault> {
    if name == "refused" {
        return Err(EdgeError::Forbidden.into());
    }
    if name == "slow" && !rooms.gate.was_used.swap(true, Ordering::SeqCst) {
        rooms.gate.entered.add_permits(1);
        rooms.gate.opened.acquire().await.unwrap().forget();
    }
    let made = Made { id: rooms.randomness.uuid(rooms.clock.now()).to_string(), name };
    let work = move |tx: &mut Tx| {
        tx.execute_one(&MADE_INSERT, params![made.id.as_str(), made.name.as_str()])?;
        keep.keep(tx, &made)?;
        Ok::<_, StoreError>(made.clone())
    };
    Ok(rooms.store.write("make", work).await?)
}
