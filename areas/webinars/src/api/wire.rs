//! Bodies of spec sections 2.6 and 7.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::media::MediaKind;
use crate::webinar::{EventStatus, PublicationStatus};

/// A page of webinars.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "for the description; `catalogue.rs` writes the page")]
pub(crate) struct WebinarPage {
    /// The webinars, newest start first.
    pub(crate) content: Vec<WebinarResponse>,
    /// The number of webinars that were passed over, as asked.
    #[schema(example = 0, minimum = 0)]
    pub(crate) offset: i32,
    /// The most webinars of the page, as asked.
    #[schema(example = 10, minimum = 1, maximum = 100)]
    pub(crate) limit: i32,
    /// The number of published webinars in all.
    #[schema(example = 12, minimum = 0)]
    pub(crate) total_count: i64,
}

/// A webinar in one language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webinar)]
pub(crate) struct WebinarResponse {
    /// Content id.
    #[schema(max_length = 64)]
    pub(super) id: String,
    /// True while the user has not got the webinar by its id.
    pub(super) new: bool,
    /// Publication status.
    pub(super) status: PublicationStatus,
    /// Event status.
    pub(super) event_status: EventStatus,
    /// Display name of the event status.
    pub(super) event_status_label: &'static str,
    /// Heading.
    pub(super) title: String,
    /// Description.
    pub(super) body: String,
    /// From when the webinar is published.
    #[schema(format = DateTime)]
    pub(super) publish_date: String,
    /// Start of the event.
    #[schema(format = DateTime)]
    pub(super) start_event_date: String,
    /// End of the event.
    #[schema(format = DateTime)]
    pub(super) finish_event_date: String,
    /// Picture.
    pub(super) image: ImageResponse,
    /// Link under the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) button: Option<ButtonResponse>,
    /// Colours.
    pub(super) style: StyleResponse,
    /// Recordings, presentations and tables; absent when there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) attachments: Vec<AttachmentResponse>,
}

edge::texts_of_bodies! {
    /// Publication status.
    PublicationStatus as "WebinarStatus";
    /// Event status.
    EventStatus as "WebinarEventStatus";
    /// Kind of media.
    MediaKind as "MediaType";
}

/// A picture.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebinarImage)]
pub(super) struct ImageResponse {
    /// The address of the picture.
    #[schema(format = "uri")]
    pub(super) url: String,
    /// Always IMAGE.
    pub(super) r#type: ImageType,
}

/// The kind of a picture.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = WebinarImageType)]
pub(super) enum ImageType {
    Image,
}

/// A link.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebinarButton)]
pub(super) struct ButtonResponse {
    /// The label of the button.
    pub(super) label: String,
    /// The address to which it leads.
    #[schema(format = "uri")]
    pub(super) url: String,
}

/// Colours, each `#RRGGBB`.
#[expect(clippy::struct_field_names, reason = "the specification names the fields so")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebinarStyle)]
pub(super) struct StyleResponse {
    /// Of headings and the button.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$")]
    pub(super) accent_color: String,
    /// Of the card.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$")]
    pub(super) background_color: String,
    /// Of the area under the text.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$")]
    pub(super) content_background_color: String,
}

/// A file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebinarAttachment)]
pub(super) struct AttachmentResponse {
    /// File id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) id: Option<String>,
    /// Display name.
    pub(super) name: String,
    /// The address of the file; absent while the file is only announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uri")]
    pub(super) url: Option<String>,
    /// Kind of file.
    pub(super) r#type: AttachmentKind,
}

/// Kind of an attached file: one of those that an attachment can have.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct AttachmentKind(pub(super) MediaKind);

impl PartialSchema for AttachmentKind {
    fn schema() -> RefOr<Schema> {
        edge::text_enum("Kind of an attached file.", &MediaKind::ATTACHMENTS.map(MediaKind::as_str))
    }
}

impl ToSchema for AttachmentKind {
    fn name() -> Cow<'static, str> {
        "WebinarAttachmentType".into()
    }
}

/// A media object, from which the addresses of pictures and files are made: `host` and `path` one after the other.
#[derive(ToSchema)]
#[expect(dead_code, reason = "spec section 2.6 defines the schema; no answer carries it")]
struct Media {
    /// Server.
    #[schema(example = "https://media.bank.example")]
    pub(super) host: String,
    /// Path on the server.
    #[schema(example = "/webinars/cash-flow.png")]
    pub(super) path: String,
    /// Kind of media.
    pub(super) r#type: MediaKind,
}

/// Describes the schemas that spec section 2.6 defines without using them.
pub(super) fn media_schema() -> OpenApi {
    let mut document = OpenApi::default();
    let schemas = &mut document.components.get_or_insert_default().schemas;
    schemas.insert("Media".to_owned(), Media::schema());
    schemas.insert("MediaType".to_owned(), MediaKind::schema());
    document
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WebinarsErrorBody {
    /// The HTTP status again.
    #[schema(example = 400)]
    pub(crate) code: i32,
    /// `CNT-106` for a webinar that is not there, else the name of the status.
    #[schema(example = "CNT-106")]
    pub(crate) error: String,
    /// A sentence for people.
    #[schema(example = "The webinar is not found: GET /v2/contents/webinars lists those that are published")]
    pub(crate) message: String,
}
