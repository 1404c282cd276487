//! `GET /bank/users/{id}`: one user of the company, the rights, and the lock.

use ::pages::{FormPage, OnlineBank, PageError, PagePath, PageResult, Section};
use askama::Template;
use axum::extract::State;
use clients::{Right, Rights, Role};
use edge::{AreaPath, QueryList};
use kernel::UserId;

use super::words::Words;
use super::{rights_text, status as status_of, user_id};
use crate::company_user::written;
use crate::pages::administration::{AnswerFault, AnswerField, RightChoice, administrator};
use crate::pages::{CompanyPages, Pages};
use crate::work::users::present;

#[derive(Template)]
#[template(path = "user.html")]
struct Content {
    words: &'static Words,
    csrf: String,
    id: UserId,
    name: String,
    login: String,
    status: &'static str,
    badge: &'static str,
    notice: Option<&'static str>,
    rights: String,
    roles: String,
    is_own: bool,
    is_locked: bool,
    before: String,
    choices: Vec<RightChoice>,
    rights_fault: Option<&'static str>,
    rights_answer_fault: Option<AnswerFault>,
    unlock_problem: Option<&'static str>,
    unlock_fault: Option<AnswerFault>,
    answer: AnswerField,
}

/// Reason for which the ticked rights cannot be.
#[derive(Clone, Copy, Debug)]
pub(super) enum RightsFault {
    /// They lack the right to act for the company.
    WithoutAct,
    /// Whoever has let the person in does not give them.
    OwnInvitation,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FormFaults {
    pub(super) ticked: Option<Rights>,
    /// The reason for which they cannot be.
    pub(super) rights: Option<RightsFault>,
    /// With the answer that confirms the rights.
    pub(super) rights_answer: Option<AnswerFault>,
    /// Set when the user has rights for as many companies as one may have, so that the lock cannot end.
    pub(super) too_many_companies: bool,
    /// With the answer that confirms the end of a lock.
    pub(super) unlock_answer: Option<AnswerFault>,
}

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    query: QueryList<PageError>,
    AreaPath(id, _): PagePath,
) -> PageResult {
    let words = Words::of(bank.language);
    let notices =
        [("rights", words.done_rights), ("locked", words.done_locked), ("unlocked", words.done_unlocked)];
    show(&pages, &bank, user_id(&id)?, FormPage::asked(&query, &notices)?).await
}

/// Shows the page, with the mistakes in a form.
pub(super) async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    id: UserId,
    shown: FormPage<FormFaults>,
) -> PageResult {
    let FormPage { status, notice, faults } = shown;
    let administrator = administrator(pages, bank)?;
    let words = Words::of(bank.language);
    let (user, roles) = present(&administrator, id).await?;
    let ticked = faults.ticked.unwrap_or(user.rights);
    let choice = |right: &Right| RightChoice::new(*right, ticked.contains(*right), bank.language);
    let (status_text, badge) = status_of(&user, words);
    let title = user.full_name.clone();
    let content = Content {
        words,
        csrf: bank.csrf.clone(),
        is_own: user.id == bank.user,
        id: user.id,
        name: user.full_name,
        login: user.login,
        status: status_text,
        badge,
        notice,
        rights: rights_text(user.rights, bank.language),
        roles: roles_text(&roles, words),
        is_locked: user.is_locked,
        before: written(user.rights),
        choices: Right::ALL.iter().map(choice).collect(),
        rights_fault: faults.rights.map(|fault| match fault {
            RightsFault::WithoutAct => words.without_act,
            RightsFault::OwnInvitation => words.own_invitation,
        }),
        rights_answer_fault: faults.rights_answer,
        unlock_problem: faults.too_many_companies.then_some(words.too_many_companies),
        unlock_fault: faults.unlock_answer,
        answer: AnswerField::load(bank).await?,
    };
    bank.page_with(status, Section::Users, &title, &content)
}

fn roles_text(roles: &[Role], words: &'static Words) -> String {
    if roles.is_empty() {
        return words.none.to_owned();
    }
    roles.iter().map(Role::as_str).collect::<Vec<_>>().join(", ")
}
