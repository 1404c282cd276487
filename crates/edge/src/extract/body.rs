//! Bodies, whole and bounded.

use std::error::Error;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::error::EdgeError;
use crate::serve::BodyTimeout;

/// The whole body of `request`.
///
/// # Errors
/// [`EdgeError::UnsupportedMediaType`] for one that is compressed, [`EdgeError::PayloadTooLarge`] above `bytes_max`
/// (before a byte is read when `Content-Length` says so), [`EdgeError::Timeout`] when the sender was too slow,
/// [`EdgeError::Malformed`] when the body broke off.
pub async fn read_body(request: Request, bytes_max: usize) -> Result<Bytes, EdgeError> {
    check_announced_length(request.headers(), bytes_max)?;
    let mut encodings = request.headers().get_all(header::CONTENT_ENCODING).iter();
    if !encodings.all(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(EdgeError::UnsupportedMediaType { wanted: "the body without `Content-Encoding`" });
    }
    let body: Body = request.into_body();
    match Limited::new(body, bytes_max).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) => Err(body_error(&*error, bytes_max)),
    }
}

/// The content type of forms.
pub const FORM: &str = "application/x-www-form-urlencoded";

/// The whole body of `request` as [`read_body`] does, when it is announced as a [`FORM`].
pub async fn read_form(request: Request, bytes_max: usize) -> Result<Bytes, EdgeError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.and_then(|value| value.split(';').next()).unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case(FORM) {
        return Err(EdgeError::UnsupportedMediaType { wanted: FORM });
    }
    read_body(request, bytes_max).await
}

/// Refuses a body whose `Content-Length` is above the limit.
pub(crate) fn check_announced_length(headers: &HeaderMap, bytes_max: usize) -> Result<(), EdgeError> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    match announced.map(str::parse::<u64>) {
        Some(Ok(length)) if length > u64::try_from(bytes_max).unwrap_or(u64::MAX) => {
            Err(EdgeError::PayloadTooLarge { limit_bytes: bytes_max })
        }
        Some(Err(_)) => Err(EdgeError::malformed("Content-Length is not a number")),
        _ => Ok(()),
    }
}

/// Finds the cause of a failed body: axum and http-body wrap it, so the chain of sources is searched.
fn body_error(error: &(dyn Error + 'static), bytes_max: usize) -> EdgeError {
    /// The most errors looked at in a chain of sources.
    const SOURCES_MAX: usize = 16;
    let mut next = Some(error);
    for _ in 0..SOURCES_MAX {
        let Some(source) = next else { break };
        if source.is::<LengthLimitError>() {
            return EdgeError::PayloadTooLarge { limit_bytes: bytes_max };
        }
        if source.is::<BodyTimeout>() {
            return EdgeError::Timeout;
        }
        next = source.source();
    }
    EdgeError::malformed("The body broke off")
}
