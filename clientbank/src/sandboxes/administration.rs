//! The administration of sandboxes, on the administration port beside what every program has there: health, metrics,
//! the log of calls, people and staff. These belong to the sandbox that the Host names, as on the other ports.

use std::sync::Arc;
use std::time::{Duration, Instant as MachineInstant};

use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use edge::{AreaJson, AreaPath, Areas, Framed, area_router, frame_quietly};
use http::StatusCode;
use jiff::Timestamp;
use kernel::{Instant, Randomness};
use serde::Deserialize;
use serde_json::{Value, json};

use super::by_host::key_of;
use super::guard::guarded;
use super::registry::Listed;
use super::whole::whole;
use super::{Sandboxes, SandboxesError};
use crate::application::root_error::limits;
use crate::application::{ClockFace, Target};
use crate::configuration::Configuration;

/// The paths of all sandboxes together.
const PATHS: &[&str] = &["/sandboxes"];
const BODY_BYTES_MAX: usize = 1024;
/// The longest answer: a move waits for a minute for what is at work, a reset for every call that is being answered.
const ANSWER_MAX: Duration = Duration::from_mins(5);
// Or its caller would hear of no answer, and the reset would go on.
#[cfg(feature = "client")]
const _: () = assert!(ANSWER_MAX.as_secs() < sdk::ADMINISTRATION_MAX.as_secs());
const DAY_S: i64 = 86_400;

type Body<T> = AreaJson<SandboxesError, T, BODY_BYTES_MAX>;
type Key = AreaPath<SandboxesError, String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    key: String,
    #[serde(default)]
    seed: u64,
}

/// A wish for the clock; one field of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    to: Option<Timestamp>,
    seconds: Option<i64>,
    days: Option<i64>,
    next: Option<bool>,
    pace: Option<PaceWish>,
}

/// The way in which the clock is to go.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum PaceWish {
    Running,
    Standing,
}

/// The reset of a sandbox needs no words, but the body shows that the caller means it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Sandboxes {
    /// Routes the administration of sandboxes, and everything else to the one that the Host names.
    pub fn administration(self: &Arc<Self>, randomness: Arc<dyn Randomness>) -> Framed {
        let own = Router::new()
            .route("/sandboxes", get(list).post(make))
            .route("/sandboxes/{key}", get(find).delete(remove))
            .route("/sandboxes/{key}/clock", get(read_clock).post(move_clock))
            .route("/sandboxes/{key}/reset", post(reset))
            .with_state(Arc::clone(self));
        let guard = from_fn_with_state(Arc::clone(self), guarded);
        let own = area_router::<SandboxesError>(limits("sandboxes", ANSWER_MAX), own).layer(guard.clone());
        let each = Router::new().fallback(each).with_state(Arc::clone(self)).layer(guard);
        frame_quietly(Areas::new(vec![(PATHS, own)]).or_else(each), randomness).of_sandbox(true)
    }
}

async fn each(State(sandboxes): State<Arc<Sandboxes>>, request: Request) -> Result<Response, SandboxesError> {
    let key = key_of(request.headers())?;
    sandboxes.answer(key, |program| &program.administration, request).await
}

async fn list(State(sandboxes): State<Arc<Sandboxes>>) -> Json<Value> {
    let Configuration { sandboxes_max, sandbox_idle_max, .. } = sandboxes.configuration();
    let listed: Vec<Value> = sandboxes.list().iter().map(shown).collect();
    Json(
        json!({ "sandboxes": listed, "sandboxes_max": sandboxes_max, "idle_s_max": sandbox_idle_max.as_secs() }),
    )
}

async fn make(
    State(sandboxes): State<Arc<Sandboxes>>,
    AreaJson(new, _): Body<New>,
) -> Result<Response, SandboxesError> {
    let key = new.key.parse()?;
    let listed = whole(async move { sandboxes.make(key, new.seed).await }).await?;
    Ok((StatusCode::CREATED, Json(shown(&listed))).into_response())
}

async fn find(
    State(sandboxes): State<Arc<Sandboxes>>,
    AreaPath(key, _): Key,
) -> Result<Json<Value>, SandboxesError> {
    Ok(Json(shown(&sandboxes.find(&key)?)))
}

async fn remove(
    State(sandboxes): State<Arc<Sandboxes>>,
    AreaPath(key, _): Key,
) -> Result<StatusCode, SandboxesError> {
    whole(async move { sandboxes.remove(&key).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read_clock(
    State(sandboxes): State<Arc<Sandboxes>>,
    AreaPath(key, _): Key,
) -> Result<Json<Value>, SandboxesError> {
    Ok(Json(clock(whole(async move { sandboxes.shown(&key).await }).await?)))
}

async fn move_clock(
    State(sandboxes): State<Arc<Sandboxes>>,
    AreaPath(key, _): Key,
    AreaJson(wish, _): Body<Wish>,
) -> Result<Json<Value>, SandboxesError> {
    let target = wish.target().ok_or(SandboxesError::Wish)?;
    Ok(Json(clock(whole(async move { sandboxes.go(&key, target).await }).await?)))
}

async fn reset(
    State(sandboxes): State<Arc<Sandboxes>>,
    AreaPath(key, _): Key,
    AreaJson(Nothing {}, _): Body<Nothing>,
) -> Result<Json<Value>, SandboxesError> {
    let began = MachineInstant::now();
    let named = key.clone();
    whole(async move { sandboxes.reset(&named).await }).await?;
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Json(json!({ "key": key, "took_ms": took_ms })))
}

impl Wish {
    /// The one thing that is wished for.
    fn target(self) -> Option<Target> {
        let Self { to, seconds, days, next, pace } = self;
        let after = |seconds: i64| Target::After { seconds };
        let wishes = [
            to.map(|to| Target::At(Instant::from(to))),
            seconds.map(after),
            days.map(|days| after(days.saturating_mul(DAY_S))),
            next.filter(|next| *next).map(|_| Target::Next),
            pace.map(|pace| match pace {
                PaceWish::Running => Target::Run,
                PaceWish::Standing => Target::Stand,
            }),
        ];
        let mut wishes = wishes.into_iter().flatten();
        wishes.next().filter(|_| wishes.next().is_none())
    }
}

fn shown(listed: &Listed) -> Value {
    let Listed { key, seed, addresses } = listed;
    json!({ "key": key, "seed": seed, "api": addresses.api, "identity": addresses.identity })
}

fn clock(shown: ClockFace) -> Value {
    let ClockFace { now, pace, next } = shown;
    json!({ "now": now.to_string(), "pace": pace.name(), "next": next.map(|next| next.to_string()) })
}
