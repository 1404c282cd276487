//! `GET /bank/security`: what there is to see and to change; and the own logins.

use ::pages::{OnlineBank, PageError, PageResult, Section, moment};
use askama::Template;
use axum::extract::State;
use edge::QueryList;

use super::note;
use super::sessions::open_sessions;
use super::words::Words;
use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::{LOGINS_KEPT_S, LOGINS_SHOWN_MAX};
use crate::pages::Pages;
use crate::store::{login_attempts, passkeys};
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::work::second_factor::codes_left;

#[derive(Template)]
#[template(path = "security.html")]
struct Content {
    words: &'static Words,
    note: Option<&'static str>,
    /// The recovery codes that are left, of somebody with a second factor.
    codes_left: Option<i64>,
    passkeys: usize,
    /// Their number; with a plus sign when there are more.
    sessions: String,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = Words::of(bank.language);
    let identity = &pages.area;
    let (open, are_all) = open_sessions(identity, &bank).await?;
    let sessions = format!("{}{}", open.len(), if are_all { "" } else { "+" });
    let codes_left = codes_left(identity, &bank.user).await?;
    let passkeys = passkeys::list(&identity.store, &bank.user).await?.len();
    let content = Content { words, note: note(&query, words), codes_left, passkeys, sessions };
    bank.page(Section::Security, words.title, &content)
}

#[derive(Template)]
#[template(path = "security_logins.html")]
struct LoginsContent {
    words: &'static Words,
    logins: Vec<LoginLine>,
    /// The most that the page shows, when it is full.
    full: Option<i64>,
}

struct LoginLine {
    at: String,
    /// Class of the badge and its text.
    outcome: (&'static str, &'static str),
    way: Option<&'static str>,
    client: String,
    place: String,
}

/// `GET /bank/security/logins`: the own logins of the last 90 days, the attempts of others among them.
pub(super) async fn logins(State(pages): Pages, bank: OnlineBank) -> PageResult {
    let (words, identity) = (Words::of(bank.language), &pages.area);
    let directory = clients::Directory::new(identity.store.clone());
    let user = directory.find_user(&bank.user).await?.ok_or(PageError::NotFound)?;
    let login = LoginSubjects::new(user.login.as_str(), None).login;
    let since = bank.now().plus_seconds(-LOGINS_KEPT_S);
    let past = login_attempts::list_logins(&identity.store, &login, since).await?;
    let is_full = i64::try_from(past.len()).is_ok_and(|shown| shown >= LOGINS_SHOWN_MAX);
    let shown = past.into_iter().map(|login| LoginLine {
        at: moment(login.at, bank.zone(), bank.language),
        outcome: words.outcome(login.outcome),
        way: words.way(login.outcome),
        place: words.place(login.origin),
        client: match login.client_name {
            Some(name) => name,
            None if login.client == ONLINE_BANK_CLIENT => words.online_bank.to_owned(),
            None => login.client,
        },
    });
    let content = LoginsContent { words, logins: shown.collect(), full: is_full.then_some(LOGINS_SHOWN_MAX) };
    bank.page(Section::Security, words.logins_title, &content)
}
