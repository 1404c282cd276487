//! `GET /bank/letters?page=N`: the client's letters, newest first.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use edge::QueryList;
use pages::{OnlineBank, PageError, Section, moment, pagination};

use super::words::Words;
use super::{TariffPages, viewer};
use crate::store::letters;

/// Letters on one page.
const PER_PAGE: i32 = 20;
/// The last page that is offered.
const PAGES_MAX: i32 = 10_000;

#[derive(Template)]
#[template(path = "letters.html")]
struct Content {
    words: &'static Words,
    letters: Vec<Line>,
    pagination: String,
}

struct Line {
    id: String,
    subject: String,
    when: String,
    is_unseen: bool,
}

pub(super) async fn get(
    State(pages): State<TariffPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> Result<Response, PageError> {
    let number = query.int32("page", 1..=PAGES_MAX)?.unwrap_or(1);
    viewer(&bank)?;
    let offset = i64::from((number - 1) * PER_PAGE);
    let limit = i64::from(PER_PAGE) + 1;
    let mut found = letters::list(&pages.tariffs.store, &bank.company, offset, limit).await?;
    let per_page = usize::try_from(PER_PAGE).unwrap_or_default();
    let has_next = found.len() > per_page;
    found.truncate(per_page);
    let language = bank.language;
    let letters = found.into_iter().map(|letter| Line {
        id: letter.id.to_string(),
        subject: letter.subject,
        when: moment(letter.updated_at, bank.zone(), language),
        is_unseen: letter.is_unseen,
    });
    let words = Words::of(language);
    let pages_known = number.unsigned_abs() + u32::from(has_next);
    let address = |page| format!("/bank/letters?page={page}");
    let content = Content {
        words,
        letters: letters.collect(),
        pagination: pagination(language, number.unsigned_abs(), pages_known, address),
    };
    bank.page(Section::Letters, words.letters, &content)
}
