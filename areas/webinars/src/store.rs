//! SQL of the webinars area.

use std::collections::BTreeSet;

use kernel::{Instant, Translated, UserId};
use serde::{Deserialize, Serialize};
use store::{Migration, MigrationTree, Row, Store, StoreError, Tx, params};

use crate::media::MediaKind;
use crate::webinar::{Attachment, Button, Style, Webinar};

/// The tables of this area.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "webinars",
    migrations: &[Migration {
        version: 1,
        note: "webinars, and which state of them this is",
        sql: include_str!("../migrations/0001_baseline.sql"),
    }],
};

/// The most webinars of the bank, those of the past included; more are refused where the bank loads them. Each process
/// keeps all of them in memory, a few kilobytes each.
pub(crate) const WEBINARS_MAX: i64 = 2_000;

/// The columns of a webinar, so that all readings have the same.
macro_rules! webinar_columns {
    () => {
        "webinar.webinar_id, webinar.publish_at_us, webinar.start_at_us, webinar.finish_at_us, webinar.title_ru,
         webinar.title_en, webinar.body_ru, webinar.body_en, webinar.image_path, webinar.button_label_ru,
         webinar.button_label_en, webinar.button_url, webinar.accent_color, webinar.background_color,
         webinar.content_background_color, webinar.attachments"
    };
}

