//! Bodies of spec sections 2.6 and 7.

use serde::Serialize;
use utoipa::openapi::OpenApi;
use utoipa::{PartialSchema, ToSchema};

/// A page of webinars.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "for the description; `catalogue.rs` writes the page")]
pub(crate) struct WebinarPage {
    /// The webinars, newest start first.
    pub(crate) content: Vec<WebinarResponse>,
    /// How many webinars were passed over, as asked.
    #[schema(example = 0, minimum = 0)]
    pub(crate) offset: i32,
    /// The most webinars of the page, as asked.
    #[schema(example = 10, minimum = 1, maximum = 100)]
    pub(crate) limit: i32,
    /// How many webinars are published in all.
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
    /// Whether the user has not yet got the webinar by its id.
    pub(super) new: bool,
    /// Publication status.
    pub(super) status: StatusText,
    /// Event status.
    #[schema(value_type = EventStatusText)]
    pub(super) event_status: &'static str,
    /// Display name of the event status.
    pub(super) event_status_label: &'static str,
    /// Heading.
    pub(super) title: String,
    /// Description.
    pub(super) body: String,
    /// From when the webinar is published.
    #[schema(format = DateTime)]
    pub(super) publish_date: String,
    /// When the event starts.
    #[schema(format = DateTime)]
    pub(super) start_event_date: String,
    /// When the event is over.
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

/// Publication status.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = WebinarStatus)]
pub(super) enum StatusText {
    Scheduled,
    Published,
}

/// Event status.
#[derive(ToSchema)]
#[schema(as = WebinarEventStatus, rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(
    dead_code,
    reason = "names the values for the description; the domain's own enumeration writes them"
)]
enum EventStatusText {
    Planned,
    Started,
    Ended,
    AttachmentsProvided,
}

/// A picture.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebinarImage)]
pub(super) struct ImageResponse {
    /// Where it is.
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
    /// What is written on it.
    pub(super) label: String,
    /// Where it leads.
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
    /// Where it is; absent while the file is only announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uri")]
    pub(super) url: Option<String>,
    /// Kind of file.
    #[schema(value_type = AttachmentType)]
    pub(super) r#type: &'static str,
}

/// Kind of an attached file.
#[derive(ToSchema)]
#[schema(as = WebinarAttachmentType, rename_all = "UPPERCASE")]
#[expect(
    dead_code,
    reason = "names the values for the description; the domain's own enumeration writes them"
)]
enum AttachmentType {
    Video,
    Pdf,
    Ppt,
    Pptx,
    Xls,
    Xlsx,
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
    pub(super) r#type: MediaType,
}

/// Kind of media.
#[derive(ToSchema)]
#[schema(rename_all = "UPPERCASE")]
#[expect(dead_code, reason = "spec section 2.6 defines the schema; no answer carries it")]
enum MediaType {
    Video,
    Image,
    Mp4,
    Mp3,
    Pdf,
    Ppt,
    Pptx,
    Xls,
    Xlsx,
    Png,
    Jpeg,
}

/// Adds the schemas that spec section 2.6 defines without using them.
pub(super) fn add_media_schema(document: &mut OpenApi) {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    schemas.insert("Media".to_owned(), Media::schema());
    schemas.insert("MediaType".to_owned(), MediaType::schema());
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
    #[schema(example = "The webinar is not found")]
    pub(crate) message: String,
}
