//! `/bank/security/sessions`: the own sessions, of the online bank and of software, and their end.

use ::pages::{Language, OnlineBank, OnlineBankForm, PageError, PageResult, Question, Section, moment};
use askama::Template;
use axum::extract::State;
use edge::QueryList;
use kernel::SessionId;

use super::words::Words;
use super::{done, note};
use crate::pages::Pages;
use crate::state::IdentityState;
use crate::store::sessions;
use crate::token::grant::{OWN_SESSIONS_MAX, OwnSession};
use crate::work::end_access::{end_other_sessions, end_own_session};

const PATH: &str = "/bank/security/sessions";

#[derive(Template)]
#[template(path = "security_sessions.html")]
struct Content<'a> {
    words: &'static Words,
    note: Option<&'static str>,
    csrf: &'a str,
    sessions: Vec<SessionLine>,
    others: bool,
    /// The most that the list shows, when there are more.
    full: Option<i64>,
}

struct SessionLine {
    id: SessionId,
    name: String,
    company: String,
    place: String,
    begun: String,
    used: String,
    is_this: bool,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = Words::of(bank.language);
    let (open, are_all) = open_sessions(&pages.area, &bank).await?;
    let sessions: Vec<SessionLine> =
        open.into_iter().map(|session| session_line(session, &bank, words)).collect();
    let content = Content {
        words,
        note: note(&query, words),
        csrf: &bank.csrf,
        others: sessions.iter().any(|session| !session.is_this),
        sessions,
        full: (!are_all).then_some(OWN_SESSIONS_MAX),
    };
    bank.page(Section::Security, words.sessions_title, &content)
}

/// Returns the own sessions that open something, and whether these are all of them.
pub(super) async fn open_sessions(
    identity: &IdentityState,
    bank: &OnlineBank,
) -> store::Result<(Vec<OwnSession>, bool)> {
    let now = bank.now();
    let mut listed = sessions::list_own(&identity.store, &bank.user, now).await?;
    let most = usize::try_from(OWN_SESSIONS_MAX).unwrap_or(usize::MAX);
    let are_all = listed.len() <= most;
    listed.truncate(most);
    listed.retain(|session| session.is_open(identity.settings.online_bank, now));
    Ok((listed, are_all))
}

fn session_line(session: OwnSession, bank: &OnlineBank, words: &'static Words) -> SessionLine {
    let language: Language = bank.language;
    let at = |instant| moment(instant, bank.zone(), language);
    SessionLine {
        is_this: session.id == bank.session,
        name: match (&session.client_name, session.is_online_bank()) {
            (_, true) => words.online_bank.to_owned(),
            (Some(name), false) => name.clone(),
            (None, false) => session.client.to_string(),
        },
        company: session.company.to_string(),
        place: words.place(session.origin),
        begun: at(session.begun_at),
        used: at(session.last.used_at),
        id: session.id,
    }
}

pub(super) async fn end(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let id: SessionId = form.field("session").parse().map_err(|_| PageError::NotFound)?;
    let words = Words::of(bank.language);
    let end = async {
        // The own one ends with the button for that, which takes the cookie along.
        let is_ended = id != bank.session && end_own_session(&pages.area, bank.user.clone(), id).await?;
        if is_ended { Ok(()) } else { Err(PageError::NotFound) }
    };
    let question = question(words, words.session_end_question, words.session_end);
    form.once_sure(question, end, done(PATH, "session")).await
}

pub(super) async fn end_others(State(pages): Pages, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    let words = Words::of(bank.language);
    let end = end_other_sessions(&pages.area, bank.user.clone(), bank.session.clone());
    let question = question(words, words.sessions_end_question, words.sessions_end_others);
    form.once_sure(question, end, done(PATH, "sessions")).await
}

const fn question(words: &Words, title: &'static str, button: &'static str) -> Question<'static> {
    Question { section: Section::Security, title, text: words.session_end_text, button }
}
