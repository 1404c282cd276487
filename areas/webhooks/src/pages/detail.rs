//! `GET /bank/webhooks/{id}`: a webhook, what can be done with it, and its log.

use ::pages::{
    AnswerFault, AnswerField, FormPage, OnlineBank, PageError, PagePath, PageResult, Section, moment,
};
use askama::Template;
use axum::extract::State;
use edge::{AreaPath, EdgeError, QueryList};
use http::StatusCode;

use super::fields::{Faults, Fields, Typed, beside_saved};
use super::words::Words;
use super::{Pages, WebhooksPages, administration, badge, webhook_id};
use crate::delivery::Logged;
use crate::webhook::{WebhookId, WebhookState};
use crate::work::log;

const DELIVERIES_SHOWN: i64 = 50;

#[derive(Template)]
#[template(path = "webhook.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    id: String,
    version: i64,
    address: String,
    client: String,
    state: &'static str,
    badge: &'static str,
    is_on: bool,
    failing_since: Option<String>,
    previous_until: Option<String>,
    notice: Option<&'static str>,
    fields: Fields,
    terms_open: bool,
    /// Somebody else has changed the webhook since the page was opened.
    terms_changed: bool,
    terms_answer_fault: Option<AnswerFault>,
    secret_fault: Option<AnswerFault>,
    switch_fault: Option<AnswerFault>,
    period_fault: Option<&'static str>,
    rows: Vec<Line>,
    /// The page with the newest deliveries, when this is another.
    newest: Option<String>,
    older: Option<String>,
    answer: AnswerField,
}

struct Line {
    event: String,
    event_type: String,
    state: &'static str,
    badge: &'static str,
    attempts: i64,
    next: String,
}

/// Mistakes in a form that was sent.
#[derive(Default)]
pub(super) struct FormFaults {
    pub(super) secret: Option<AnswerFault>,
    pub(super) switch: Option<AnswerFault>,
    pub(super) period: Option<&'static str>,
    /// With the terms, as they were typed, and the answer that confirms them.
    pub(super) terms: Option<(Typed, Faults, Option<AnswerFault>)>,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    query: QueryList<PageError>,
    AreaPath(id, _): PagePath,
) -> PageResult {
    let words = Words::of(bank.language);
    let notices = [
        ("made", words.done_made),
        ("saved", words.done_saved),
        ("tried", words.done_tried),
        ("off", words.done_off),
        ("on", words.done_on),
        ("redelivered", words.done_redelivered),
        ("redelivered_first", words.done_redelivered_first),
    ];
    let asked = (webhook_id(&id)?, cursor(&query)?);
    show(&pages, &bank, asked, FormPage::asked(&query, &notices)?).await
}

/// Reads the number of the delivery before which the log is shown.
fn cursor(query: &QueryList<PageError>) -> Result<Option<i64>, PageError> {
    let Some(text) = query.single("cursor")? else { return Ok(None) };
    let before = text.parse().ok().filter(|before| *before > 0_i64).map(Some);
    before.ok_or_else(|| EdgeError::malformed("The cursor is not one of a page".to_owned()).into())
}

/// Shows the page with the deliveries before one, or the newest, and with the mistakes in a form.
pub(super) async fn show(
    pages: &WebhooksPages,
    bank: &OnlineBank,
    (id, before): (WebhookId, Option<i64>),
    shown: FormPage<FormFaults>,
) -> PageResult {
    let FormPage { status, notice, faults } = shown;
    let (by, words) = (administration(pages, bank)?, Words::of(bank.language));
    let webhook = log::get(&by, id).await?;
    let mut found = log::deliveries(&by, id, (before.unwrap_or(i64::MAX), DELIVERIES_SHOWN + 1)).await?;
    let has_older = found.len() > usize::try_from(DELIVERIES_SHOWN).unwrap_or(usize::MAX);
    // The last is read only to know that it is there.
    if has_older {
        found.pop();
    }
    let older =
        found.last().filter(|_| has_older).map(|last| format!("/bank/webhooks/{id}?cursor={}#log", last.seq));
    let when = |at| moment(at, bank.zone(), bank.language);
    let line = |logged: Logged| Line {
        event: logged.event_id,
        event_type: logged.event_type,
        state: words.delivery_state(logged.state),
        badge: Words::delivery_badge(logged.state),
        attempts: logged.attempts,
        next: logged.next_at.map(when).unwrap_or_default(),
    };
    let terms_open = faults.terms.is_some();
    let (typed, terms, terms_answer_fault) =
        faults.terms.unwrap_or_else(|| (Typed::saved(&webhook), Faults::default(), None));
    let terms_changed = terms_open && status == StatusCode::CONFLICT;
    let beside = beside_saved(&typed, &Typed::saved(&webhook), words);
    let mut fields = Fields::new(typed, terms);
    if terms_changed {
        [fields.address_fault, fields.types_fault] = beside;
    }
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        id: id.to_string(),
        version: webhook.version,
        address: webhook.address.as_str().to_owned(),
        client: webhook.client.to_string(),
        state: words.state(webhook.state),
        badge: badge(webhook.state),
        is_on: webhook.state == WebhookState::On,
        failing_since: webhook.failing_since.map(when),
        previous_until: webhook.previous_until.map(when),
        notice,
        fields,
        terms_open,
        terms_changed,
        terms_answer_fault,
        secret_fault: faults.secret,
        switch_fault: faults.switch,
        period_fault: faults.period,
        newest: before.map(|_| format!("/bank/webhooks/{id}#log")),
        older,
        rows: found.into_iter().map(line).collect(),
        answer: AnswerField::load(bank).await?,
    };
    bank.page_with(status, Section::Integrations, words.webhook, &content)
}
