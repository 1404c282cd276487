//! `GET /bank/tariffs?to_sign=S&page=N`: the plan, the plan to come, and the requests, newest first.

use askama::Template;
use axum::extract::State;
use edge::QueryList;
use pages::{OnlineBank, PageError, PageResult, Section, date, moment, not_past_end, page_asked, pagination};

use super::words::{Words, document_type, state};
use super::{Pages, badge, viewer};
use crate::request_query::RequestQuery;
use crate::request_state::RequestState;
use crate::work::list;

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
    let filter = to_sign.map(|state| format!("state=={}", state.as_str()));
    let request_query = RequestQuery::new(filter.as_deref(), &[], number - 1, PER_PAGE);
    let mut request_query = request_query.map_err(|_| PageError::NotFound)?;
    request_query.unsigned_by = to_sign.map(|_| bank.user.clone());
    let page = list::requests(&pages.tariffs, &viewer, &bank.company, request_query).await?;
    not_past_end(number.unsigned_abs(), page.requests.is_empty())?;
    let (current, future) = list::client_plans(&pages.tariffs, &bank.company).await?;
    let language = bank.language;
    let words = Words::of(language);
    let requests = page.requests.into_iter().map(|request| Line {
        id: request.id.to_string(),
        number: request.client_document_number,
        document: document_type(request.document_type, language),
        plan: request.target_plan_public_name,
        badge: badge(request.state),
        state: state(request.state, language),
        created: moment(request.created_at, bank.zone(), language),
    });
    let pages_known = number.unsigned_abs() + u32::from(page.has_next);
    let chosen = to_sign.map(|state| format!("to_sign={}&", state.as_str())).unwrap_or_default();
    let address = |page| format!("/bank/tariffs?{chosen}page={page}");
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
