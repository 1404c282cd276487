//! `GET /bank/letters/{id}/files/{file}`: a file of a letter, to be kept and never shown by the browser.

use axum::body::Body;
use axum::extract::State;
use edge::AreaPath;
use http::{HeaderValue, header};
use pages::{OnlineBank, PageError, PageResult, download};

use super::identifier;
use crate::pages::{Pages, viewer};
use crate::work::read_attachment::{find, pieces};

/// Whatever the file says, it runs nothing and shows nothing.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

pub(super) async fn get(
    State(pages): Pages,
    bank: OnlineBank,
    AreaPath((letter, file), _): AreaPath<PageError, (String, String)>,
) -> PageResult {
    viewer(&bank)?;
    let (letter, id) = (identifier(&letter)?, identifier(&file)?);
    let file = find(&pages.tariffs, &bank.company, letter, id).await?;
    let body = Body::from_stream(pieces(&pages.tariffs, &file));
    let mut response = download(&file.name, file.kind.media_type(), body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size_bytes));
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}
