//! `GET /bank/security`: what there is to see and to change.

use ::pages::{OnlineBank, PageError, PageResult, Section};
use askama::Template;
use axum::extract::State;
use edge::QueryList;

use super::note;
use super::words::Words;
use crate::pages::Pages;
use crate::store::{own_sessions, passkeys};
use crate::work::second_factor::{FactorState, factor_state};

#[derive(Template)]
#[template(path = "security.html")]
struct Content {
    words: &'static Words,
    note: Option<&'static str>,
    factor: FactorState,
    passkeys: usize,
    sessions: usize,
}

pub(super) async fn get(State(pages): Pages, bank: OnlineBank, query: QueryList<PageError>) -> PageResult {
    let words = Words::of(bank.language);
    let identity = &pages.area;
    let now = bank.now();
    let mut sessions = own_sessions::list(&identity.store, &bank.user, now).await?;
    sessions.retain(|session| session.is_open(identity.settings.online_bank, now));
    let factor = factor_state(identity, &bank.user).await?;
    let passkeys = passkeys::list(&identity.store, &bank.user).await?.len();
    let content = Content { words, note: note(&query, words), factor, passkeys, sessions: sessions.len() };
    bank.page(Section::Security, words.title, &content)
}
