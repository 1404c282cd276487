//! SQL of the webinars area.

use std::collections::BTreeSet;

use kernel::{Instant, Translated, UserId};
use serde::{Deserialize, Serialize};
use store::{FromRow, Joined, Result, Row, Store, StoreError, TableRow, Tx, params};

use crate::media::MediaKind;
use crate::webinar::{Attachment, Button, Style, Webinar};

store::migrations! { "webinars": 1 "webinars, and which state of them this is" "../migrations/0001_baseline.sql" }

/// The most webinars of the bank, those of the past included; more are refused where the bank loads them. Each process
/// keeps all of them in memory, a few kilobytes each.
pub(crate) const WEBINARS_MAX: i64 = 2_000;

#[derive(TableRow)]
#[table(name = "webinars", key(webinar_id), alias = "webinar")]
pub(crate) struct WebinarRow<'a> {
    pub(crate) webinar_id: &'a str,
    pub(crate) publish_at_us: Instant,
    pub(crate) start_at_us: Instant,
    pub(crate) finish_at_us: Instant,
    pub(crate) title_ru: &'a str,
    pub(crate) title_en: &'a str,
    pub(crate) body_ru: &'a str,
    pub(crate) body_en: &'a str,
    pub(crate) image_path: &'a str,
    /// The three columns of a button are there or absent together: the table's check sees to that.
    pub(crate) button_label_ru: Option<&'a str>,
    pub(crate) button_label_en: Option<&'a str>,
    pub(crate) button_url: Option<&'a str>,
    pub(crate) accent_color: &'a str,
    pub(crate) background_color: &'a str,
    pub(crate) content_background_color: &'a str,
    /// A JSON array of [`StoredAttachment`].
    pub(crate) attachments: String,
}

