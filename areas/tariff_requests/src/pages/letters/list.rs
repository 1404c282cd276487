//! `GET /bank/letters?show=unread&page=N`: the client's letters, newest first, or those with something new.
//! `POST /bank/letters/read`: nothing is new any more.

use askama::Template;
use axum::extract::State;
use edge::QueryList;
use pages::{
    OnlineBank, OnlineBankForm, PageError, PageResult, Section, moment, not_past_end, page_asked, pagination,
    see_other,
};

use super::Words;
use crate::pages::{Pages, viewer};
use crate::store::letters;
use crate::work::open_letter::read_letters;

const PER_PAGE: i32 = 20;
/// The last page that is offered.
const PAGES_MAX: i32 = 10_000;

#[derive(Template)]
#[template(path = "letters.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    only_unread: bool,
    any_unread: bool,
    letters: Vec<Line>,
    pagination: String,
}

struct Line {
    id: String,
    subject: String,
    when: String,
    state: &'static str,
    is_unseen: bool,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let number = page_asked(&query, PAGES_MAX)?;
    let only_unread = query.single("show")? == Some("unread");
    viewer(&bank)?;
    let offset = i64::from((number - 1) * PER_PAGE);
    let limit = i64::from(PER_PAGE) + 1;
    let mut found = letters::list(&pages.tariffs.store, (&bank.company, only_unread), offset, limit).await?;
    let per_page = usize::try_from(PER_PAGE).unwrap_or_default();
    not_past_end(number.unsigned_abs(), found.is_empty())?;
    let has_next = found.len() > per_page;
    found.truncate(per_page);
    let language = bank.language;
    let words = Words::of(language);
    let letters = found.into_iter().map(|letter| Line {
        id: letter.id.to_string(),
        subject: letter.subject,
        when: moment(letter.updated_at, bank.zone(), language),
        state: words.state_of(letter.state),
        is_unseen: letter.is_unseen,
    });
    let letters: Vec<Line> = letters.collect();
    let pages_known = number.unsigned_abs() + u32::from(has_next);
    let shown = if only_unread { "unread" } else { "all" };
    let address = |page| format!("/bank/letters?show={shown}&page={page}");
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        only_unread,
        any_unread: letters.iter().any(|letter| letter.is_unseen),
        letters,
        pagination: pagination(language, number.unsigned_abs(), pages_known, address),
    };
    bank.page(Section::Letters, words.letters, &content)
}

pub(super) async fn read(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    read_letters(&pages.tariffs, &viewer(bank)?, &bank.company).await?;
    Ok(see_other("/bank/letters"))
}
