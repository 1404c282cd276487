//! `GET /bank/login`: the first page of the online bank. Its form goes through the pages of every login.

use ::pages::{Language, ONLINE_BANK_PATH, OnlineBank, PageError, choose_language, local_path, see_other};
use axum::extract::{FromRequestParts, Request, State};
use axum::response::Response;
use edge::QueryList;

use super::{Pages, failed};
use crate::login::interaction::Destination;
use crate::pages::steps::begin::{Beginning, begin};
use crate::pages::steps::view::Told;
use crate::pages::words::Words;

pub(super) async fn get(State(pages): Pages, query: QueryList<PageError>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let next = query.single("next").ok().flatten().and_then(local_path).unwrap_or(ONLINE_BANK_PATH);
    // A person who is logged in is not asked again: reloading the login begins nothing.
    if OnlineBank::from_request_parts(&mut parts, &pages).await.is_ok() {
        return see_other(next);
    }
    let chosen = pages.site.cookies().language(&parts.headers);
    let language: Language = choose_language(None, chosen, &parts.headers);
    let done = query.single("done").ok().flatten();
    let note = (done == Some("logged-out")).then_some(Words::of(language).logged_out_note);
    let beginning = Beginning {
        destination: Destination::OnlineBank { next: next.to_owned() },
        client_name: None,
        language,
        username: "",
        told: Told { note, problem: None },
    };
    match begin(&pages.area, &parts.headers, beginning) {
        Ok(page) => page.into_response(),
        Err(error) => failed(&pages, &parts.headers, error),
    }
}
