//! Path parameters.

use std::marker::PhantomData;

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::{AreaError, EdgeError};

/// The path's parameters as `T`: a struct by name, which also describes them. Bad percent-encoding, bad UTF-8, NUL and
/// a value that is no `T` are 400.
#[derive(Debug)]
pub struct AreaPath<E, T>(pub T, pub PhantomData<fn() -> E>);

impl<E: AreaError, T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for AreaPath<E, T> {
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, E> {
        // PostgreSQL cannot store NUL, so no identifier has one (U+0000 cannot stand in a path unencoded).
        if parts.uri.path().contains("%00") {
            return Err(EdgeError::malformed("The path has the character U+0000").into());
        }
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value, PhantomData)),
            Err(rejection) => Err(error(&rejection).into()),
        }
    }
}

fn error(rejection: &PathRejection) -> EdgeError {
    match rejection {
        PathRejection::FailedToDeserializePathParams(error) if error.status().is_client_error() => {
            match error.kind() {
                ErrorKind::ParseErrorAtKey { key, value, expected_type }
                    if expected_type.starts_with('i') =>
                {
                    EdgeError::malformed(format!("`{key}` of the path must be a whole number, not `{value}`"))
                }
                other => EdgeError::malformed(format!("The path is not valid: {other}")),
            }
        }
        other => EdgeError::internal(format!("the handler's path type does not fit its route: {other}")),
    }
}
