//! `GET /bank/webinars/{id}`: one webinar. From now on it is not new to the person.

use askama::Template;
use axum::extract::{Path, State};
use pages::{OnlineBank, PageError, PageResult, Section};

use super::words::Words;
use super::{WebinarsPages, badge, when};
use crate::webinar::ID_CHARACTERS_MAX;
use crate::work::read_webinar;

#[derive(Template)]
#[template(path = "webinar.html")]
struct Content {
    words: &'static Words,
    title: String,
    body: String,
    picture: String,
    when: String,
    badge: &'static str,
    status: &'static str,
    button: Option<(String, String)>,
    files: Vec<File>,
}

struct File {
    name: String,
    kind: &'static str,
    /// None while it is only announced.
    address: Option<String>,
}

pub(super) async fn get(
    State(pages): State<WebinarsPages>,
    Path(id): Path<String>,
    bank: OnlineBank,
) -> PageResult {
    if id.chars().count() > ID_CHARACTERS_MAX || id.contains('\0') {
        return Err(PageError::NotFound);
    }
    let now = bank.now();
    let webinar = read_webinar(&pages.area.store, &bank.user, now, &id).await?;
    let webinar = webinar.ok_or(PageError::NotFound)?;
    let language = bank.language;
    let status = webinar.event_status(now);
    let file = |attachment: &crate::webinar::Attachment| File {
        name: attachment.name.in_language(language).to_owned(),
        kind: attachment.kind.as_str(),
        address: attachment.path.as_ref().map(|path| path.at(&pages.area.media_host)),
    };
    let button =
        |button: &crate::webinar::Button| (button.label.in_language(language).to_owned(), button.url.clone());
    let content = Content {
        words: Words::of(language),
        title: webinar.title.in_language(language).to_owned(),
        body: webinar.body.in_language(language).to_owned(),
        picture: webinar.image.at(&pages.area.media_host),
        when: when(&bank, &webinar),
        badge: badge(status),
        status: status.label(language),
        button: webinar.button.as_ref().map(button),
        files: webinar.attachments.iter().map(file).collect(),
    };
    bank.page(Section::Webinars, &content.title, &content)
}
