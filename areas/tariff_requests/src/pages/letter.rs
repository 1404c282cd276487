//! `GET /bank/letters/{id}`: one letter, which is seen by that. `POST /bank/letters/{id}/answer`: the client's answer.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use edge::{AreaPath, QueryList};
use http::StatusCode;
use kernel::checked_text;
use pages::{OnlineBank, OnlineBankForm, PageError, Section, moment, see_other};
use uuid::Uuid;

use super::words::Words;
use super::{TariffPages, viewer};
use crate::letter::{MESSAGE_CHARACTERS_MAX, Sender};
use crate::work::answer_letter::answer_letter;
use crate::work::open_letter::open_letter;

#[derive(Template)]
#[template(path = "letter.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    id: String,
    subject: String,
    notice: Option<&'static str>,
    messages: Vec<Line>,
    /// The mistake in the answer, and that answer.
    fault: Option<(&'static str, String)>,
}

struct Line {
    author: String,
    when: String,
    body: String,
    is_unseen: bool,
    is_seen_by_bank: bool,
}

pub(super) async fn get(
    State(pages): State<TariffPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
    AreaPath(id, _): AreaPath<PageError, String>,
) -> Result<Response, PageError> {
    let is_sent = query.single("done")? == Some("sent");
    show(&pages, &bank, letter_id(&id)?, StatusCode::OK, is_sent, None).await
}

fn letter_id(text: &str) -> Result<Uuid, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

async fn show(
    pages: &TariffPages,
    bank: &OnlineBank,
    id: Uuid,
    status: StatusCode,
    is_sent: bool,
    fault: Option<(&'static str, String)>,
) -> Result<Response, PageError> {
    viewer(bank)?;
    let (letter, messages) = open_letter(&pages.tariffs, &bank.company, id).await?;
    let language = bank.language;
    let words = Words::of(language);
    let messages = messages.into_iter().map(|message| {
        let is_bank = message.sender == Sender::Bank;
        Line {
            author: if is_bank { words.bank.to_owned() } else { message.author_name },
            when: moment(message.sent_at, bank.zone(), language),
            body: message.body,
            is_unseen: is_bank && message.seen_at.is_none(),
            is_seen_by_bank: !is_bank && message.seen_at.is_some(),
        }
    });
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        id: id.to_string(),
        subject: letter.subject.clone(),
        notice: is_sent.then_some(words.message_sent),
        messages: messages.collect(),
        fault,
    };
    bank.page_with(status, Section::Letters, &letter.subject, &content)
}

pub(super) async fn answer(
    State(pages): State<TariffPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (bank, id) = (&form.bank, letter_id(&id)?);
    let viewer = viewer(bank)?;
    let words = Words::of(bank.language);
    let body = form.field("body").replace("\r\n", "\n");
    if checked_text(&body, MESSAGE_CHARACTERS_MAX).is_err() {
        let fault = if body.is_empty() { words.message_empty } else { words.message_too_long };
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return show(&pages, bank, id, status, false, Some((fault, body))).await;
    }
    answer_letter(&pages.tariffs, &viewer, &bank.company, id, body).await?;
    Ok(see_other(&format!("/bank/letters/{id}?done=sent")))
}
