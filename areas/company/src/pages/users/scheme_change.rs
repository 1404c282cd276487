//! `/bank/signature-scheme`: the change of the signature scheme that waits for a second person.

use ::pages::{OnlineBank, OnlineBankForm, PageError, PageResult, Section, moment, see_done};
use askama::Template;
use axum::extract::State;
use edge::QueryList;
use http::StatusCode;
use uuid::Uuid;

use super::words::Words;
use super::words_scheme::SchemeWords;
use crate::pages::administration::{AnswerFault, AnswerField, confirm as confirm_answer};
use crate::pages::{CompanyPages, Pages};
use crate::work::administration::{AdministrationError, Administrator};
use crate::work::users::confirm_scheme::{confirm_scheme, is_decided, refuse_scheme};
use crate::work::users::find_scheme_change::find_scheme_change;

pub(crate) const PATH: &str = "/bank/signature-scheme";

#[derive(Template)]
#[template(path = "scheme_change.html")]
struct Content {
    words: &'static SchemeWords,
    users: &'static str,
    csrf: String,
    notice: Option<&'static str>,
    is_administrator: bool,
    scheme_now: String,
    waiting: Option<WaitingChange>,
    answer: AnswerField,
    answer_fault: Option<AnswerFault>,
}

struct WaitingChange {
    id: Uuid,
    wanted: String,
    asked_by: String,
    asked_at: String,
    until: String,
    is_own: bool,
    has_second_person: bool,
}

/// Returns the person at the page, whose rights each use case looks at.
fn person(bank: &OnlineBank) -> Administrator {
    Administrator { user: bank.user.clone(), company: bank.company.clone() }
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = SchemeWords::of(bank.language);
    let notice = match query.single("done")? {
        Some("asked") => Some(words.done_asked),
        Some("confirmed") => Some(words.done_confirmed),
        Some("refused") => Some(words.done_refused),
        _ => None,
    };
    show(&pages, &bank, StatusCode::OK, notice, None).await
}

async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    status: StatusCode,
    notice: Option<&'static str>,
    answer_fault: Option<AnswerFault>,
) -> PageResult {
    let (words, names) = (SchemeWords::of(bank.language), Words::of(bank.language));
    let standing = find_scheme_change(&pages.area.identity, &person(bank)).await?;
    let at = |instant| moment(instant, bank.zone(), bank.language);
    let has_second_person = standing.has_second_person;
    let waiting = standing.waiting.map(|(change, user)| WaitingChange {
        id: change.id,
        wanted: names.scheme_text(change.after),
        asked_by: user.full_name,
        asked_at: at(change.asked_at),
        until: at(change.expires_at),
        is_own: change.asked_by == bank.user,
        has_second_person,
    });
    let content = Content {
        words,
        users: names.users,
        csrf: bank.csrf.clone(),
        notice,
        is_administrator: bank.is_administrator,
        scheme_now: names.scheme_text(standing.scheme),
        waiting,
        answer: AnswerField::load(bank).await?,
        answer_fault,
    };
    let section = if bank.is_administrator { Section::Users } else { Section::Security };
    bank.page_with(status, section, words.title, &content)
}

fn change(form: &OnlineBankForm) -> Result<Uuid, PageError> {
    form.field("change").parse().map_err(|_| PageError::NotFound)
}

pub(super) async fn confirm(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (bank, id) = (&form.bank, change(&form)?);
    let person = person(bank);
    // Before the one-time code is spent, as the unit of work asks again.
    let standing = find_scheme_change(&pages.area.identity, &person).await?;
    let waiting = standing.waiting.filter(|(change, _)| change.id == id);
    let done = || see_done(&format!("{PATH}?done=confirmed"));
    let Some((waiting, _)) = waiting else {
        let is_confirmed = is_decided(&pages.area.identity, &person, id, true).await?;
        return if is_confirmed { Ok(done()) } else { Err(PageError::Conflict) };
    };
    if waiting.asked_by == bank.user {
        return Err(PageError::Forbidden);
    }
    if let Some(unconfirmed) = confirm_answer(bank, form.field("answer")).await? {
        return show(&pages, bank, unconfirmed.status, None, Some(unconfirmed.text)).await;
    }
    confirm_scheme(&pages.area.identity, &person, id).await?;
    Ok(done())
}

/// Needs no confirmation: it may be urgent, and the scheme stays as it is.
pub(super) async fn refuse(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let (identity, person, id) = (&pages.area.identity, person(&form.bank), change(&form)?);
    let outcome = refuse_scheme(identity, &person, id).await;
    let is_late = matches!(outcome, Err(AdministrationError::Changed));
    if !(is_late && is_decided(identity, &person, id, false).await?) {
        outcome?;
    }
    Ok(see_done(&format!("{PATH}?done=refused")))
}
