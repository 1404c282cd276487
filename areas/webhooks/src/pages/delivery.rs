//! `GET /bank/webhooks/{id}/deliveries/{event_id}`: what was sent, and what came back.

use ::pages::{OnlineBank, PageError, PageResult, Section, moment};
use askama::Template;
use axum::extract::State;
use edge::AreaPath;

use super::words::Words;
use super::{Pages, administration, webhook_id};
use crate::delivery::LoggedAttempt;
use crate::work::log;

#[derive(Template)]
#[template(path = "webhook_delivery.html")]
struct Content {
    words: &'static Words,
    id: String,
    event: String,
    event_type: String,
    state: &'static str,
    badge: &'static str,
    body: Option<String>,
    /// The sentence in the place of a body that is not shown.
    no_body: &'static str,
    rows: Vec<Line>,
}

struct Line {
    number: i64,
    at: String,
    took: String,
    address: String,
    outcome: &'static str,
    status: String,
    answer: String,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    AreaPath((id, event_id), _): AreaPath<PageError, (String, String)>,
) -> PageResult {
    let (by, words) = (administration(&pages, &bank)?, Words::of(bank.language));
    let told = log::delivery(&by, webhook_id(&id)?, &event_id).await?;
    let line = |LoggedAttempt { number, address, attempt }: LoggedAttempt| Line {
        number,
        at: moment(attempt.at, bank.zone(), bank.language),
        took: attempt.took.as_millis().to_string(),
        address,
        outcome: words.outcome(attempt.outcome),
        status: attempt.status.map(|status| status.to_string()).unwrap_or_default(),
        answer: kernel::with_unseen_escaped(&attempt.answer),
    };
    let content = Content {
        words,
        id,
        event: told.logged.event_id,
        event_type: told.logged.event_type,
        state: words.delivery_state(told.logged.state),
        badge: Words::delivery_badge(told.logged.state),
        body: told.event.and_then(|event| event.body().ok()),
        no_body: if told.is_hidden { words.event_hidden } else { words.forgotten },
        rows: told.attempts.into_iter().map(line).collect(),
    };
    bank.page(Section::Integrations, words.delivery, &content)
}
