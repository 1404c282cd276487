//! `GET /bank/users`: the users of the company, and its signature scheme.

use ::pages::{OnlineBank, PageError, Section};
use askama::Template;
use axum::extract::State;
use axum::response::Response;
use clients::{CompanyUser, Directory, Rights, SignatureType, UserStatus, users_of_company};
use edge::QueryList;
use http::StatusCode;
use kernel::UserId;

use super::words::Words;
use super::{rights_text, status};
use crate::company_user::can_be_met;
use crate::pages::administration::{AnswerFault, AnswerField, administrator};
use crate::pages::online_bank_state::OnlineBankPages;

#[derive(Template)]
#[template(path = "users.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    notice: Option<&'static str>,
    rows: Vec<Line>,
    scheme_text: String,
    is_unmet: bool,
    form_open: bool,
    before: String,
    first: String,
    second: String,
    same_person: bool,
    scheme_fault: Option<&'static str>,
    answer: AnswerField,
    answer_fault: Option<AnswerFault>,
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

/// A scheme that was refused, to be shown with what was typed.
pub(super) struct Refused {
    pub(super) status: StatusCode,
    pub(super) first: String,
    pub(super) second: String,
    pub(super) same_person: bool,
    pub(super) is_no_scheme: bool,
    pub(super) answer_fault: Option<AnswerFault>,
}

pub(super) async fn get(
    State(pages): State<OnlineBankPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> Result<Response, PageError> {
    let words = Words::of(bank.language);
    let notice = match query.single("done")? {
        Some("scheme") => Some(words.done_scheme),
        Some("left") => Some(words.done_left),
        _ => None,
    };
    show(&pages, &bank, notice, None).await
}

/// Shows the page, with a scheme that was refused.
pub(super) async fn show(
    pages: &OnlineBankPages,
    bank: &OnlineBank,
    notice: Option<&'static str>,
    refused: Option<Refused>,
) -> Result<Response, PageError> {
    let administrator = administrator(bank)?;
    let (store, words) = (&pages.identity.store, Words::of(bank.language));
    let users = users_of_company(store, &administrator.user, &administrator.company).await?;
    let company = Directory::new(store.clone()).find_company(&administrator.company).await?;
    let scheme = company.ok_or(PageError::NotFound)?.signature_scheme;
    let in_service = |user: &&CompanyUser| user.status == UserStatus::Active && !user.is_locked;
    let signers: Vec<Rights> = users.iter().filter(in_service).map(|user| user.rights).collect();
    let line = |user: CompanyUser| {
        let (status, badge) = status(&user, words);
        Line {
            rights: rights_text(user.rights, words),
            is_own: user.id == bank.user,
            id: user.id,
            name: user.full_name,
            login: user.login,
            status,
            badge,
        }
    };
    let form_open = refused.is_some();
    let refused = refused.unwrap_or_else(|| Refused {
        status: StatusCode::OK,
        first: scheme.needed(SignatureType::First).to_string(),
        second: scheme.needed(SignatureType::Second).to_string(),
        same_person: scheme.allows_same_person(),
        is_no_scheme: false,
        answer_fault: None,
    });
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        notice,
        rows: users.into_iter().map(line).collect(),
        scheme_text: words.scheme_text(scheme),
        is_unmet: !can_be_met(scheme, &signers),
        form_open,
        before: scheme.to_string(),
        first: refused.first,
        second: refused.second,
        same_person: refused.same_person,
        scheme_fault: refused.is_no_scheme.then_some(words.scheme_fault),
        answer: AnswerField::of(bank).await?,
        answer_fault: refused.answer_fault,
    };
    bank.page_with(refused.status, Section::Users, words.users, &content)
}
