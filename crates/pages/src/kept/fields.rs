//! The fields of a form that is kept: read within limits, without secrets and without files.

use axum::body::Body;
use axum::extract::Request;
use edge::{QueryList, read_body};
use http::header;
use multer::{Constraints, Multipart, SizeLimit};

use crate::{ANY_FORM_BYTES_MAX, PageError};

/// Fields that are never kept: passwords, one-time codes, recovery codes, and the token against forged forms. Every
/// field of a page that takes a password or a code has one of these names; a test reads the templates.
pub const SECRET_FIELDS: &[&str] =
    &["answer", "code", "csrf", "new", "password", "present", "recovery", "repeated"];
/// The most bytes of the names and values that are kept of a form.
pub const KEPT_BYTES_MAX: usize = 64 * 1024;
const FIELDS_MAX: usize = 256;

type Fields = Vec<(String, String)>;

/// Reads the fields of a form of either kind. `None` when it is none, or larger than what is kept.
pub(super) async fn read(request: Request<Body>) -> Option<Fields> {
    let kind = request.headers().get(header::CONTENT_TYPE)?.to_str().ok()?.to_owned();
    if let Ok(boundary) = multer::parse_boundary(&kind) {
        return read_parts(request, boundary).await;
    }
    let body = read_body(request, KEPT_BYTES_MAX).await.ok()?;
    let list = QueryList::<PageError>::parse(std::str::from_utf8(&body).ok()?).ok()?;
    Some(list.into_pairs())
}

/// Reads a form with files as it arrives, and lets go of the files.
async fn read_parts(request: Request<Body>, boundary: String) -> Option<Fields> {
    let whole = u64::try_from(ANY_FORM_BYTES_MAX).ok()?;
    let limits = Constraints::new().size_limit(SizeLimit::new().whole_stream(whole));
    let body = request.into_body().into_data_stream();
    let mut parts = Multipart::with_constraints(body, boundary, limits);
    let (mut fields, mut bytes) = (Vec::new(), 0_usize);
    while let Some(mut part) = parts.next_field().await.ok()? {
        let name = part.name().unwrap_or_default().to_owned();
        let is_file = part.file_name().is_some();
        let mut value = Vec::new();
        while let Some(chunk) = part.chunk().await.ok()? {
            if is_file {
                continue;
            }
            bytes = bytes.checked_add(chunk.len()).filter(|bytes| *bytes <= KEPT_BYTES_MAX)?;
            value.extend_from_slice(&chunk);
        }
        if !is_file {
            fields.push((name, String::from_utf8(value).ok()?));
        }
        if fields.len() > FIELDS_MAX {
            return None;
        }
    }
    Some(fields)
}

/// Leaves out secrets. `None` when the rest is more than is kept, or has a NUL.
pub(super) fn without_secrets(fields: Fields) -> Option<Fields> {
    let kept: Fields =
        fields.into_iter().filter(|(name, _)| !SECRET_FIELDS.contains(&name.as_str())).collect();
    let bytes: usize = kept.iter().map(|(name, value)| name.len().saturating_add(value.len())).sum();
    let has_nul = kept.iter().any(|(name, value)| name.contains('\0') || value.contains('\0'));
    (kept.len() <= FIELDS_MAX && bytes <= KEPT_BYTES_MAX && !has_nul).then_some(kept)
}

#[cfg(test)]
mod tests;
