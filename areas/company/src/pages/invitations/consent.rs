//! `/bank/invitation/{token}`: the consent of a person who has a login already.

use ::pages::{ONLINE_BANK_PATH, OnlineBank, OnlineBankForm, PageError, PageResult, see_other};
use askama::Template;
use axum::extract::State;
use edge::AreaPath;
use http::StatusCode;

use super::words::Words;
use crate::pages::administration::rights_text;
use crate::pages::{CompanyPages, Pages};
use crate::work::invitations::accept::{Accepted, accept_invitation, open_own_invitation};

#[derive(Template)]
#[template(path = "invitation_consent.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    token: &'a str,
    company: &'a str,
    inn: String,
    rights: String,
    problem: Option<&'static str>,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    AreaPath(token, _): AreaPath<PageError, String>,
) -> PageResult {
    show(&pages, &bank, &token, None).await
}

async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    token: &str,
    problem: Option<&'static str>,
) -> PageResult {
    let open = open_own_invitation(&pages.area.identity, &bank.user, token).await?;
    let open = open.ok_or(PageError::LinkOver)?;
    let words = Words::of(bank.language);
    let content = Content {
        words,
        csrf: &bank.csrf,
        token,
        company: open.company.name(bank.language),
        inn: open.company.inn.to_string(),
        rights: rights_text(open.invitation.invitee.rights, bank.language),
        problem,
    };
    let status = if problem.is_some() { StatusCode::CONFLICT } else { StatusCode::OK };
    bank.page_beside(status, words.consent_title, &content)
}

pub(super) async fn post(
    State(pages): Pages,
    AreaPath(token, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> PageResult {
    let bank = &form.bank;
    match accept_invitation(&pages.area.identity, bank.user.clone(), &token).await? {
        Accepted::Joined => Ok(see_other(ONLINE_BANK_PATH)),
        Accepted::NotPossible => {
            show(&pages, bank, &token, Some(Words::of(bank.language).not_possible)).await
        }
        Accepted::Gone => Err(PageError::LinkOver),
    }
}
