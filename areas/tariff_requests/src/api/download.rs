//! `GET /v1/ctcm/request/{id}/client/{cnum}/download`.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edge::{BinaryBody, EdgeError, attachment};
use http::{HeaderMap, HeaderValue, StatusCode, header};

use super::caller::OnlineUser;
use super::error::TariffError;
use super::path::NamedRequest;
use crate::document::file_name;
use crate::state::TariffRequestsState;
use crate::store::requests::{self, RequestName};

/// Download the request as PDF
///
/// The same request always has the same bytes. HEAD answers without them; `If-None-Match` with the `ETag` answers 304.
#[utoipa::path(
    get,
    path = "/v1/ctcm/request/{id}/client/{cnum}/download",
    params(("If-None-Match" = Option<String>, Header, description = "The `ETag` of a former answer.", nullable = false,
        example = "\"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU\"")),
    responses(
        (status = 200, description = "The document, PDF/A.", body = inline(BinaryBody),
            content_type = "application/pdf",
            headers(
                ("Content-Disposition" = String, description = "`attachment` with a file name (RFC 6266)."),
                ("ETag" = String, description = "Names the bytes: their SHA-256."),
            ),
            example = json!("%PDF-1.7 …")),
        (status = 304, description = "The bytes are those of the `ETag`.",
            headers(("ETag" = String, description = "Names the bytes: their SHA-256."))),
    ),
)]
pub(super) async fn download_tariff_request(
    State(state): State<TariffRequestsState>,
    user: OnlineUser,
    headers: HeaderMap,
    NamedRequest { id, cnum }: NamedRequest,
) -> Result<Response, TariffError> {
    let store = &state.store;
    let request = requests::find(store, &user.viewer(), &cnum, RequestName::Id(id)).await??;
    let (pdf, digest) = requests::pdf(store, request.id).await?;
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(digest));
    let number = request.client_document_number;
    let name = file_name(request.document_type, number, request.language);
    let disposition = attachment(&format!("tariff-request-{number}.pdf"), &name);
    let value = |text: &str| {
        HeaderValue::from_str(text)
            .map_err(|_| TariffError::Edge(EdgeError::internal("a header of a download")))
    };
    let common = [
        (header::ETAG, value(&tag)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
    ];
    if knows(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let own = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        (header::CONTENT_DISPOSITION, value(&disposition)?),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    Ok((common, own, pdf).into_response())
}

/// Tells whether `If-None-Match` names the tag (RFC 9110, section 13.1.2: weak comparison, `*` is any).
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = values.flat_map(|value| value.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
