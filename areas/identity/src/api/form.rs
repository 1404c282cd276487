//! Form body of a request from a client's server.

use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
pub(super) use edge::FORM;
use edge::{Described, EdgeError, written_json};
use serde::Serialize;

use super::error::{IdentityError, keep_out_of_caches};
use crate::login::parameters::{Duplicate, Parameters};
use crate::pages::steps::submission::form;

/// Bytes of an answer that have room at first: those of tokens and what is told of them fit.
const ANSWER_BYTES_GUESSED: usize = 2_560;

#[derive(Debug)]
pub(super) struct Form(Parameters);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = IdentityError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, IdentityError> {
        Ok(Self(form(request).await?))
    }
}

/// The operation that takes it says which parameters it has.
impl Described for Form {}

impl Form {
    pub(super) fn into_parameters(self) -> Parameters {
        self.0
    }

    /// Returns a parameter; an empty one is an absent one (RFC 6749, 3.1).
    pub(super) fn optional(&self, name: &'static str) -> Result<Option<String>, IdentityError> {
        match self.0.text(name) {
            Ok(value) => Ok(value.map(std::borrow::Cow::into_owned)),
            Err(Duplicate) => Err(EdgeError::malformed(format!("{name} was sent more than once")).into()),
        }
    }

    pub(super) fn required(&self, name: &'static str) -> Result<String, IdentityError> {
        let missing = || EdgeError::malformed(format!("{name} is required")).into();
        self.optional(name)?.ok_or_else(missing)
    }
}

/// A JSON answer that no cache may keep.
#[derive(Debug)]
pub(super) struct Unstored<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Unstored<T> {
    fn into_response(self) -> Response {
        let mut body = Vec::with_capacity(ANSWER_BYTES_GUESSED);
        if let Err(error) = serde_json::to_writer(&mut body, &self.0) {
            return IdentityError::Edge(EdgeError::internal(error.to_string())).into_response();
        }
        let mut response = written_json(body);
        keep_out_of_caches(&mut response);
        response
    }
}
