//! An error as its area answers it, for the description.

use axum::body::to_bytes;
use axum::response::Response as HttpResponse;
use futures_util::FutureExt;
use http::{HeaderValue, StatusCode, header};
use serde_json::Value;
use tracing::subscriber::{NoSubscriber, with_default};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Content, ContentBuilder, KnownFormat, Ref, RefOr, Response, Schema, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::context::RequestContext;
use crate::error::AreaError;

/// The most bytes of a rendered error; an area's largest has about 1000.
const ERROR_BYTES_MAX: usize = 16 * 1024;

const JSON: &str = "application/json";

/// Headers of errors that a caller acts on, each with whether it is a number and what it says.
const HEADERS: [(&str, Type, &str); 4] = [
    ("Allow", Type::String, "The methods that the path has."),
    ("Retry-After", Type::Integer, "Seconds to wait."),
    ("WWW-Authenticate", Type::String, "The way to authenticate (RFC 9110, section 11.6.1)."),
    ("Cache-Control", Type::String, "The time for which the answer may be kept, if it may."),
];

pub(super) struct Rendered {
    pub(super) status: String,
    /// Empty for an answer without a body.
    media_type: String,
    /// Names in small letters, each with its value, unless that is not known before a request.
    pub(super) headers: Vec<(String, Option<String>)>,
    example: Value,
}

impl Rendered {
    /// Renders in the trace of the W3C's own example, and without the log line that the error would leave.
    pub(super) fn of(error: impl AreaError) -> Self {
        let response: HttpResponse =
            with_default(NoSubscriber::default(), || RequestContext::in_example(|| error.into_response()));
        let media_type = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.and_then(|value| value.split(';').next()).unwrap_or_default().to_owned();
        let value = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
        let headers =
            response.headers().iter().map(|(name, given)| (name.to_string(), value(given))).collect();
        let status = response.status().as_u16().to_string();
        // The whole body is there already, so reading it never waits.
        let body = to_bytes(response.into_body(), ERROR_BYTES_MAX).now_or_never().and_then(Result::ok);
        let body = body.unwrap_or_default();
        let example = if media_type == JSON {
            serde_json::from_slice(&body).unwrap_or_default()
        } else {
            Value::String(String::from_utf8_lossy(&body).into_owned())
        };
        Self { status, media_type, headers, example }
    }

    /// A page for people, which says when to try again where that helps.
    pub(super) fn of_page(status: StatusCode, page: String) -> Self {
        let may_be_repeated =
            matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        Self {
            status: status.as_u16().to_string(),
            media_type: "text/html".to_owned(),
            headers: may_be_repeated.then(|| (header::RETRY_AFTER.to_string(), None)).into_iter().collect(),
            example: Value::String(page),
        }
    }
}

/// An example of an answer: its name, when it comes, if there is more to say than its status does, and itself.
pub(super) struct ExampleAnswer {
    pub(super) name: &'static str,
    pub(super) when: Option<&'static str>,
    pub(super) rendered: Rendered,
}

pub(super) type Schemas = Vec<(String, RefOr<Schema>)>;

/// The schema of a body, with those that it refers to, each with its name; `None` for a body in plain text.
pub(super) type BodySchemas = Option<Schemas>;

/// The schemas of the body `B`, its own first.
pub(super) fn body_schemas<B: ToSchema>() -> BodySchemas {
    if B::name() == String::name() {
        return None;
    }
    let mut schemas = vec![(B::name().into_owned(), B::schema())];
    B::schemas(&mut schemas);
    Some(schemas)
}

/// Adds answers of one status to `response`, as far as it has none of their media type: their headers, the schema of
/// their body, and each as an example.
pub(super) fn add(response: &mut Response, shown: &[ExampleAnswer], body: &BodySchemas) {
    let Some(ExampleAnswer { rendered: first, .. }) = shown.first() else { return };
    for (name, of_type, description) in &HEADERS {
        let given = first.headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
        if let Some((_, value)) = given {
            let header = || RefOr::T(described_header(of_type.clone(), description, value.as_deref()));
            response.headers.entry((*name).to_owned()).or_insert_with(header);
        }
    }
    if !first.media_type.is_empty() {
        let content = || RefOr::T(content(first, shown, body));
        response.content.entry(first.media_type.clone()).or_insert_with(content);
    }
}

fn content(first: &Rendered, shown: &[ExampleAnswer], body: &BodySchemas) -> Content {
    let builder = match body.as_ref().and_then(|schemas| schemas.first()) {
        Some((name, _)) if first.media_type == JSON => {
            ContentBuilder::new().schema(Some(Ref::from_schema_name(name)))
        }
        _ => ContentBuilder::new().schema(Some(String::schema())),
    };
    match shown {
        [only] => builder.example(Some(only.rendered.example.clone())).build(),
        several => {
            let examples = several.iter().map(|shown| {
                let example = ExampleBuilder::new().value(Some(shown.rendered.example.clone()));
                (shown.name.to_owned(), example.summary(shown.when.unwrap_or_default()).build())
            });
            builder.examples_from_iter(examples).build()
        }
    }
}

/// A header of an answer, with an example when there is one. A number is one of 0 and above.
pub(super) fn described_header(of_type: Type, description: &str, example: Option<&str>) -> Header {
    let schema = ObjectBuilder::new();
    let schema = match of_type {
        Type::Integer => schema
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .minimum(Some(0))
            .examples(example.and_then(|text| text.parse::<i32>().ok()).map(Value::from)),
        _ => schema.examples(example.map(Value::from)),
    };
    let schema = schema.schema_type(of_type);
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}
