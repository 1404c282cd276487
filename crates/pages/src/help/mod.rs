//! `GET /bank/help`: how to reach the bank, short answers, use by keyboard, and the statement about accessibility. It
//! is there for everybody, because somebody who cannot log in needs it most.

mod words;

use askama::Template;
use axum::Router;
use axum::extract::{Request, State};
use axum::routing::get;
use http::StatusCode;

use self::words::Words;
use crate::paths::HELP_PATH;
use crate::shell::{Shell, Switch};
use crate::{OnlineBank, Page, PageResult, Section, Site};

#[derive(Template)]
#[template(path = "help.html")]
struct Content<'a> {
    words: &'static Words,
    phone: Option<(&'a str, String)>,
    email: Option<&'a str>,
    hours: Option<&'a str>,
    is_inside: bool,
    may_write: bool,
}

/// The page, in the frame of whoever reads it.
pub(crate) fn routes(site: &Site) -> Router {
    Router::new().route(HELP_PATH, get(show)).with_state(site.clone())
}

async fn show(State(site): State<Site>, request: Request) -> PageResult {
    let (head, _) = request.into_parts();
    let language = site.language(&head.headers);
    let words = Words::of(language);
    // Whoever has no session, or none any more, reads the same without the menu.
    let person = OnlineBank::read(site.clone(), &head).await.ok();
    let contacts = &site.parts().brand.contacts;
    let content = Content {
        words,
        phone: contacts.phone(),
        email: contacts.email(),
        hours: contacts.hours(language),
        is_inside: person.is_some(),
        may_write: person.as_ref().is_some_and(|bank| bank.opens(Section::Letters)),
    };
    if let Some(bank) = person {
        return bank.page_beside(StatusCode::OK, words.title, &content);
    }
    let shell = Shell { brand: &site.parts().brand, language, switch: Switch::None, menu: None };
    Ok(Page::new(shell.wrap(words.title, &content)?, language).into_response())
}
