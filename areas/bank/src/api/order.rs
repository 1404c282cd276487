//! `/bank/v1/orders`: taken, one read, its parts and its documents.

use std::time::Duration;

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use edge::{AreaPath, AreaQuery, BinaryBody, Description, EdgeError, FromQuery, QueryList, attachment};
use http::{HeaderMap, HeaderValue, header};
use orders::{HANDED_OUT_AT_ONCE_MAX, Order, OrderDocument, OrderId, PARTS_AT_ONCE_MAX, Wanted};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::caller::CallingSystem;
use super::error::BankError;
use super::messages::{APPLICATION_XML, wants_xml, written};
use super::wire::{BankOrder, BankOrders, BankParts};
use super::{after, examples};
use crate::work::answer::{document, documents, parts};
use crate::work::hand_out::{find, hand_out};

/// The longest wait for an order, in seconds.
const WAIT_S_MAX: i32 = 30;

/// The orders that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct OrdersAsked {
    /// The number after which to begin: `nextAfter` of the last answer, 0 at first.
    #[param(value_type = Option<i64>, minimum = 0, default = 0, example = 42)]
    after: i64,
    /// Orders of this kind alone, which is one of the system's role.
    #[param(value_type = Option<String>, example = "tariff_request.decide")]
    kind: String,
    /// The most orders.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 1000, default = 100, example = 100)]
    limit: i64,
    /// Seconds to wait while there are none.
    #[param(value_type = Option<i32>, minimum = 0, maximum = 30, default = 0, example = 30)]
    wait: Duration,
}

impl FromQuery<BankError> for OrdersAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let limit_max = i32::try_from(HANDED_OUT_AT_ONCE_MAX).unwrap_or(i32::MAX);
        let wait_s = query.int32("wait", 0..=WAIT_S_MAX)?.unwrap_or_default();
        Ok(Self {
            after: after(query)?,
            kind: query.single("kind")?.unwrap_or_default().to_owned(),
            limit: query.int32("limit", 1..=limit_max)?.unwrap_or(100).into(),
            wait: Duration::from_secs(u64::try_from(wait_s).unwrap_or_default()),
        })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// Take orders
///
/// The orders of the system's role after a number, the oldest first; with `wait` the answer comes as soon as there is
/// one. Asking again with the same number hands out the same orders again, with their present state: hand `nextAfter`
/// back when they are safe on your side.
#[utoipa::path(
    get,
    path = "/bank/v1/orders",
    tag = "Orders",
    responses((status = 200, description = "The orders.", body = BankOrders, example = json!(examples::orders()))),
)]
pub(super) async fn list_orders(
    CallingSystem(call): CallingSystem,
    AreaQuery(asked, _): AreaQuery<BankError, OrdersAsked>,
) -> Result<Json<BankOrders>, BankError> {
    let role = call.by.role;
    if !asked.kind.is_empty() && !call.state.desk.has_kind(role, &asked.kind) {
        return Err(EdgeError::malformed(format!(
            "The query parameter `kind` must be a kind of orders for systems of the role {role}"
        ))
        .into());
    }
    let wanted = Wanted { role, after: asked.after, kind: asked.kind, limit: asked.limit };
    let orders = hand_out(&call, wanted, asked.wait).await?;
    let next_after = orders.last().and_then(|order| order.seq).unwrap_or(asked.after);
    let told = told(orders, next_after).map_err(|error| EdgeError::internal(error.to_string()))?;
    Ok(Json(told))
}

fn told(orders: Vec<Order>, next_after: i64) -> Result<BankOrders, serde_json::Error> {
    let orders = orders.into_iter().map(BankOrder::try_from).collect::<Result<_, _>>()?;
    Ok(BankOrders { orders, next_after })
}

/// Returns the text of orders as this operation answers it: it is sent to systems that do not ask, too.
pub(crate) fn orders_text(orders: Vec<Order>, next_after: i64) -> Result<String, String> {
    let told = told(orders, next_after).and_then(|told| serde_json::to_string(&told));
    told.map_err(|error| error.to_string())
}

/// An order.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct OrderPath {
    /// The name of the order.
    #[param(example = "tr-1795165200000042")]
    id: String,
}

impl OrderPath {
    /// Reads the name; a text that is none names no order.
    pub(super) fn id(&self) -> Result<OrderId, BankError> {
        self.id.parse().map_err(|_| BankError::NO_ORDER)
    }
}

/// One order
///
/// With `Accept: application/xml` as pain.001.001.09, where it is for payments.
#[utoipa::path(
    get,
    path = "/bank/v1/orders/{id}",
    tag = "Orders",
    responses((status = 200, description = "The order.", content(
        (BankOrder = "application/json", example = json!(examples::order())),
        (String = "application/xml", example = json!(examples::INITIATION))))),
)]
pub(super) async fn get_order(
    CallingSystem(call): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    headers: HeaderMap,
) -> Result<Response, BankError> {
    let id = path.id()?;
    if wants_xml(&headers) {
        return Ok(([(header::CONTENT_TYPE, APPLICATION_XML)], written(&call, &id).await?).into_response());
    }
    let order = find(&call, &id).await?.ok_or(BankError::NO_ORDER)?;
    let order = BankOrder::try_from(order).map_err(|error| EdgeError::internal(error.to_string()))?;
    Ok(Json(order).into_response())
}

/// The parts that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct PartsAsked {
    /// The number after which to begin: `nextAfter` of the last answer, 0 at first.
    #[param(value_type = Option<i32>, minimum = 0, default = 0, example = 100)]
    after: i64,
    /// The most parts.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 1000, default = 1000, example = 1000)]
    limit: i64,
}

impl FromQuery<BankError> for PartsAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let limit_max = i32::try_from(PARTS_AT_ONCE_MAX).unwrap_or(i32::MAX);
        Ok(Self {
            after: query.int32("after", 0..=i32::MAX)?.unwrap_or_default().into(),
            limit: query.int32("limit", 1..=limit_max)?.unwrap_or(limit_max).into(),
        })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// Parts of an order
///
/// The transfers of a statement that the bank executes, in their order, each with its outcome so far and the moment, in
/// UTC, at which it was given. Orders of other kinds have none.
#[utoipa::path(
    get,
    path = "/bank/v1/orders/{id}/parts",
    tag = "Orders",
    responses((status = 200, description = "The parts.", body = BankParts, example = json!(examples::parts()))),
)]
pub(super) async fn get_parts(
    CallingSystem(call): CallingSystem,
    AreaPath(path, _): AreaPath<BankError, OrderPath>,
    AreaQuery(asked, _): AreaQuery<BankError, PartsAsked>,
) -> Result<Json<BankParts>, BankError> {
    let parts = parts(&call, &path.id()?, (asked.after, asked.limit)).await?;
    let parts = parts.ok_or(BankError::NO_ORDER)?;
    let last = parts.last().and_then(|part| part.get("part")).and_then(serde_json::Value::as_i64);
    Ok(Json(BankParts { parts, next_after: last.unwrap_or(asked.after) }))
}

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
    let found = documents(&call, &path.id()?).await?.ok_or(BankError::NO_ORDER)?;
    let one = |(number, document): (usize, OrderDocument)| BankDocument {
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

const ENDING_CHARACTERS_MAX: usize = 8;

/// A document of an order.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct DocumentPath {
    /// The name of the order.
    #[param(example = "tr-1795165200000042")]
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
    let id = path.id.parse().map_err(|_| BankError::NO_ORDER)?;
    let number = path.number.parse().map_err(|_| BankError::NO_ORDER)?;
    let found = document(&call, &id, number).await?.ok_or(BankError::NO_ORDER)?;
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
