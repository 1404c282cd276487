//! Bodies, whole and bounded.

use std::error::Error;
use std::marker::PhantomData;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::fault::{AreaError, Fault};
use crate::serve::BodyTimeout;

/// The request's body as bytes, of any content type: at most `BYTES_MAX`, else 413.
#[derive(Debug)]
pub struct AreaBytes<E, const BYTES_MAX: usize>(pub Bytes, pub PhantomData<fn() -> E>);

impl<E: AreaError, S: Send + Sync, const BYTES_MAX: usize> FromRequest<S> for AreaBytes<E, BYTES_MAX> {
    type Rejection = E;

    async fn from_request(request: Request, _state: &S) -> Result<Self, E> {
        Ok(Self(read_body(request, BYTES_MAX).await?, PhantomData))
    }
}

/// The whole body of `request`.
///
/// # Errors
/// [`Fault::PayloadTooLarge`] above `bytes_max` (before a byte is read when `Content-Length` says so),
/// [`Fault::Timeout`] when the sender was too slow, [`Fault::Malformed`] when the body broke off.
pub async fn read_body(request: Request, bytes_max: usize) -> Result<Bytes, Fault> {
    check_announced_length(request.headers(), bytes_max)?;
    let body: Body = request.into_body();
    match Limited::new(body, bytes_max).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) => Err(body_fault(&*error, bytes_max)),
    }
}

/// Refuses a body whose `Content-Length` is above the limit.
pub(crate) fn check_announced_length(headers: &HeaderMap, bytes_max: usize) -> Result<(), Fault> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    match announced.map(str::parse::<u64>) {
        Some(Ok(length)) if length > u64::try_from(bytes_max).unwrap_or(u64::MAX) => {
            Err(Fault::PayloadTooLarge { limit_bytes: bytes_max })
        }
        Some(Err(_)) => Err(Fault::malformed("Content-Length is not a number")),
        _ => Ok(()),
    }
}

/// What made the body fail: axum and http-body wrap it, so the chain of sources is searched.
fn body_fault(error: &(dyn Error + 'static), bytes_max: usize) -> Fault {
    /// The most errors looked at in a chain of sources.
    const SOURCES_MAX: usize = 16;
    let mut next = Some(error);
    for _ in 0..SOURCES_MAX {
        let Some(source) = next else { break };
        if source.is::<LengthLimitError>() {
            return Fault::PayloadTooLarge { limit_bytes: bytes_max };
        }
        if source.is::<BodyTimeout>() {
            return Fault::Timeout;
        }
        next = source.source();
    }
    Fault::malformed("The body broke off")
}
