//! `GET /bank/letters/new?subject=…`: an empty letter to the bank. `POST`: the letter, with its files.

use askama::Template;
use axum::extract::{Request, State};
use edge::QueryList;
use http::StatusCode;
use pages::{OnlineBank, PageError, PageResult, Section, see_done};

use super::Words;
use super::form::{LetterForm, Sent, receive};
use crate::broken_rule::BrokenRule;
use crate::letter::{SUBJECT_CHARACTERS_MAX, checked_subject};
use crate::pages::{Pages, viewer};
use crate::work::failure::Failure;
use crate::work::send_letter::begin_letter;

#[derive(Template)]
#[template(path = "letter_new.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    form: LetterForm,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    viewer(&bank)?;
    // Other pages lead here with a subject; one that no letter could have is left out.
    let subject = query.single("subject")?.unwrap_or_default().trim();
    let subject: String = subject.chars().take(SUBJECT_CHARACTERS_MAX).collect();
    let subject = checked_subject(&subject).map(str::to_owned).unwrap_or_default();
    show(&bank, StatusCode::OK, LetterForm { subject, ..LetterForm::new(&pages) })
}

pub(super) fn show(bank: &OnlineBank, status: StatusCode, form: LetterForm) -> PageResult {
    let words = Words::of(bank.language);
    let content = Content { words, csrf: bank.csrf.clone(), form };
    bank.page_with(status, Section::Letters, words.write, &content)
}

pub(super) async fn post(State(pages): Pages, bank: OnlineBank, request: Request) -> PageResult {
    let viewer = viewer(&bank)?;
    let (subject, typed) = match receive(&pages, &bank, request, true).await? {
        Sent::Right(subject, typed) => (subject, *typed),
        Sent::Wrong(status, shown) => return show(&bank, status, *shown),
    };
    let body = typed.body.clone();
    match begin_letter(&pages.tariffs, &viewer, &bank.company, subject.clone(), typed).await {
        Ok(letter) => Ok(see_done(&format!("/bank/letters/{letter}?done=sent"))),
        Err(Failure::Rule(BrokenRule::TooManyLetters)) => {
            let fault = Some(Words::of(bank.language).too_many_letters);
            let shown = LetterForm { subject, body, fault, ..LetterForm::new(&pages) };
            show(&bank, StatusCode::TOO_MANY_REQUESTS, shown)
        }
        Err(other) => Err(other.into()),
    }
}
