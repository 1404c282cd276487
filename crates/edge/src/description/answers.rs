//! The answers that the frame and the extractors give for every area, rendered by the area's own error.

use http::header;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Components, RefOr, Response};

use super::rendered::{ExampleAnswer, Rendered, add, body_schemas, described_header};
use super::{DescribedError, ID_TOKEN_SCHEME, takes};
use crate::area::AreaLimits;
use crate::error::EdgeError;
use crate::extract::{NOT_JSON, WANTED_BEARER};
use crate::token::TokenError;

/// Meaning of 400 for every operation that takes parameters or a body.
pub(super) const MALFORMED: &str = "The request does not have the promised form.";

/// The description of a status of the frame, and the errors that have it, each with a name.
type FrameAnswer = (&'static str, Vec<(&'static str, EdgeError)>);

pub(super) fn add_body_schemas<E: DescribedError>(components: &mut Components) {
    for (name, schema) in body_schemas::<E::Body>().into_iter().flatten() {
        components.schemas.entry(name).or_insert(schema);
    }
}

/// Adds each answer of the frame, as far as the operation does not describe one of that status and media type itself.
/// An operation that changes something `can_be_stopped` by an operator.
pub(super) fn add_frame_answers<E: DescribedError>(
    operation: &mut Operation,
    area: AreaLimits,
    can_be_stopped: bool,
) {
    let body = body_schemas::<E::Body>();
    for (description, errors) in frame_answers(operation, area, can_be_stopped) {
        let shown: Vec<ExampleAnswer> = errors
            .into_iter()
            .map(|(name, error)| ExampleAnswer { name, when: None, rendered: rendered::<E>(error) })
            .collect();
        let Some(first) = shown.first() else { continue };
        let responses = &mut operation.responses.responses;
        let response = responses
            .entry(first.rendered.status.clone())
            .or_insert_with(|| RefOr::T(Response::new(description)));
        if let RefOr::T(response) = response {
            add(response, &shown, &body);
        }
    }
}

/// Adds the header `X-Request-Id`, which every answer carries (GEN-03).
pub(super) fn add_request_id(operation: &mut Operation) {
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response {
            let header = described_header(Type::String, "Names this request in every log of the bank.", None);
            response.headers.insert("X-Request-Id".to_owned(), RefOr::T(header));
        }
    }
}

/// Tells whether the operation reads anything that can lack the promised form: a body, or the address.
pub(super) fn can_be_malformed(operation: &Operation) -> bool {
    let of_address = |parameter: &RefOr<Parameter>| {
        let RefOr::T(parameter) = parameter else { return true };
        matches!(parameter.parameter_in, ParameterIn::Path | ParameterIn::Query)
    };
    operation.request_body.is_some() || operation.parameters.iter().flatten().any(of_address)
}

/// Lists the answers that the frame may give to an operation. They depend on its parameters, tokens and body.
fn frame_answers(operation: &Operation, area: AreaLimits, can_be_stopped: bool) -> Vec<FrameAnswer> {
    let one = |description, error| (description, vec![("", error)]);
    let too_large = EdgeError::PayloadTooLarge { limit_bytes: area.body_bytes_max };
    let mut answers = vec![
        one("The path has no such method.", EdgeError::MethodNotAllowed),
        one("The body is longer than the operation takes.", too_large),
        one("A fault of the bank.", EdgeError::internal("an example")),
        if can_be_stopped {
            (
                "Not possible at this moment, or the bank takes no changes; worth a retry.",
                vec![("unavailable", EdgeError::Unavailable), ("readOnly", EdgeError::ReadOnly)],
            )
        } else {
            one("Not possible at this moment; worth a retry.", EdgeError::Unavailable)
        },
    ];
    if can_be_malformed(operation) {
        answers.push(one(MALFORMED, EdgeError::malformed("The path has the character U+0000")));
    }
    if takes(operation, ID_TOKEN_SCHEME) {
        let tokens = vec![
            ("tokensMissing", EdgeError::MissingCredentials { wanted: WANTED_BEARER }),
            ("tokenExpired", EdgeError::InvalidToken(TokenError::Expired)),
        ];
        answers.push(("A token is missing, expired or wrong, or the two do not belong together.", tokens));
        if can_be_stopped {
            let stopped = vec![("companyStopped", EdgeError::CompanyStopped)];
            answers.push(("The bank takes no changes of the company.", stopped));
        }
        answers.push(one("Too many requests.", EdgeError::TooManyRequests { retry_after_s: 1 }));
    }
    if operation.request_body.is_some() {
        answers.push(one("The body did not arrive in time.", EdgeError::Timeout));
        answers.push(one("The content type is none that the operation takes.", NOT_JSON));
    }
    answers
}

fn rendered<E: DescribedError>(error: EdgeError) -> Rendered {
    let is_wrong_method = matches!(error, EdgeError::MethodNotAllowed);
    let mut rendered = Rendered::of(E::from(error));
    if is_wrong_method {
        // The router knows the methods of a path and adds them afterwards.
        rendered.headers.push((header::ALLOW.to_string(), None));
    }
    rendered
}
