//! `GET /bank/webinars?page=N`: what is published, newest first.

use askama::Template;
use axum::extract::State;
use edge::QueryList;
use pages::{OnlineBank, PageError, PageResult, Section, not_past_end, page_asked, pagination};

use super::words::Words;
use super::{WebinarsPages, badge, when};
use crate::store;

const PER_PAGE: i32 = 12;
/// The last page that is offered.
const PAGES_MAX: i32 = 1_000;

#[derive(Template)]
#[template(path = "webinars.html")]
struct Content {
    words: &'static Words,
    webinars: Vec<Card>,
    pagination: String,
}

struct Card {
    id: String,
    title: String,
    picture: String,
    when: String,
    badge: &'static str,
    status: &'static str,
    is_new: bool,
}

pub(super) async fn get(
    State(pages): State<WebinarsPages>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let number = page_asked(&query, PAGES_MAX)?;
    let now = bank.now();
    let offset = (number - 1) * PER_PAGE;
    let page = store::page(&pages.area.store, &bank.user, now, offset, PER_PAGE).await?;
    not_past_end(number.unsigned_abs(), page.webinars.is_empty())?;
    let webinars = page.webinars.into_iter().map(|seen| {
        let status = seen.webinar.event_status(now);
        Card {
            title: seen.webinar.title.in_language(bank.language).to_owned(),
            picture: seen.webinar.image.at(&pages.area.media_host),
            when: when(&bank, &seen.webinar),
            badge: badge(status),
            status: status.label(bank.language),
            is_new: seen.is_new,
            id: seen.webinar.id,
        }
    });
    let all = u32::try_from(page.total_count).unwrap_or(u32::MAX).div_ceil(PER_PAGE.unsigned_abs());
    let all = all.min(PAGES_MAX.unsigned_abs());
    let address = |page| format!("/bank/webinars?page={page}");
    let words = Words::of(bank.language);
    let content = Content {
        words,
        webinars: webinars.collect(),
        pagination: pagination(bank.language, number.unsigned_abs(), all, address),
    };
    bank.page(Section::Webinars, words.title, &content)
}
