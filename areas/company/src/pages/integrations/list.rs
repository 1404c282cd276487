//! `GET /bank/integrations`: the clients of the company, and the form that registers one.

use std::collections::BTreeMap;

use ::pages::{OnlineBank, PageError, PageResult, Section, moment, not_past_end, page_asked, pagination};
use askama::Template;
use axum::extract::State;
use edge::QueryList;
use http::StatusCode;
use kernel::{ClientId, Instant};

use super::badge;
use super::fields::{Fields, empty};
use super::words::Words;
use crate::integration::{SettingsErrors, SettingsForm};
use crate::pages::administration::{AnswerFault, AnswerField, PAGES_MAX, administrator};
use crate::pages::{CompanyPages, Pages};
use crate::work::integrations::list;

#[derive(Template)]
#[template(path = "integrations.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    rows: Vec<Line>,
    pagination: String,
    is_open: bool,
    problem: Option<&'static str>,
    key: String,
    fields: Fields,
    answer: AnswerField,
    answer_fault: Option<AnswerFault>,
}

struct Line {
    id: ClientId,
    name: String,
    status: &'static str,
    badge: &'static str,
    is_own: bool,
    last_use: String,
}

/// A registration that was refused, to be shown with what was typed.
pub(super) struct Refused {
    pub(super) status: StatusCode,
    pub(super) key: String,
    pub(super) form: SettingsForm,
    pub(super) errors: SettingsErrors,
    pub(super) answer_fault: Option<AnswerFault>,
    pub(super) problem: Option<&'static str>,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    show(&pages, &bank, page_asked(&query, PAGES_MAX)?.unsigned_abs(), None).await
}

/// Shows the page, with `page` of the list, from 1, and a registration that was refused.
pub(super) async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    page: u32,
    refused: Option<Refused>,
) -> PageResult {
    let words = Words::of(bank.language);
    let found = list(&administrator(pages, bank)?, page).await?;
    not_past_end(page, found.listed.entries.is_empty())?;
    let uses: BTreeMap<ClientId, Option<Instant>> =
        found.last_uses.into_iter().map(|last_use| (last_use.client, last_use.used_at)).collect();
    let line = |integration: clients::Integration| Line {
        last_use: match uses.get(&integration.id).copied().flatten() {
            Some(at) => moment(at, bank.zone(), bank.language),
            None => words.never.to_owned(),
        },
        id: integration.id,
        name: integration.name,
        status: words.status(integration.status),
        badge: badge(integration.status),
        is_own: integration.is_own,
    };
    let is_open = refused.is_some();
    let refused = refused.unwrap_or_else(|| Refused {
        status: StatusCode::OK,
        key: pages.area.identity.randomness.uuid(bank.now()).to_string(),
        form: empty(),
        errors: SettingsErrors::default(),
        answer_fault: None,
        problem: None,
    });
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        rows: found.listed.entries.into_iter().map(line).collect(),
        pagination: pagination(
            bank.language,
            page,
            found.listed.pages.min(PAGES_MAX.unsigned_abs()),
            |page| format!("{}?page={page}", Section::Integrations.path()),
        ),
        is_open,
        problem: refused.problem,
        key: refused.key,
        fields: Fields::new(refused.form, &refused.errors, words),
        answer: AnswerField::load(bank).await?,
        answer_fault: refused.answer_fault,
    };
    bank.page_with(refused.status, Section::Integrations, words.integrations, &content)
}
