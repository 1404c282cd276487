//! `GET /bank/tariffs?page=N`: the plan, the plan to come, and the requests, newest first. `?to_sign=S`: the requests
//! in a state that wait for the person.

use askama::Template;
use axum::extract::State;
use edge::QueryList;
use pages::{OnlineBank, PageError, PageResult, Section, date, moment, not_past_end, page_asked, pagination};

use super::words::{Words, document_type, state};
use super::{Pages, badge, viewer};
use crate::request_query::RequestQuery;
use crate::request_state::RequestState;
use crate::work::list;
use crate::work::waiting::requests_to_sign;

const PER_PAGE: i32 = 20;
/// The last page that is offered.
const PAGES_MAX: i32 = 10_000;

#[derive(Template)]
#[template(path = "tariffs.html")]
struct Content {
    words: &'static Words,
    notice: Option<&'static str>,
    /// The plan's name, and since when.
    current: Option<(String, String)>,
    csrf: String,
    /// The plan to come, from when, and the change by its number.
    future: Option<(String, String, i64)>,
    requests: Vec<Line>,
    /// The sentence in the place of a list without requests.
    nothing: &'static str,
    pagination: String,
}

struct Line {
    id: String,
    number: i64,
    document: &'static str,
    plan: String,
    badge: &'static str,
    state: &'static str,
    created: String,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let number = page_asked(&query, PAGES_MAX)?;
    let viewer = viewer(&bank)?;
    let to_sign: Option<RequestState> = query.single("to_sign")?.and_then(|state| state.parse().ok());
    let (requests, has_next) = if let Some(state) = to_sign {
        let mut waiting = requests_to_sign(&pages.tariffs, &viewer, &bank.company).await?;
        waiting.retain(|request| request.state == state);
        (waiting, false)
    } else {
        let request_query = RequestQuery::new(None, &[], number - 1, PER_PAGE);
        let request_query = request_query.map_err(|_| PageError::NotFound)?;
        let page = list::requests(&pages.tariffs, &viewer, &bank.company, request_query).await?;
        (page.requests, page.has_next)
    };
    // All that waits is on one page.
    not_past_end(number.unsigned_abs(), requests.is_empty() || to_sign.is_some())?;
    let (current, future) = list::client_plans(&pages.tariffs, &bank.company).await?;
    let language = bank.language;
    let words = Words::of(language);
    let requests = requests.into_iter().map(|request| Line {
        id: request.id.to_string(),
        number: request.client_document_number,
        document: document_type(request.document_type, language),
        plan: request.target_plan_public_name,
        badge: badge(request.state),
        state: state(request.state, language),
        created: moment(request.created_at, bank.zone(), language),
    });
    let pages_known = number.unsigned_abs() + u32::from(has_next);
    let address = |page| format!("/bank/tariffs?page={page}");
    let content = Content {
        words,
        notice: (query.single("done")? == Some("deleted")).then_some(words.done_deleted),
        current: current
            .map(|plan| (plan.public_name.in_language(language).to_owned(), date(plan.since, language))),
        future: future.map(|change| {
            let name = change.public_name.in_language(language).to_owned();
            (name, date(change.effective_from, language), change.id)
        }),
        csrf: bank.csrf.clone(),
        requests: requests.collect(),
        nothing: if to_sign.is_some() { words.nothing_to_sign } else { words.nothing },
        pagination: pagination(language, number.unsigned_abs(), pages_known, address),
    };
    bank.page(Section::Tariffs, words.tariffs, &content)
}
