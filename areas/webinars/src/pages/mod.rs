//! Webinars in the online bank: the list and one webinar with its files. Opening one is reading it.

mod list;
mod webinar;
mod words;

use axum::Router;
use axum::routing::get;
use pages::{AreaPages, OnlineBank, date};

use crate::api::WebinarsState;
use crate::webinar::{EventStatus, Webinar};

pub type WebinarsPages = AreaPages<WebinarsState>;

pub fn routes(pages: WebinarsPages) -> Router {
    Router::new()
        .route("/bank/webinars", get(list::get))
        .route("/bank/webinars/{id}", get(webinar::get))
        .with_state(pages)
}

/// Writes the time of the event: on one day `20 November 2026, 11:00–12:30`, else both ends whole.
fn when(bank: &OnlineBank, webinar: &Webinar) -> String {
    let (zone, language) = (bank.zone(), bank.language);
    let time = |at| {
        let text = zone.date_time_text(at);
        text.split_once('T').and_then(|(_, time)| time.get(..5)).unwrap_or_default().to_owned()
    };
    let (first, last) = (zone.date_of(webinar.start_at), zone.date_of(webinar.finish_at));
    let (start, finish) = (time(webinar.start_at), time(webinar.finish_at));
    if first == last {
        format!("{}, {start}–{finish}", date(first, language))
    } else {
        format!("{}, {start} – {}, {finish}", date(first, language), date(last, language))
    }
}

const fn badge(status: EventStatus) -> &'static str {
    match status {
        EventStatus::Planned | EventStatus::Ended => "",
        EventStatus::Started => "busy",
        EventStatus::AttachmentsProvided => "good",
    }
}
