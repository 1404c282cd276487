//! The body of a document: its content type and its bytes.

use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use edge::{Described, EdgeError, read_body};
use http::{HeaderMap, header};
use iso20022::charset_of_transport;

use super::error::CertificatesError;
use crate::state::DOCUMENT_BYTES_MAX;

/// The only content type (spec section 4.3).
pub(super) const APPLICATION_XML: &str = "application/xml";

/// The most characters of a charset name that is handed on.
const CHARSET_CHARACTERS_MAX: usize = 40;

/// A body of the type `application/xml`, at most [`DOCUMENT_BYTES_MAX`] bytes. Another type or an encoded body is
/// 415, a longer one 413.
#[derive(Debug)]
pub(super) struct DocumentBody {
    pub(super) bytes: Bytes,
    /// The charset of the content type, when it has one: it has to agree with the document.
    pub(super) charset: Option<String>,
}

impl<S: Send + Sync> FromRequest<S> for DocumentBody {
    type Rejection = CertificatesError;

    async fn from_request(request: Request, _: &S) -> Result<Self, CertificatesError> {
        let charset = charset(request.headers())?;
        let bytes = read_body(request, DOCUMENT_BYTES_MAX).await?;
        let charset = charset_of_transport(charset, &bytes);
        Ok(Self { charset: charset.map_err(|lost| EdgeError::malformed(lost.to_string()))?, bytes })
    }
}

/// The operation that takes it says what it is.
impl Described for DocumentBody {}

/// The charset of an XML body, if it names one.
fn charset(headers: &HeaderMap) -> Result<Option<String>, EdgeError> {
    let refused = || EdgeError::UnsupportedMediaType { wanted: "`Content-Type: application/xml`" };
    let mut values = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return Err(refused()) };
    let mut parts = value.to_str().map_err(|_| refused())?.split(';').map(str::trim);
    if !parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case(APPLICATION_XML)) {
        return Err(refused());
    }
    let mut charsets = parts.filter_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches('"').to_owned())
    });
    match (charsets.next(), charsets.next()) {
        (charset, None) if charset.as_ref().is_none_or(|name| name.len() <= CHARSET_CHARACTERS_MAX) => {
            Ok(charset)
        }
        _ => Err(refused()),
    }
}
