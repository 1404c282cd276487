//! `GET /bank/v1/orders/{id}/documents` and `GET /bank/v1/orders/{id}/documents/{number}`.

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use edge::{AreaPath, BinaryBody, EdgeError, attachment};
use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::order::OrderPath;
use crate::work::documents::{document, documents};

/// The documents of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BankDocuments {
    /// In an order that stays.
    documents: Vec<BankDocument>,
}

/// A document of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankDocument {
    /// By which it is read.
    #[schema(minimum = 1, example = 1)]
    number: usize,
    /// The name of the file; one of a letter is as a person has named it.
    #[schema(example = "request.pdf")]
    name: String,
    /// Its media type.
    #[schema(example = "application/pdf")]
    media_type: String,
}

/// Documents of an order
///
/// Lists what people have read and signed: a request with its signatures, a message to currency control, the files of a
/// letter, a statement with its signatures. docs/CONNECT.md names them by kinds.
#[utoipa::path(
    get,
    path = "/bank/v1/orders/{id}/documents",
    tag = "Orders",
    responses((status = 200, description = "The documents.", body = BankDocuments,
        example = json!(examples::documents()))),
)]
pub(super) async fn get_documents(
    CallingSystem(call): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
) -> Result<Json<BankDocuments>, BankError> {
    let found = documents(&call, &path.id()?).await?.ok_or(BankError::NotFound)?;
    let one = |(number, document): (usize, orders::OrderDocument)| BankDocument {
        number,
        name: document.name,
        media_type: document.media_type,
    };
    Ok(Json(BankDocuments { documents: (1..).zip(found).map(one).collect() }))
}

/// Returns the letters and digits after the last point of a name, for a name that is safe everywhere.
pub(super) fn ending(name: &str) -> String {
    let ending = name.rsplit_once('.').map_or("bin", |(_, ending)| ending);
    ending.chars().filter(char::is_ascii_alphanumeric).take(ENDING_CHARACTERS_MAX).collect()
}

/// The most characters of an ending.
const ENDING_CHARACTERS_MAX: usize = 8;

/// A document of an order.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct DocumentPath {
    /// The name of the order.
    #[param(example = "tr-460167004471296")]
    id: String,
    /// The number of the document.
    #[param(example = "1")]
    number: String,
}

/// One document
///
/// The same document has the same bytes whenever it is read. What has left for the archive is 404.
#[utoipa::path(
    get,
    path = "/bank/v1/orders/{id}/documents/{number}",
    tag = "Orders",
    responses((status = 200, description = "The document, with its own `Content-Type`.", body = inline(BinaryBody),
        content_type = "application/octet-stream",
        headers(("Content-Disposition" = String, description = "`attachment` with a file name (RFC 6266).")),
        example = json!("%PDF-1.7 …"))),
)]
pub(super) async fn get_document(
    CallingSystem(call): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, DocumentPath>,
) -> Result<Response, BankError> {
    let id = path.id.parse().map_err(|_| BankError::NotFound)?;
    let number = path.number.parse().map_err(|_| BankError::NotFound)?;
    let found = document(&call, &id, number).await?.ok_or(BankError::NotFound)?;
    let plain = format!("document-{number}.{}", ending(&found.name));
    let value =
        |text: &str| HeaderValue::from_str(text).map_err(|_| EdgeError::internal("a header of a document"));
    let headers = [
        (header::CONTENT_TYPE, value(&found.media_type)?),
        (header::CONTENT_DISPOSITION, value(&attachment(&plain, &found.name))?),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, found.content.unwrap_or_default()).into_response())
}
