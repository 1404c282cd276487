//! A small area with a body of its own, and ways to call it.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use axum::body::Body;
use axum::extract::FromRef;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use edge::{
    AreaJson, AreaLimits, AreaPath, Areas, Authenticated, Deprecation, Edge, EdgeError,
    IdentityAuthenticated, QueryList, RateLimit, area_router, read_body, trace_id,
};
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use kernel::{Instant, MovableClock, SeededRandomness};
use serde::Deserialize;
use serde_json::{Value, json};
use testkit::{TestCaller, TestTokens};
use tokio::sync::Notify;
use tower::ServiceExt;
use tracing::subscriber::DefaultGuard;

/// 2026-11-20T09:00:00Z.
pub(crate) const START_S: i64 = 1_795_165_200;
pub(crate) const BODY_BYTES_MAX: usize = 20_000;
pub(crate) const NOTE_BYTES_MAX: usize = 2_000;

pub(crate) const AREA: AreaLimits = AreaLimits {
    name: "notes",
    body_bytes_max: BODY_BYTES_MAX,
    request_time_max: Duration::from_secs(5),
    going_on: &[],
};

/// The log of one thread.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Takes what this thread logs, for as long as the guard lives.
    pub(crate) fn listen(&self) -> DefaultGuard {
        keep_log_lines_wanted();
        let writer = self.clone();
        let subscriber = tracing_subscriber::fmt().json().with_writer(move || writer.clone()).finish();
        tracing::subscriber::set_default(subscriber)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("not poisoned").clone()).expect("UTF-8")
    }
}

/// Listens from the start: a log line that is first met without a listener is switched off for the whole process, and
/// a test that listens later on a thread of its own would miss it.
fn keep_log_lines_wanted() {
    static LISTENER: Once = Once::new();
    LISTENER.call_once(|| {
        // Fails when there is a listener already, which is as good.
        drop(tracing::subscriber::set_global_default(tracing_subscriber::registry()));
    });
}

/// The area's error: everything is an error here.
pub(crate) struct NoteError(EdgeError);

impl From<EdgeError> for NoteError {
    fn from(error: EdgeError) -> Self {
        Self(error)
    }
}

impl IntoResponse for NoteError {
    fn into_response(self) -> Response {
        self.0.respond(|status, message| {
            Json(json!({"area": "notes", "code": status.as_u16(), "message": message, "traceId": trace_id()}))
        })
    }
}

#[derive(Clone)]
pub(crate) struct State {
    edge: Edge,
    pub(crate) entered: Arc<Notify>,
    pub(crate) leave: Arc<Notify>,
}

impl FromRef<State> for Edge {
    fn from_ref(state: &State) -> Self {
        state.edge.clone()
    }
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the form matters")]
struct Note {
    title: String,
    lines: Option<Vec<Line>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the form matters")]
struct Line {
    amount: i64,
}

async fn who(Authenticated(caller, _): Authenticated<NoteError>) -> Json<Value> {
    Json(json!({
        "user": caller.user, "company": caller.company, "client": caller.client, "session": caller.session,
    }))
}

async fn whose(IdentityAuthenticated(caller, _): IdentityAuthenticated<NoteError>) -> Json<Value> {
    Json(json!({"user": caller.user, "company": caller.access.map(|access| access.company.clone())}))
}

async fn write(
    AreaJson(_note, PhantomData): AreaJson<NoteError, Note, NOTE_BYTES_MAX>,
) -> Result<StatusCode, NoteError> {
    Ok(StatusCode::CREATED)
}

async fn upload(request: Request<Body>) -> Result<String, NoteError> {
    Ok(read_body(request, BODY_BYTES_MAX).await?.len().to_string())
}

async fn list(query: QueryList<NoteError>) -> Result<Json<Value>, NoteError> {
    let limit = query.int32("limit", 1..=1000)?;
    let offset = query.int32("offset", 0..=i32::MAX)?;
    let filter = query.single("filter")?;
    Ok(Json(json!({"fields": query.list("fields"), "limit": limit, "offset": offset, "filter": filter})))
}

async fn one(AreaPath(number, _): AreaPath<NoteError, i64>) -> String {
    number.to_string()
}

async fn text(AreaPath(text, _): AreaPath<NoteError, String>) -> String {
    text
}

/// More than the socket buffers of both ends take.
async fn large() -> Vec<u8> {
    vec![0; 64 * 1024 * 1024]
}

async fn boom() -> String {
    panic!("the secret plan")
}

async fn wait(axum::extract::State(state): axum::extract::State<State>) -> String {
    state.entered.notify_one();
    state.leave.notified().await;
    "waited".to_owned()
}

async fn deprecated() -> Response {
    let mut response = "old".into_response();
    let notice = Deprecation {
        since: Instant::from_unix_seconds(1_688_169_599),
        sunset: Instant::from_unix_seconds(784_111_777),
        successor: "/v2/notes".to_owned(),
    };
    notice.apply(response.headers_mut());
    response
}

pub(crate) struct Bench {
    pub(crate) clock: Arc<MovableClock>,
    pub(crate) tokens: TestTokens,
    pub(crate) edge: Edge,
    pub(crate) state: State,
    pub(crate) area: AreaLimits,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::with_feed_age(None)
    }

