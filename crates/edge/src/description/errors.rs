//! Errors of an area's own, as its operations describe them: rendered, so that the description is what is answered.

use http::StatusCode;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{RefOr, Response};

use super::DescribedError;
use super::answers::{MALFORMED, can_be_malformed};
use super::rendered::{BodySchemas, ExampleAnswer, Rendered, Schemas, add, body_schemas};

/// An error that operations of an area answer with. Status, code, text and headers are those of its answer.
#[derive(Clone, Copy, Debug)]
pub struct ErrorExample<E> {
    name: &'static str,
    when: &'static str,
    error: fn() -> E,
    body: fn() -> BodySchemas,
}

/// Declares the examples of an area's errors as constants of its error type, each with its name, its sentence and what
/// makes one ([`ErrorExample::new`]).
///
/// ```ignore
/// edge::error_examples! { AccountsError:
///     NOT_FOUND "notFound": "There is no such account." => Self::NotFound;
/// }
/// ```
#[macro_export]
macro_rules! error_examples {
    ($error:ident: $($constant:ident $name:literal: $when:literal => $make:expr;)+) => {
        impl $error {
            $(pub(super) const $constant: $crate::ErrorExample<Self> =
                $crate::ErrorExample::new($name, $when, || $make);)+
        }
    };
}

impl<E: DescribedError> ErrorExample<E> {
    /// An error with the usual body of its area. `name` tells it from others of its status, in camel case; `when` is a
    /// sentence that says when it comes; `error` makes one, whose answer is the example.
    pub const fn new(name: &'static str, when: &'static str, error: fn() -> E) -> Self {
        Self { name, when, error, body: body_schemas::<E::Body> }
    }

    /// The same error, whose JSON body is a `B` and not that of the area.
    pub const fn with_body<B: ToSchema>(self) -> Self {
        Self { body: body_schemas::<B>, ..self }
    }
}

/// An error of an operation, of whichever area.
pub struct ErrorAnswer {
    shown: ExampleAnswer,
    body: BodySchemas,
}

kernel::debug_shows!(ErrorAnswer { name: shown.name, .. });

impl<E: DescribedError> From<ErrorExample<E>> for ErrorAnswer {
    fn from(example: ErrorExample<E>) -> Self {
        let ErrorExample { name, when, error, body } = example;
        let shown = ExampleAnswer { name, when: Some(when), rendered: Rendered::of(error()) };
        Self { shown, body: body() }
    }
}

impl ErrorAnswer {
    /// An error that is answered with a page for people. `when` is a sentence that says when it comes.
    pub fn of_page(when: &'static str, status: StatusCode, page: String) -> Self {
        let shown =
            ExampleAnswer { name: "page", when: Some(when), rendered: Rendered::of_page(status, page) };
        Self { shown, body: None }
    }
}

/// Adds the answers: those of one status together, with one example each.
pub(super) fn add_own_answers(operation: &mut Operation, schemas: &mut Schemas, errors: Vec<ErrorAnswer>) {
    let mut by_status: Vec<(Vec<ExampleAnswer>, BodySchemas)> = Vec::new();
    for ErrorAnswer { shown, body } in errors {
        let of_status = |(others, _): &&mut (Vec<ExampleAnswer>, _)| {
            others.first().is_some_and(|other| other.rendered.status == shown.rendered.status)
        };
        match by_status.iter_mut().find(of_status) {
            Some((others, _)) => others.push(shown),
            None => by_status.push((vec![shown], body)),
        }
    }
    for (shown, body) in by_status {
        let mut sentences: Vec<&str> = shown.iter().filter_map(|shown| shown.when).collect();
        let Some(status) = shown.first().map(|shown| shown.rendered.status.clone()) else { continue };
        if status == "400" && can_be_malformed(operation) {
            sentences.insert(0, MALFORMED);
        }
        let mut response = Response::new(sentences.join(" "));
        add(&mut response, &shown, &body);
        operation.responses.responses.entry(status).or_insert(RefOr::T(response));
        schemas.extend(body.into_iter().flatten());
    }
}
