//! `GET /bank/webhooks`: the webhooks of the company, and the form that makes one.

use ::pages::{AnswerFault, AnswerField, OnlineBank, PageError, PageResult, Section};
use askama::Template;
use axum::extract::State;
use edge::QueryList;
use http::StatusCode;

use super::fields::{Faults, Fields, Typed};
use super::words::Words;
use super::{Pages, WebhooksPages, administration, badge};
use crate::webhook::WebhookId;
use crate::work::log;

#[derive(Template)]
#[template(path = "webhooks.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    key: String,
    notice: Option<Notice>,
    rows: Vec<Line>,
    clients: Vec<Client>,
    is_open: bool,
    problem: Option<&'static str>,
    fields: Fields,
    answer: AnswerField,
    answer_fault: Option<AnswerFault>,
}

/// The class and the sentence about the form that was sent.
type Notice = (&'static str, &'static str);

struct Line {
    id: String,
    address: String,
    client: String,
    state: &'static str,
    badge: &'static str,
}

struct Client {
    id: String,
    name: String,
    is_chosen: bool,
}

/// A form that was refused, to be shown with what was typed.
pub(super) struct Refused {
    pub(super) status: StatusCode,
    /// The identifier of the webhook that the form makes, however often it is sent.
    pub(super) id: WebhookId,
    pub(super) client: String,
    pub(super) typed: Typed,
    pub(super) faults: Faults,
    pub(super) answer_fault: Option<AnswerFault>,
    pub(super) problem: Option<&'static str>,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = Words::of(bank.language);
    let notice = match query.single("done")? {
        Some("deleted") => Some(("good", words.done_deleted)),
        Some("gone") => Some(("warning", words.done_gone)),
        _ => None,
    };
    show(&pages, &bank, notice, None).await
}

/// Mints the identifier of the webhook that a new form makes.
pub(super) fn new_id(pages: &WebhooksPages, bank: &OnlineBank) -> WebhookId {
    WebhookId::mint(bank.now(), &*pages.area.randomness)
}

/// Shows the page, with a form that was refused.
pub(super) async fn show(
    pages: &WebhooksPages,
    bank: &OnlineBank,
    notice: Option<Notice>,
    refused: Option<Refused>,
) -> PageResult {
    let (by, words) = (administration(pages, bank)?, Words::of(bank.language));
    let found = log::list(&by).await?;
    let clients = clients::integrations_of(&pages.area.store, &bank.user, &bank.company).await?;
    let is_open = refused.is_some();
    let refused = refused.unwrap_or_else(|| Refused {
        status: StatusCode::OK,
        id: new_id(pages, bank),
        client: String::new(),
        typed: Typed { types: vec!["*".to_owned()], ..Typed::default() },
        faults: Faults::default(),
        answer_fault: None,
        problem: None,
    });
    let name_of = |id: &str| {
        let named = clients.iter().find(|client| client.id.as_str() == id);
        named.map_or_else(|| id.to_owned(), |client| client.name.clone())
    };
    let rows = found.iter().map(|webhook| Line {
        id: webhook.id.to_string(),
        address: webhook.address.as_str().to_owned(),
        client: name_of(webhook.client.as_str()),
        state: words.state(webhook.state),
        badge: badge(webhook.state),
    });
    let rows = rows.collect();
    let client = |client: clients::Integration| Client {
        is_chosen: client.id.as_str() == refused.client,
        id: client.id.to_string(),
        name: client.name,
    };
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        key: refused.id.to_string(),
        notice,
        rows,
        clients: clients.into_iter().map(client).collect(),
        is_open,
        problem: refused.problem,
        fields: Fields::new(refused.typed, refused.faults),
        answer: AnswerField::load(bank).await?,
        answer_fault: refused.answer_fault,
    };
    bank.page_with(refused.status, Section::Integrations, words.webhooks, &content)
}