    pub(crate) fn with_feed_age(feed_age_s_max: Option<i64>) -> Self {
        let clock = Arc::new(MovableClock::new(Instant::from_unix_seconds(START_S)));
        let tokens = TestTokens::new(clock.clone());
        let edge = Edge::new(tokens.verifier_with_feed_age(feed_age_s_max), clock.clone());
        Self::over(clock, tokens, edge)
    }

    pub(crate) fn with_request_rate(per_second: u32, burst: u32) -> Self {
        let bench = Self::new();
        let number = |number| NonZeroU32::new(number).expect("not zero");
        let limit = RateLimit { per_second: number(per_second), burst: number(burst) };
        Self::over(bench.clock, bench.tokens, bench.edge.with_request_rate(limit))
    }

    fn over(clock: Arc<MovableClock>, tokens: TestTokens, edge: Edge) -> Self {
        keep_log_lines_wanted();
        let state = State { edge: edge.clone(), entered: Arc::default(), leave: Arc::default() };
        Self { clock, tokens, edge, state, area: AREA }
    }

    pub(crate) fn router(&self) -> edge::Framed {
        let routes = Router::new()
            .route("/v1/notes", get(list).post(write))
            .route("/v1/notes/{number}", get(one))
            .route("/v1/notes/upload", post(upload))
            .route("/v1/other/who", get(who).post(who))
            .route("/v1/other/whose", get(whose))
            .route("/v1/other/boom", get(boom))
            .route("/v1/other/large", get(large))
            .route("/v1/other/text/{text}", get(text))
            .route("/v1/other/wait", get(wait))
            .route("/v1/other/deprecated", get(deprecated))
            .with_state(self.state.clone());
        let notes = area_router::<NoteError>(self.area, routes);
        let areas = Areas::new(vec![(&["/v1/notes", "/v1/other"], notes)]);
        let beside = AreaLimits { name: "beside", ..self.area };
        let areas = areas.or_else(area_router::<NoteError>(beside, Router::new()));
        edge::frame(areas, Arc::new(SeededRandomness::new(7)))
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router().oneshot(request).await.expect("routers do not fail");
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: String::from_utf8(body.to_vec()).expect("text"),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).expect("a request")).await
    }

    pub(crate) async fn post_json(&self, body: impl Into<Body>) -> Answer {
        let request = Request::post("/v1/notes").header("content-type", "application/json");
        self.send(request.body(body.into()).expect("a request")).await
    }

    pub(crate) async fn who(&self, access: &str, identity: &str) -> Answer {
        let request = Request::get("/v1/other/who")
            .header("authorization", format!("Bearer {access}"))
            .header("id-token", identity);
        self.send(request.body(Body::empty()).expect("a request")).await
    }
}

pub(crate) fn caller() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// It is the area's body with this status, and the message names `part`.
    #[track_caller]
    pub(crate) fn assert_error(&self, status: u16, part: &str) {
        assert_eq!(self.status, status, "{self:?}");
        let body = self.json();
        assert_eq!(body["area"], "notes");
        assert_eq!(body["code"], status);
        assert!(body["message"].as_str().expect("a message").contains(part), "{body}");
    }
}