store::queries! {
    /// The number of changes so far, and what the user $1 has read: a row each, or one without.
    CHANGES_AND_READS = "select catalogue.version, read_flag.webinar_id from webinar_catalogue catalogue
        left join webinar_reads read_flag on read_flag.user_id = $1";

    /// The number of changes so far, and all webinars in the order of every list: a row each, or one without.
    CATALOGUE = store::text!("select ", WebinarRow::ALIASED, ", catalogue.version from webinar_catalogue catalogue
        left join webinars webinar on true order by webinar.start_at_us desc, webinar.webinar_id");

    /// The first moment after $1 at which a webinar is published, begins or ends.
    pub(crate) NEXT_CHANGE = "select min(change.at_us) as at_us from (
        select publish_at_us as at_us from webinars where publish_at_us > $1
        union all select start_at_us from webinars where start_at_us > $1
        union all select finish_at_us from webinars where finish_at_us > $1) change";
    PUBLISH_DATE = "select publish_at_us from webinars where webinar_id = $1";

    pub(crate) WEBINARS_COUNT = "select count(*) as webinars from webinars";

    /// One webinar, if it is published at $2, with whether the user $1 has read it.
    PUBLISHED_BY_ID = store::text!("select ", WebinarRow::ALIASED, ", read_flag.read_at_us from webinars webinar
        left join webinar_reads read_flag on read_flag.webinar_id = webinar.webinar_id and read_flag.user_id = $1
        where webinar.webinar_id = $3 and webinar.publish_at_us <= $2");

    INSERT_READ = "insert into webinar_reads (user_id, webinar_id, read_at_us) values ($1, $2, $3)
        on conflict (user_id, webinar_id) do nothing";

    pub(crate) INSERT_WEBINAR = store::text!(WebinarRow::INSERT, " on conflict (webinar_id) do nothing");

    /// A webinar that is there, unless it is right already.
    pub(crate) UPDATE_WEBINAR = store::text!(WebinarRow::SET, " and ", WebinarRow::DIFFERS);

    pub(crate) WEBINARS_LISTED = "select webinar_id from webinars where webinar_id > $1 order by webinar_id limit $2";

    pub(crate) WEBINAR_STORED = store::text!("select ", WebinarRow::LIST, " from webinars where webinar_id = $1");
}

pub(crate) fn publish_date(tx: &mut Tx, id: &str) -> Result<Option<Instant>> {
    tx.select_optional(&PUBLISH_DATE, params![id])
}

/// Webinars that a user has read, and the state of all at that moment.
#[derive(Clone, Debug)]
pub(crate) struct Reads {
    /// The number of changes so far.
    pub(crate) version: i64,
    pub(crate) webinars: BTreeSet<String>,
}

pub(crate) async fn reads(store: &Store, user: &UserId) -> Result<Reads> {
    let rows: Vec<(i64, Option<String>)> = store.select(&CHANGES_AND_READS, params![user]).await?;
    let version = rows.first().map(|(version, _)| *version);
    let version = version.ok_or(StoreError::RowsReturned { query: CHANGES_AND_READS.name(), returned: 0 })?;
    Ok(Reads { version, webinars: rows.into_iter().filter_map(|(_, webinar)| webinar).collect() })
}

/// All webinars in the order of every list, published or not.
#[derive(Clone, Debug)]
pub(crate) struct CatalogueWebinars {
    /// The number of changes so far.
    pub(crate) version: i64,
    pub(crate) webinars: Vec<Webinar>,
}

pub(crate) async fn catalogue(store: &Store) -> Result<CatalogueWebinars> {
    let rows: Vec<(Joined<Webinar>, i64)> = store.select(&CATALOGUE, params![]).await?;
    // The migration made one row, and there is never another.
    let version = rows.first().map(|(_, version)| *version);
    let version = version.ok_or(StoreError::RowsReturned { query: CATALOGUE.name(), returned: 0 })?;
    Ok(CatalogueWebinars {
        version,
        webinars: rows.into_iter().filter_map(|(Joined(webinar), _)| webinar).collect(),
    })
}

/// Reads the webinar `id`, if it is published at `now`, and when the user first read it.
pub(crate) async fn published(
    store: &Store,
    user: &UserId,
    now: Instant,
    id: &str,
) -> Result<Option<(Webinar, Option<Instant>)>> {
    store.select_optional(&PUBLISHED_BY_ID, params![user, now, id]).await
}

/// Notes that the user has read the webinar; the first time counts.
pub(crate) fn note_read(tx: &mut Tx, user: &UserId, id: &str, now: Instant) -> Result<u64> {
    tx.execute(&INSERT_READ, params![user, id, now])
}

impl FromRow<'_> for Webinar {
    const COLUMNS: usize = <WebinarRow<'_> as FromRow<'_>>::COLUMNS;

    fn read_at(row: &Row, first: usize) -> Result<Self> {
        let read: WebinarRow<'_> = FromRow::read_at(row, first)?;
        let translated = |russian: &str, english: &str| Translated {
            russian: russian.to_owned(),
            english: english.to_owned(),
        };
        let label = read.button_label_ru.zip(read.button_label_en);
        let button = read.button_url.zip(label).map(|(url, (russian, english))| Button {
            label: translated(russian, english),
            url: url.to_owned(),
        });
        Ok(Self {
            id: read.webinar_id.to_owned(),
            publish_at: read.publish_at_us,
            start_at: read.start_at_us,
            finish_at: read.finish_at_us,
            title: translated(read.title_ru, read.title_en),
            body: translated(read.body_ru, read.body_en),
            image: read.image_path.parse().map_err(|error| row.inconsistency("image_path", error))?,
            button,
            style: Style {
                accent_color: read.accent_color.to_owned(),
                background_color: read.background_color.to_owned(),
                content_background_color: read.content_background_color.to_owned(),
            },
            attachments: attachments(&read.attachments)
                .map_err(|reason| row.inconsistency("attachments", reason))?,
        })
    }
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
