//! `/bank/sandbox`: the clock of a sandbox, for whoever is logged in there. Live programs have no such page.

use std::sync::Arc;

use askama::Template;
use audit::Actor;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use edge::EdgeError;
use http::StatusCode;
use jiff::civil::DateTime;
use kernel::{Instant, Randomness};
use pages::{OnlineBank, OnlineBankForm, PageError, PageResult, Site, moment};
use sandbox::{Mover, Pace, SandboxError};

use super::clock_words::Words;
use super::{ClockFace, Clockwork, ClockworkError, Target};

const PATH: &str = pages::SANDBOX_PATH;
/// Seconds of the steps that have a button.
const HOUR_S: i64 = 3_600;
const DAY_S: i64 = 86_400;

#[derive(Clone)]
struct ClockPage {
    site: Site,
    clockwork: Clockwork,
    randomness: Arc<dyn Randomness>,
}

impl FromRef<ClockPage> for Site {
    fn from_ref(page: &ClockPage) -> Self {
        page.site.clone()
    }
}

#[derive(Template)]
#[template(path = "clock.html")]
struct Content<'a> {
    words: &'static Words,
    now: String,
    next: Option<String>,
    stands: bool,
    csrf: &'a str,
    fault: Option<&'static str>,
}

pub(super) fn routes(site: Site, clockwork: Clockwork, randomness: Arc<dyn Randomness>) -> Router {
    Router::new().route(PATH, get(show).post(go)).with_state(ClockPage { site, clockwork, randomness })
}

async fn show(State(page): State<ClockPage>, bank: OnlineBank) -> PageResult {
    written(&page, &bank, None).await
}

async fn go(State(page): State<ClockPage>, form: OnlineBankForm) -> PageResult {
    let words = Words::of(form.bank.language);
    let Some(target) = target(&form) else { return written(&page, &form.bank, Some(words.not_there)).await };
    let actor = Actor::User(form.bank.user.clone());
    let mover = Mover { actor, randomness: Arc::clone(&page.randomness) };
    // In a task of its own: whoever leaves the page does not stop the clock halfway.
    let clockwork = page.clockwork.clone();
    let going = tokio::spawn(async move { clockwork.go(target, &mover).await });
    let gone = going.await.map_err(|error| EdgeError::internal(format!("the move failed: {error}")))?;
    let fault = match gone {
        Ok(_) => return Ok(Redirect::to(PATH).into_response()),
        Err(ClockworkError::NothingDue) => words.nothing_due,
        Err(ClockworkError::TooMuchDue(_)) => words.too_much,
        Err(ClockworkError::StillAtWork(_)) => words.still_at_work,
        Err(ClockworkError::Sandbox(SandboxError::Back | SandboxError::TooFar)) => words.not_there,
        Err(error) => return Err(failed(&error)),
    };
    written(&page, &form.bank, Some(fault)).await
}

fn target(form: &OnlineBankForm) -> Option<Target> {
    match form.field("wish") {
        "next" => Some(Target::Next),
        "hour" => Some(Target::After { seconds: HOUR_S }),
        "day" => Some(Target::After { seconds: DAY_S }),
        "run" => Some(Target::Run),
        "stand" => Some(Target::Stand),
        "to" => {
            let at: DateTime = form.field("to").parse().ok()?;
            Some(Target::At(form.bank.zone().moment_of(at)?))
        }
        _ => None,
    }
}

async fn written(page: &ClockPage, bank: &OnlineBank, fault: Option<&'static str>) -> PageResult {
    let ClockFace { now, pace, next } = page.clockwork.shown().await.map_err(|error| failed(&error))?;
    let words = Words::of(bank.language);
    let told = |at: Instant| moment(at, bank.zone(), bank.language);
    let content = Content {
        words,
        now: told(now),
        next: next.map(told),
        stands: matches!(pace, Pace::Standing { .. }),
        csrf: &bank.csrf,
        fault,
    };
    let status = if fault.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    bank.page_beside(status, words.title, &content)
}

fn failed(error: &ClockworkError) -> PageError {
    EdgeError::internal(error.to_string()).into()
}
