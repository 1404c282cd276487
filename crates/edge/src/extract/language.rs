//! The language of the answer.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::request::Parts;
use kernel::Language;

use crate::accept_language::accept_language;

/// The language that the header `Accept-Language` asks for, or the bank's own; for every operation whose answer has
/// texts in the language of the request.
#[derive(Clone, Copy, Debug)]
pub struct AcceptLanguage(pub Language);

impl<S: Send + Sync> FromRequestParts<S> for AcceptLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self(accept_language(&parts.headers).unwrap_or_default()))
    }
}
