//! `GET /bank/integrations/{id}/calls`: the last calls of an integration for the company (SBX-05).

use ::pages::{OnlineBank, PagePath, PageResult, Section, moment};
use askama::Template;
use axum::extract::State;
use edge::{AreaPath, Call};
use kernel::ClientId;

use super::client_id;
use super::words_calls::Words;
use crate::pages::Pages;
use crate::pages::administration::administrator;
use crate::work::integrations::present;

/// The most calls that the page shows: as many as are kept of a client.
const CALLS_SHOWN_MAX: usize = edge::CALLS_KEPT_MAX;
const MICROSECONDS_PER_MS: u64 = 1_000;

#[derive(Template)]
#[template(path = "integration_calls.html")]
struct Content {
    words: &'static Words,
    id: ClientId,
    name: String,
    is_kept: bool,
    calls: Vec<Line>,
}

struct Line {
    at: String,
    method: String,
    path: String,
    status: u16,
    badge: &'static str,
    duration: String,
    error: String,
    triggers: String,
    request_id: String,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, AreaPath(id, _): PagePath) -> PageResult {
    let administrator = administrator(&pages, &bank)?;
    let words = Words::of(bank.language);
    let id = client_id(&id)?;
    let presented = present(&administrator, &id).await?;
    // A call for tokens names no company: only software of this company alone shows them.
    let is_alone = presented.client.companies.len() == 1;
    let calls = pages
        .area
        .log
        .as_ref()
        .map(|log| log.of_company(&id, &administrator.company, is_alone, CALLS_SHOWN_MAX));
    let content = Content {
        words,
        name: presented.client.name.clone(),
        id,
        is_kept: pages.area.log.is_some(),
        calls: calls.into_iter().flatten().map(|call| line(&call, &bank)).collect(),
    };
    bank.page(Section::Integrations, words.title, &content)
}

fn line(call: &Call, bank: &OnlineBank) -> Line {
    let error = call.error.as_ref().map(|error| match (error.code.as_str(), error.message.as_str()) {
        ("", message) => message.to_owned(),
        (code, "") => code.to_owned(),
        (code, message) => format!("{code}: {message}"),
    });
    Line {
        at: moment(call.at, bank.zone(), bank.language),
        method: call.method.clone(),
        path: call.path.clone(),
        status: call.status,
        badge: badge(call.status),
        duration: format!(
            "{}\u{a0}{}",
            call.duration_us.div_ceil(MICROSECONDS_PER_MS),
            bank.language.pick("мс", "ms")
        ),
        error: error.unwrap_or_default(),
        triggers: call.triggers.join(", "),
        request_id: call.request_id.clone(),
    }
}

const fn badge(status: u16) -> &'static str {
    match status {
        0..400 => "good",
        400..500 => "warning",
        _ => "bad",
    }
}
