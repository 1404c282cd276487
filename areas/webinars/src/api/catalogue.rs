//! Webinars as the list writes them, kept by each process.
//!
//! Texts, pictures, colours and files are the same for everybody, so they are written once, in both languages. The
//! table `webinar_catalogue` has a number that every change of a webinar counts up in the unit of work that makes the
//! change. A request reads that number together with what its user has read, and what is kept under another number is
//! read anew: no process answers from an old state, whoever changed it. What depends on the clock is computed for
//! each request.

use std::sync::Arc;

use edge::EdgeError;
use kernel::{Instant, Language, Translated};
use serde::Serialize;
use tokio::sync::Mutex;

use super::WebinarsState;
use super::view::View;
use crate::store::{CatalogueWebinars, Reads, catalogue};
use crate::webinar::{PublicationStatus, Webinar};

/// The first field of a webinar that is the same for everybody at every time; all after it are so too.
const CONTENT_BEGINS: &str = ",\"title\":";
/// Bytes of a webinar in front of its content. A guess that spares most pages a second allocation.
const HEAD_BYTES_GUESSED: usize = 256;

/// The webinars of the version that this process saw last. Their number is bounded where the bank loads them.
#[derive(Clone, Debug, Default)]
pub struct Catalogue(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    /// None before the first request.
    version: Option<i64>,
    webinars: Arc<[Written]>,
}

/// A webinar as it was read, and as the list writes it.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) webinar: Webinar,
    /// The identifier as a JSON string.
    id: String,
    /// The fields from [`CONTENT_BEGINS`] on, with the brace that ends the webinar.
    content: Translated,
}

/// Page that is asked for, and the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageAsked {
    pub(crate) now: Instant,
    pub(crate) language: Language,
    pub(crate) offset: i32,
    pub(crate) limit: i32,
}

impl Catalogue {
    /// Shows the published webinars of the page, newest start first, and the number of all, in the state that `reads`
    /// tells of.
    pub(crate) async fn page<T>(
        &self,
        state: &WebinarsState,
        reads: &Reads,
        asked: PageAsked,
        show: impl FnOnce(&[&Written], usize) -> T,
    ) -> Result<T, EdgeError> {
        let webinars = self.of_version(reads.version, state).await?;
        let is_published = |written: &&Written| {
            written.webinar.publication_status(asked.now) == PublicationStatus::Published
        };
        let published = || webinars.iter().filter(is_published);
        let (skipped, taken) = (usize::try_from(asked.offset), usize::try_from(asked.limit));
        let page: Vec<&Written> =
            published().skip(skipped.unwrap_or(usize::MAX)).take(taken.unwrap_or(0)).collect();
        Ok(show(&page, published().count()))
    }

    /// The webinars of this version. Whoever comes while another request reads them waits for it instead of reading
    /// them too.
    async fn of_version(&self, version: i64, state: &WebinarsState) -> Result<Arc<[Written]>, EdgeError> {
        let mut kept = self.0.lock().await;
        if kept.version != Some(version) {
            let CatalogueWebinars { version, webinars } = catalogue(&state.store).await?;
            let webinars =
                webinars.into_iter().map(|webinar| Written::new(webinar, state)).collect::<Result<_, _>>()?;
            *kept = Kept { version: Some(version), webinars };
        }
        Ok(Arc::clone(&kept.webinars))
    }
}

impl Written {
    fn new(webinar: Webinar, state: &WebinarsState) -> Result<Self, EdgeError> {
        let content = |language| {
            let view = View { now: webinar.publish_at, language, zone: &state.zone, host: &state.media_host };
            let text = json(&view.webinar(&webinar, true))?;
            // No text in front of it can have this in it, because JSON escapes its quotation marks.
            let begin =
                text.find(CONTENT_BEGINS).ok_or_else(|| EdgeError::internal("a webinar without a title"))?;
            Ok::<_, EdgeError>(text[begin..].to_owned())
        };
        let content =
            Translated { russian: content(Language::Russian)?, english: content(Language::English)? };
        Ok(Self { id: json(&webinar.id)?, content, webinar })
    }

    fn write(&self, out: &mut Vec<u8>, is_new: bool, asked: PageAsked) {
        let event_status = self.webinar.event_status(asked.now);
        let parts = [
            "{\"id\":",
            &self.id,
            if is_new { ",\"new\":true" } else { ",\"new\":false" },
            ",\"status\":\"PUBLISHED\",\"eventStatus\":\"",
            event_status.as_str(),
            "\",\"eventStatusLabel\":\"",
            event_status.label(asked.language),
            "\"",
            self.content.in_language(asked.language),
        ];
        for part in parts {
            out.extend_from_slice(part.as_bytes());
        }
    }
}

/// Writes the page as JSON, for a user who has read `reads`.
pub(super) fn written_page(
    page: &[&Written],
    total_count: usize,
    reads: &Reads,
    asked: PageAsked,
) -> Vec<u8> {
    let bytes = |written: &&Written| HEAD_BYTES_GUESSED + written.content.in_language(asked.language).len();
    let mut out = Vec::with_capacity(page.iter().map(bytes).sum::<usize>() + HEAD_BYTES_GUESSED);
    out.extend_from_slice(b"{\"content\":[");
    for (index, written) in page.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        written.write(&mut out, !reads.webinars.contains(&written.webinar.id), asked);
    }
    let PageAsked { offset, limit, .. } = asked;
    let end = format!("],\"offset\":{offset},\"limit\":{limit},\"totalCount\":{total_count}}}");
    out.extend_from_slice(end.as_bytes());
    out
}

fn json(value: &impl Serialize) -> Result<String, EdgeError> {
    serde_json::to_string(value).map_err(|error| EdgeError::internal(error.to_string()))
}
