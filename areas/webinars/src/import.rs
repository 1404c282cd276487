//! The bank's file `webinars`.

use std::sync::Arc;

use events::{Data, EventType, NewEvent, WebinarData};
use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert_row};
use kernel::Instant;
use store::{Result, Tx, params};

use crate::media::MediaPath;
use crate::store::{
    INSERT_WEBINAR, StoredAttachment, UPDATE_WEBINAR, WEBINAR_STORED, WEBINARS_COUNT, WEBINARS_LISTED,
    WEBINARS_MAX, WebinarRow, attachments, publish_date,
};
use crate::webinar::ID_CHARACTERS_MAX;

/// The most characters of a title or label.
const TITLE_CHARACTERS_MAX: usize = 250;
const BODY_CHARACTERS_MAX: usize = 10_000;
const URL_CHARACTERS_MAX: usize = 1_000;
const ATTACHMENTS_MAX: usize = 50;

pub fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(Webinars)]
}

struct Webinars;

impl TableImporter for Webinars {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&WEBINAR_STORED),
            listed: Some(&WEBINARS_LISTED),
            columns: columns! {
                webinar_id, publish_at, start_at, finish_at, title_ru, title_en, body_ru, body_en,
                image_path, button_label_ru = optional, button_label_en = optional, button_url = optional,
                accent_color, background_color, content_background_color, attachments = document,
            },
            ..ImportFile::new("webinars", "webinar", &["webinar_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let (start, finish) = (moment(row, "start_at")?, moment(row, "finish_at")?);
        if finish <= start {
            return Err(RowError::new("finish_at", "must be later than start_at"));
        }
        let [label_ru, label_en, url] = button(row)?;
        let (id, publish_at) =
            (row.checked_text("webinar_id", ID_CHARACTERS_MAX)?, moment(row, "publish_at")?);
        // Browsers and HTTP libraries take these steps of a path before they send it, percent-encoded or not.
        if matches!(id, "." | "..") {
            return Err(RowError::new("webinar_id", "must not be . or .., which no address can name"));
        }
        let before = publish_date(tx, id)?;
        let image: MediaPath = row.parse("image_path")?;
        let webinar = WebinarRow {
            webinar_id: id,
            publish_at_us: publish_at,
            start_at_us: start,
            finish_at_us: finish,
            title_ru: row.checked_text("title_ru", TITLE_CHARACTERS_MAX)?,
            title_en: row.checked_text("title_en", TITLE_CHARACTERS_MAX)?,
            body_ru: row.checked_text("body_ru", BODY_CHARACTERS_MAX)?,
            body_en: row.checked_text("body_en", BODY_CHARACTERS_MAX)?,
            image_path: image.as_str(),
            button_label_ru: label_ru,
            button_label_en: label_en,
            button_url: url,
            accent_color: color(row, "accent_color")?,
            background_color: color(row, "background_color")?,
            content_background_color: color(row, "content_background_color")?,
            attachments: attachments_text(row)?,
        };
        let outcome = upsert_row(tx, &INSERT_WEBINAR, &UPDATE_WEBINAR, &webinar)?;
        if tx.select_one::<i64>(&WEBINARS_COUNT, params![])? > WEBINARS_MAX {
            let message = format!("there would be more than {WEBINARS_MAX} webinars");
            return Err(RowError::new("webinar_id", message));
        }
        announce(tx, id, (before, publish_at), context.applied_at)?;
        Ok(outcome)
    }
}

/// Tells every company when the webinar can be seen: at its publish date, once for each time that it becomes visible.
fn announce(
    tx: &mut Tx,
    id: &str,
    (before, publish_at): (Option<Instant>, Instant),
    now: Instant,
) -> Result<()> {
    let was_published = before.is_some_and(|before| before <= now);
    if before == Some(publish_at) || (was_published && publish_at <= now) {
        return Ok(());
    }
    let data = Data::Webinar(WebinarData { webinar_id: id.to_owned() });
    events::take_back(tx, data.object(), now)?;
    events::record(tx, &NewEvent::of_everybody(publish_at, EventType::WebinarPublished, data))
}

/// A moment as RFC 3339 writes it, with any offset.
fn moment(row: &ImportRow, column: &'static str) -> Result<Instant, RowError> {
    let text = row.text(column)?;
    let timestamp: jiff::Timestamp = text.parse().map_err(|_| {
        RowError::new(column, "must be a moment with its offset, such as 2026-11-20T12:00:00+03:00")
    })?;
    Ok(timestamp.into())
}

/// Both labels and the URL: a button is whole or absent.
fn button(row: &ImportRow) -> Result<[Option<&str>; 3], RowError> {
    let label_ru = row.optional_checked_text("button_label_ru", TITLE_CHARACTERS_MAX)?;
    let label_en = row.optional_checked_text("button_label_en", TITLE_CHARACTERS_MAX)?;
    let url = row.optional_checked_text("button_url", URL_CHARACTERS_MAX)?;
    if label_ru.is_some() != url.is_some() || label_en.is_some() != url.is_some() {
        return Err(RowError::new(
            "button_url",
            "a button has button_label_ru, button_label_en and button_url",
        ));
    }
    // Pages make a link of it, and a link can carry a script.
    if url.is_some_and(|url| !url.starts_with("https://") || url.contains(|sign: char| sign.is_whitespace()))
    {
        return Err(RowError::new("button_url", "must begin with https:// and have no white space"));
    }
    Ok([label_ru, label_en, url])
}

fn color<'a>(row: &'a ImportRow, column: &'static str) -> Result<&'a str, RowError> {
    let text = row.text(column)?;
    let is_color = text
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if is_color { Ok(text) } else { Err(RowError::new(column, "must be # and six hexadecimal digits")) }
}

/// The attachments in the one form in which they are stored, so that the same attachments are the same text.
fn attachments_text(row: &ImportRow) -> Result<String, RowError> {
    let wrong = |message: String| RowError::new("attachments", message);
    let text = row.optional("attachments").unwrap_or("[]");
    if attachments(text).map_err(wrong)?.len() > ATTACHMENTS_MAX {
        return Err(wrong(format!("must be at most {ATTACHMENTS_MAX}")));
    }
    let stored: Vec<StoredAttachment> =
        serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    serde_json::to_string(&stored).map_err(|error| wrong(error.to_string()))
}
