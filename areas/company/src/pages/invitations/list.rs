//! `/bank/invitations`: the invitations that wait, another one, and the end of one.

use ::pages::{OnlineBank, OnlineBankForm, PageError, PageResult, Section, moment, see_done};
use askama::Template;
use axum::extract::State;
use edge::QueryList;
use http::StatusCode;
use identity::login::interaction::Secret;
use uuid::Uuid;

use super::words::Words;
use crate::invitation::{INVITABLE, Invitation, Invitee, InviteeError};
use crate::pages::administration::{
    AnswerFault, AnswerField, RightChoice, administrator, confirm, rights_text,
};
use crate::pages::{CompanyPages, Pages};
use crate::work::administration::AdministrationError;
use crate::work::invitations::invite::{
    Invited, invite as invite_person, may_invite, revoke_invitation, waiting_invitations,
};

pub(super) const PATH: &str = "/bank/invitations";

#[derive(Template)]
#[template(path = "invitations.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    notice: Option<&'static str>,
    rows: Vec<Line>,
    typed: Typed<'a>,
    choices: Vec<RightChoice>,
    faults: Faults,
    answer: AnswerField,
}

struct Line {
    id: Uuid,
    name: String,
    login: String,
    rights: String,
    until: String,
}

#[derive(Template)]
#[template(path = "invitation_link.html")]
struct LinkContent<'a> {
    words: &'static Words,
    name: &'a str,
    link: String,
}

#[derive(Clone, Copy, Debug, Default)]
struct Faults {
    name: Option<&'static str>,
    login: Option<&'static str>,
    problem: Option<&'static str>,
    answer: Option<AnswerFault>,
}

#[derive(Clone, Debug, Default)]
struct Typed<'a> {
    name: &'a str,
    login: &'a str,
    rights: Vec<&'a str>,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = Words::of(bank.language);
    let notice = (query.single("done")? == Some("revoked")).then_some(words.done_revoked);
    show(&pages, &bank, StatusCode::OK, notice, Typed::default(), Faults::default()).await
}

async fn show(
    pages: &CompanyPages,
    bank: &OnlineBank,
    status: StatusCode,
    notice: Option<&'static str>,
    typed: Typed<'_>,
    faults: Faults,
) -> PageResult {
    let words = Words::of(bank.language);
    let waiting = waiting_invitations(&administrator(pages, bank)?).await?;
    let line = |invitation: Invitation| Line {
        id: invitation.id,
        rights: rights_text(invitation.invitee.rights, bank.language),
        until: moment(invitation.expires_at, bank.zone(), bank.language),
        name: invitation.invitee.full_name,
        login: invitation.invitee.login.to_string(),
    };
    let choice = |right: clients::Right| {
        RightChoice::new(right, typed.rights.contains(&right.as_str()), bank.language)
    };
    let content = Content {
        words,
        csrf: &bank.csrf,
        notice,
        rows: waiting.into_iter().map(line).collect(),
        choices: INVITABLE.into_iter().map(choice).collect(),
        typed,
        faults,
        answer: AnswerField::load(bank).await?,
    };
    bank.page_with(status, Section::Users, words.title, &content)
}

pub(super) async fn invite(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let administrator = administrator(&pages, bank)?;
    let words = Words::of(bank.language);
    let typed = Typed { name: form.field("name"), login: form.field("login"), rights: form.all("right") };
    let again = |status, faults| show(&pages, bank, status, None, typed.clone(), faults);
    let invitee = match Invitee::read(typed.name, typed.login, &typed.rights) {
        Ok(invitee) => invitee,
        Err(error) => {
            let none = Faults::default();
            let faults = match error {
                InviteeError::Name => Faults { name: Some(words.name_fault), ..none },
                InviteeError::Login => Faults { login: Some(words.login_fault), ..none },
                InviteeError::Right => return Err(PageError::Forbidden),
            };
            return again(StatusCode::UNPROCESSABLE_ENTITY, faults).await;
        }
    };
    // Asked before the one-time code is spent; the unit of work asks again.
    let outcome = match may_invite(&administrator, invitee.login.clone()).await {
        Ok(false) => Ok(Invited::Member),
        Ok(true) => {
            if let Some(unconfirmed) = confirm(bank, form.field("answer")).await? {
                let faults = Faults { answer: Some(unconfirmed.text), ..Faults::default() };
                return again(unconfirmed.status, faults).await;
            }
            invite_person(&administrator, invitee).await
        }
        Err(error) => Err(error),
    };
    let problem = match outcome {
        Ok(Invited::Now(token)) => return show_link(&pages, bank, typed.name, &token),
        Ok(Invited::Member) => words.member,
        Err(AdministrationError::TooMany) => words.too_many,
        Err(error) => return Err(error.into()),
    };
    let faults = Faults { problem: Some(problem), ..Faults::default() };
    again(StatusCode::UNPROCESSABLE_ENTITY, faults).await
}

/// Shows the link, once: it is an answer and no page that can be opened again.
fn show_link(pages: &CompanyPages, bank: &OnlineBank, name: &str, token: &Secret) -> PageResult {
    let words = Words::of(bank.language);
    let link = format!("{}/invitation/{}", pages.area.identity.settings.issuer, token.as_str());
    bank.page(Section::Users, words.link_title, &LinkContent { words, name, link })
}

pub(super) async fn revoke(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let administrator = administrator(&pages, &form.bank)?;
    let id: Uuid = form.field("invitation").parse().map_err(|_| PageError::NotFound)?;
    revoke_invitation(&administrator, id).await?;
    Ok(see_done("/bank/invitations?done=revoked"))
}
