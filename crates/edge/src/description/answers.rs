//! The answers that the frame and the extractors give for every area, rendered by the area's own error.

use axum::body::to_bytes;
use axum::response::Response as HttpResponse;
use futures_util::FutureExt;
use http::header;
use serde_json::Value;
use tracing::subscriber::{NoSubscriber, with_default};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Components, Content, ContentBuilder, Ref, RefOr, Response};
use utoipa::{PartialSchema, ToSchema};

use super::{DescribedError, ID_TOKEN_SCHEME, takes};
use crate::area::AreaLimits;
use crate::context::RequestContext;
use crate::error::EdgeError;
use crate::token::TokenError;

/// The most bytes of a rendered error; an area's largest has about 300.
const ERROR_BYTES_MAX: usize = 16 * 1024;

const JSON: &str = "application/json";

/// Headers of errors that a caller acts on: name, type and description.
const HEADERS: [(&str, Type, &str); 4] = [
    ("Allow", Type::String, "The methods that the path has."),
    ("Retry-After", Type::Integer, "Seconds to wait."),
    ("WWW-Authenticate", Type::String, "How to authenticate (RFC 9110, section 11.6.1)."),
    ("Cache-Control", Type::String, "Whether and how long the answer may be kept."),
];

/// A status of the frame: its description, and the errors that have it, each with a name.
struct FrameAnswer {
    description: &'static str,
    errors: Vec<(&'static str, EdgeError)>,
}

/// Adds the schemas of the area's error body.
pub(super) fn add_body_schemas<E: DescribedError>(components: &mut Components) {
    if is_plain_text::<E>() {
        return;
    }
    let mut schemas = vec![(E::Body::name().into_owned(), E::Body::schema())];
    E::Body::schemas(&mut schemas);
    for (name, schema) in schemas {
        components.schemas.entry(name).or_insert(schema);
    }
}

/// Adds each answer of the frame, as far as the operation does not describe one of that status and media type itself.
pub(super) fn add_frame_answers<E: DescribedError>(operation: &mut Operation, area: AreaLimits) {
    for FrameAnswer { description, errors } in frame_answers(operation, area) {
        let rendered: Vec<(&str, Rendered)> =
            errors.into_iter().map(|(name, error)| (name, Rendered::of::<E>(error))).collect();
        let Some((_, first)) = rendered.first() else { continue };
        let response = operation
            .responses
            .responses
            .entry(first.status.clone())
            .or_insert_with(|| RefOr::T(Response::new(description)));
        let RefOr::T(response) = response else { continue };
        for (name, of_type, description) in &HEADERS {
            if first.headers.iter().any(|header| header.eq_ignore_ascii_case(name)) {
                response
                    .headers
                    .entry((*name).to_owned())
                    .or_insert_with(|| RefOr::T(described_header(of_type.clone(), description)));
            }
        }
        response.content.entry(first.media_type.clone()).or_insert_with(|| RefOr::T(content::<E>(&rendered)));
    }
}

/// Adds the header `X-Request-Id`, which every answer carries (GEN-03).
pub(super) fn add_request_id(operation: &mut Operation) {
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response {
            let header = described_header(Type::String, "Names this request in every log of the bank.");
            response.headers.insert("X-Request-Id".to_owned(), RefOr::T(header));
        }
    }
}

/// Lists the answers that the frame may give to an operation. They depend on its parameters, tokens and body.
fn frame_answers(operation: &Operation, area: AreaLimits) -> Vec<FrameAnswer> {
    let one = |description, error| FrameAnswer { description, errors: vec![("", error)] };
    let too_large = EdgeError::PayloadTooLarge { limit_bytes: area.body_bytes_max };
    let mut answers = vec![
        one("The path has no such method.", EdgeError::MethodNotAllowed),
        one("The body is longer than the operation takes.", too_large),
        one("A fault of the bank.", EdgeError::internal("an example")),
        one("Not possible at this moment; worth a retry.", EdgeError::Unavailable),
    ];
    let has_body = operation.request_body.is_some();
    let parameters = operation.parameters.iter().flatten();
    let of_address = |parameter: &RefOr<utoipa::openapi::path::Parameter>| {
        let RefOr::T(parameter) = parameter else { return true };
        matches!(parameter.parameter_in, ParameterIn::Path | ParameterIn::Query)
    };
    if has_body || parameters.into_iter().any(of_address) {
        let error = EdgeError::malformed("The path has the character U+0000");
        answers.push(one("The request does not have the promised form.", error));
    }
    if takes(operation, ID_TOKEN_SCHEME) {
        answers.push(FrameAnswer {
            description: "A token is missing, expired or wrong, or the two do not belong together.",
            errors: vec![
                ("tokensMissing", EdgeError::MissingCredentials),
                ("tokenExpired", EdgeError::InvalidToken(TokenError::Expired)),
            ],
        });
        answers.push(one("Too many requests.", EdgeError::TooManyRequests { retry_after_s: 1 }));
    }
    if has_body {
        answers.push(one("The body did not arrive in time.", EdgeError::Timeout));
        answers
            .push(one("The content type is none that the operation takes.", EdgeError::UnsupportedMediaType));
    }
    answers
}

/// An error as the area answers it.
struct Rendered {
    status: String,
    media_type: String,
    headers: Vec<String>,
    example: Value,
}

impl Rendered {
    /// Renders in the trace of the W3C's own example, and without the log line that the error would leave.
    fn of<E: DescribedError>(error: EdgeError) -> Self {
        let is_wrong_method = matches!(error, EdgeError::MethodNotAllowed);
        let response: HttpResponse = with_default(NoSubscriber::default(), || {
            RequestContext::in_example(|| E::from(error).into_response())
        });
        let media_type = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.and_then(|value| value.split(';').next()).unwrap_or_default().to_owned();
        let mut headers: Vec<String> = response.headers().keys().map(ToString::to_string).collect();
        if is_wrong_method {
            // The router knows the methods of a path and adds them afterwards.
            headers.push(header::ALLOW.to_string());
        }
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
}

fn content<E: DescribedError>(rendered: &[(&str, Rendered)]) -> Content {
    let builder = match rendered.first() {
        Some((_, first)) if first.media_type == JSON && !is_plain_text::<E>() => {
            ContentBuilder::new().schema(Some(Ref::from_schema_name(E::Body::name())))
        }
        _ => ContentBuilder::new().schema(Some(String::schema())),
    };
    match rendered {
        [(_, only)] => builder.example(Some(only.example.clone())).build(),
        several => {
            let examples = several.iter().map(|(name, rendered)| {
                let example = ExampleBuilder::new().value(Some(rendered.example.clone()));
                ((*name).to_owned(), example.build())
            });
            builder.examples_from_iter(examples).build()
        }
    }
}

fn is_plain_text<E: DescribedError>() -> bool {
    E::Body::name() == String::name()
}

fn described_header(of_type: Type, description: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(of_type);
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}
