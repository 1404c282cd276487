//! `GET /bank/users`: the users of the company, and its signature scheme.

use ::pages::{OnlineBank, PageError, PageResult, Section, not_past_end, page_asked, pagination};
use askama::Template;
use axum::extract::State;
use clients::{CompanyUser, SignatureType};
use edge::QueryList;
use http::StatusCode;
use kernel::UserId;

use super::words::Words;
use super::words_scheme::SchemeWords;
use super::{rights_text, status as status_of};
use crate::pages::administration::{AnswerFault, AnswerField, PAGES_MAX, administrator};
use crate::pages::{CompanyPages, Pages};
use crate::work::users::{UserList, list};

#[derive(Template)]
#[template(path = "users.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    notice: Option<&'static str>,
    rows: Vec<Line>,
    pagination: String,
    change_waits: Option<&'static str>,
    scheme_text: String,
    is_unmet: bool,
    form_open: bool,
    before: String,
    typed: Refused,
    answer: AnswerField,
}

struct Line {
    id: UserId,
    name: String,
    login: String,
    rights: String,
    status: &'static str,
    badge: &'static str,
    is_own: bool,
}

/// The part of the page that an address chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListPage {
    /// The page of the list, from 1.
    pub(super) page: u32,
    /// The sentence about a form that was carried out.
    pub(super) notice: Option<&'static str>,
}

impl ListPage {
    /// Shows the first page of the list, and no sentence.
    pub(super) const FIRST: Self = Self { page: 1, notice: None };
}

/// A scheme that was refused, to be shown with what was typed.
pub(super) struct Refused {
    pub(super) status: StatusCode,
    pub(super) first: String,
    pub(super) second: String,
    pub(super) same_person: bool,
    pub(super) scheme_fault: Option<&'static str>,
    pub(super) answer_fault: Option<AnswerFault>,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = Words::of(bank.language);
    let notice = match query.single("done")? {
        Some("scheme") => Some(words.done_scheme),
        Some("left") => Some(words.done_left),
        _ => None,
    };
    let page = page_asked(&query, PAGES_MAX)?.unsigned_abs();
    show(&pages, &bank, ListPage { page, notice }, None).await
}

/// Shows the page, with a scheme that was refused.
pub(super) async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    part: ListPage,
    refused: Option<Refused>,
) -> PageResult {
    let administrator = administrator(pages, bank)?;
    let words = Words::of(bank.language);
    let UserList { listed, scheme, is_met, change_waits } = list(&administrator, part.page).await?;
    not_past_end(part.page, listed.entries.is_empty())?;
    let line = |user: CompanyUser| {
        let (status, badge) = status_of(&user, words);
        Line {
            rights: rights_text(user.rights, bank.language),
            is_own: user.id == bank.user,
            id: user.id,
            name: user.full_name,
            login: user.login,
            status,
            badge,
        }
    };
    let form_open = refused.is_some();
    let typed = refused.unwrap_or_else(|| Refused {
        status: StatusCode::OK,
        first: scheme.needed(SignatureType::First).to_string(),
        second: scheme.needed(SignatureType::Second).to_string(),
        same_person: scheme.allows_same_person(),
        scheme_fault: None,
        answer_fault: None,
    });
    let status = typed.status;
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        notice: part.notice,
        rows: listed.entries.into_iter().map(line).collect(),
        pagination: pagination(
            bank.language,
            part.page,
            listed.pages.min(PAGES_MAX.unsigned_abs()),
            |page| format!("{}?page={page}", Section::Users.path()),
        ),
        change_waits: change_waits.then_some(SchemeWords::of(bank.language).on_users),
        scheme_text: scheme.told(bank.language),
        is_unmet: !is_met,
        form_open,
        before: scheme.to_string(),
        typed,
        answer: AnswerField::load(bank).await?,
    };
    bank.page_with(status, Section::Users, words.users, &content)
}