store::queries! {
    /// A page of what is published at $2, newest start first, with what the user $1 has read. One row more than the
    /// page has carries the number of all, so that page and number come from one snapshot, even of an empty page.
    PUBLISHED_PAGE = concat!("select total.total_count, read_flag.read_at_us, ", webinar_columns!(), "
        from (select count(*) as total_count from webinars where publish_at_us <= $2) total
        left join (
            select ", webinar_columns!(), " from webinars webinar where webinar.publish_at_us <= $2
            order by webinar.start_at_us desc, webinar.webinar_id limit $3 offset $4
        ) webinar on true
        left join webinar_reads read_flag on read_flag.webinar_id = webinar.webinar_id and read_flag.user_id = $1
        order by webinar.start_at_us desc, webinar.webinar_id");

    /// The number of changes so far, and what the user $1 has read: a row each, or one without.
    CHANGES_AND_READS = "select catalogue.version, read_flag.webinar_id from webinar_catalogue catalogue
        left join webinar_reads read_flag on read_flag.user_id = $1";

    /// The number of changes so far, and all webinars in the order of every list: a row each, or one without.
    CATALOGUE = concat!("select catalogue.version, ", webinar_columns!(), " from webinar_catalogue catalogue
        left join webinars webinar on true order by webinar.start_at_us desc, webinar.webinar_id");

    /// The first moment after $1 at which a webinar is published, begins or ends.
    pub(crate) NEXT_CHANGE = "select min(change.at_us) as at_us from (
        select publish_at_us as at_us from webinars where publish_at_us > $1
        union all select start_at_us from webinars where start_at_us > $1
        union all select finish_at_us from webinars where finish_at_us > $1) change";
    /// The publish date of a webinar that is there.
    PUBLISH_DATE = "select publish_at_us from webinars where webinar_id = $1";

    /// The number of webinars.
    pub(crate) WEBINARS_COUNT = "select count(*) as webinars from webinars";

    /// One webinar, if it is published at $2, with whether the user $1 has read it.
    PUBLISHED_BY_ID = concat!("select read_flag.read_at_us, ", webinar_columns!(), " from webinars webinar
        left join webinar_reads read_flag on read_flag.webinar_id = webinar.webinar_id and read_flag.user_id = $1
        where webinar.webinar_id = $3 and webinar.publish_at_us <= $2");

    /// The user has read the webinar; the first time counts.
    INSERT_READ = "insert into webinar_reads (user_id, webinar_id, read_at_us) values ($1, $2, $3)
        on conflict (user_id, webinar_id) do nothing";

    /// A new webinar.
    pub(crate) INSERT_WEBINAR = "insert into webinars (webinar_id, publish_at_us, start_at_us, finish_at_us,
            title_ru, title_en, body_ru, body_en, image_path, button_label_ru, button_label_en, button_url,
            accent_color, background_color, content_background_color, attachments)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
        on conflict (webinar_id) do nothing";

    /// A webinar that is there, unless it is right already.
    pub(crate) UPDATE_WEBINAR = "update webinars set publish_at_us = $2, start_at_us = $3, finish_at_us = $4,
            title_ru = $5, title_en = $6, body_ru = $7, body_en = $8, image_path = $9, button_label_ru = $10,
            button_label_en = $11, button_url = $12, accent_color = $13, background_color = $14,
            content_background_color = $15, attachments = $16
        where webinar_id = $1 and (publish_at_us, start_at_us, finish_at_us, title_ru, title_en, body_ru, body_en,
            image_path, button_label_ru, button_label_en, button_url, accent_color, background_color,
            content_background_color, attachments)
            is distinct from ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";
}

/// Reads the publish date of a webinar, if it is there.
pub(crate) fn publish_date(tx: &mut Tx, id: &str) -> Result<Option<Instant>, StoreError> {
    tx.query_optional(&PUBLISH_DATE, params![id])?.map(|row| row.instant("publish_at_us")).transpose()
}

/// A webinar as one user sees it.
#[derive(Clone, Debug)]
pub(crate) struct SeenWebinar {
    pub(crate) webinar: Webinar,
    /// True until the user has read it.
    pub(crate) is_new: bool,
}

/// A page of webinars and the number of all.
#[derive(Clone, Debug)]
pub(crate) struct SeenPage {
    pub(crate) webinars: Vec<SeenWebinar>,
    pub(crate) total_count: i64,
}

/// Reads the webinars published at `now` from the `offset`-th on, at most `limit` of them.
pub(crate) async fn page(
    store: &Store,
    user: &UserId,
    now: Instant,
    offset: i32,
    limit: i32,
) -> Result<SeenPage, StoreError> {
    let rows = store.query(&PUBLISHED_PAGE, params![user, now, limit, offset]).await?;
    let total_count = rows.first().map_or(Ok(0), |row| row.integer("total_count"))?;
    // The row of an empty page has the number of all and nothing else.
    let webinars = rows.iter().filter(|row| !matches!(row.optional_text("webinar_id"), Ok(None)));
    Ok(SeenPage { total_count, webinars: webinars.map(SeenWebinar::try_from).collect::<Result<_, _>>()? })
}

/// Webinars that a user has read, and the state of all at that moment.
#[derive(Clone, Debug)]
pub(crate) struct Reads {
    /// The number of changes so far.
    pub(crate) version: i64,
    pub(crate) webinars: BTreeSet<String>,
}

/// Reads the webinars that the user has read.
pub(crate) async fn reads(store: &Store, user: &UserId) -> Result<Reads, StoreError> {
    let rows = store.query(&CHANGES_AND_READS, params![user]).await?;
    let mut webinars = BTreeSet::new();
    for row in &rows {
        webinars.extend(row.optional_text("webinar_id")?.map(str::to_owned));
    }
    Ok(Reads { version: version(&rows)?, webinars })
}

/// All webinars in the order of every list, published or not.
#[derive(Clone, Debug)]
pub(crate) struct CatalogueWebinars {
    /// The number of changes so far.
    pub(crate) version: i64,
    pub(crate) webinars: Vec<Webinar>,
}

/// Reads all webinars.
pub(crate) async fn catalogue(store: &Store) -> Result<CatalogueWebinars, StoreError> {
    let rows = store.query(&CATALOGUE, params![]).await?;
    let webinars = rows.iter().filter(|row| !matches!(row.optional_text("webinar_id"), Ok(None)));
    Ok(CatalogueWebinars {
        version: version(&rows)?,
        webinars: webinars.map(Webinar::try_from).collect::<Result<_, _>>()?,
    })
}

/// Takes the number of changes from the one row that the migration made.
fn version(rows: &[Row]) -> Result<i64, StoreError> {
    let row = rows.first().ok_or(StoreError::RowsReturned { query: CATALOGUE.name(), returned: 0 })?;
    row.integer("version")
}

/// Reads the webinar `id`, if it is published at `now`.
pub(crate) async fn published(
    store: &Store,
    user: &UserId,
    now: Instant,
    id: &str,
) -> Result<Option<SeenWebinar>, StoreError> {
    let row = store.query_optional(&PUBLISHED_BY_ID, params![user, now, id]).await?;
    row.as_ref().map(SeenWebinar::try_from).transpose()
}

/// Notes that the user has read the webinar; the first time counts.
pub(crate) fn note_read(tx: &mut Tx, user: &UserId, id: &str, now: Instant) -> Result<u64, StoreError> {
    tx.execute(&INSERT_READ, params![user, id, now])
}

impl TryFrom<&Row> for SeenWebinar {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self, StoreError> {
        Ok(Self { webinar: row.try_into()?, is_new: row.optional_instant("read_at_us")?.is_none() })
    }
}

impl TryFrom<&Row> for Webinar {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self, StoreError> {
        let text = |column: &str| row.text(column).map(str::to_owned);
        Ok(Self {
            id: text("webinar_id")?,
            publish_at: row.instant("publish_at_us")?,
            start_at: row.instant("start_at_us")?,
            finish_at: row.instant("finish_at_us")?,
            title: Translated { russian: text("title_ru")?, english: text("title_en")? },
            body: Translated { russian: text("body_ru")?, english: text("body_en")? },
            image: row.parse("image_path")?,
            button: button(row)?,
            style: Style {
                accent_color: text("accent_color")?,
                background_color: text("background_color")?,
                content_background_color: text("content_background_color")?,
            },
            attachments: attachments(row.text("attachments")?)
                .map_err(|reason| row.inconsistency("attachments", reason))?,
        })
    }
}

/// Reads the button, which is whole or absent: the table's check sees to that.
fn button(row: &Row) -> Result<Option<Button>, StoreError> {
    let Some(url) = row.optional_text("button_url")? else { return Ok(None) };
    let label = Translated {
        russian: row.text("button_label_ru")?.to_owned(),
        english: row.text("button_label_en")?.to_owned(),
    };
    Ok(Some(Button { label, url: url.to_owned() }))
}

/// An attachment in the bank's file and in the column `attachments`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredAttachment {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    pub(crate) name_ru: String,
    pub(crate) name_en: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    pub(crate) r#type: String,
}

/// Reads the attachments of the JSON text, or tells what is wrong with it.
pub(crate) fn attachments(text: &str) -> Result<Vec<Attachment>, String> {
    let stored: Vec<StoredAttachment> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    stored.into_iter().map(attachment).collect()
}

fn attachment(stored: StoredAttachment) -> Result<Attachment, String> {
    let kind: MediaKind =
        stored.r#type.parse().map_err(|error| format!("type {}: {error}", stored.r#type))?;
    if !MediaKind::ATTACHMENTS.contains(&kind) {
        return Err(format!("type {}: is not a kind of attachment", stored.r#type));
    }
    let path =
        stored.path.map(|path| path.parse().map_err(|error| format!("path {path}: {error}"))).transpose()?;
    let name = Translated { russian: stored.name_ru, english: stored.name_en };
    Ok(Attachment { id: stored.id, name, path, kind })
}
