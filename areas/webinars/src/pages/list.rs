//! `GET /bank/webinars?page=N`: what is published, newest first.

use askama::Template;
use axum::extract::State;
use edge::QueryList;
use pages::{OnlineBank, PageError, PageResult, Section, UNRESERVED, not_past_end, page_asked, pagination};
use percent_encoding::utf8_percent_encode;

use super::words::Words;
use super::{WebinarsPages, badge, when};
use crate::api::{PageAsked, Written};
use crate::store::reads;

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
    let (now, language, area) = (bank.now(), bank.language, &pages.area);
    let reads = reads(&area.store, &bank.user).await?;
    let asked = PageAsked { now, language, offset: (number - 1) * PER_PAGE, limit: PER_PAGE };
    let card = |Written { webinar, .. }: &&Written| {
        let status = webinar.event_status(now);
        Card {
            id: utf8_percent_encode(&webinar.id, UNRESERVED).to_string(),
            title: webinar.title.in_language(language).to_owned(),
            picture: webinar.image.at(&area.media_host),
            when: when(&bank, webinar),
            badge: badge(status),
            status: status.label(language),
            is_new: !reads.webinars.contains(&webinar.id),
        }
    };
    let show = |page: &[&Written], count| (page.iter().map(card).collect::<Vec<Card>>(), count);
    let (webinars, count) = area.catalogue.page(area, &reads, asked, show).await?;
    not_past_end(number.unsigned_abs(), webinars.is_empty())?;
    let all = u32::try_from(count).unwrap_or(u32::MAX).div_ceil(PER_PAGE.unsigned_abs());
    let all = all.min(PAGES_MAX.unsigned_abs());
    let address = |page| format!("/bank/webinars?page={page}");
    let words = Words::of(language);
    let content =
        Content { words, webinars, pagination: pagination(language, number.unsigned_abs(), all, address) };
    bank.page(Section::Webinars, words.title, &content)
}
