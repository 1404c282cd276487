//! `POST /bank/v1/messages`, and orders as messages.

use axum::Json;
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use edge::{Described, EdgeError, read_body};
use http::{HeaderMap, header};
use iso20022::{Document, charset_of_transport};
use orders::{OrderId, Verdict};
use serde::Serialize;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::BODY_BYTES_MAX;
use super::caller::CallingSystem;
use super::error::BankError;
use super::examples;
use super::wire::BankVerdict;
use crate::state::Call;
use crate::work::compare::{CompareError, compare};
use crate::work::hand_out::find;
use crate::work::initiation::initiation;
use crate::work::message::take;

pub(super) const APPLICATION_XML: &str = "application/xml";

/// A body of the type `application/xml`, and the charset that its type names: it has to agree with the document.
#[derive(Debug)]
pub(super) struct MessageBody(Bytes, Option<String>);

impl<S: Send + Sync> FromRequest<S> for MessageBody {
    type Rejection = BankError;

    async fn from_request(request: Request, _: &S) -> Result<Self, BankError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let mut parts = kind.unwrap_or_default().split(';').map(str::trim);
        if !parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case(APPLICATION_XML)) {
            return Err(EdgeError::UnsupportedMediaType { wanted: "`Content-Type: application/xml`" }.into());
        }
        let charset = parts.filter_map(|parameter| parameter.split_once('=')).find_map(|(name, value)| {
            let is_it = name.trim().eq_ignore_ascii_case("charset");
            is_it.then(|| value.trim().trim_matches('"').to_owned())
        });
        let bytes = read_body(request, BODY_BYTES_MAX).await?;
        let charset = charset_of_transport(charset, &bytes);
        Ok(Self(bytes, charset.map_err(|lost| EdgeError::malformed(lost.to_string()))?))
    }
}

/// The operation that takes it says what it is.
impl Described for MessageBody {}

/// The fate of a message.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TakenMessage {
    /// The definition of the message.
    #[schema(example = "pain.002.001.10")]
    message: String,
    /// Of pain.002 and camt.054: what became of each payment, by its name from end to end.
    verdicts: Vec<BankVerdict>,
    /// Of camt.053: the number of payments that both sides have with the same sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    matched: Option<u64>,
    /// Of camt.053: the payments that differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<BankDifference>,
}

/// A payment that differs between a statement and the channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankDifference {
    /// Its name from end to end.
    #[schema(example = "VQ3K5RZ2N7JH4TYC6WLD2XAGUB5SPE7M")]
    end_to_end_id: String,
    /// `MISSING_HERE`, `MISSING_THERE`, `OTHER_SUM` or `TWICE`.
    #[schema(example = "OTHER_SUM")]
    difference: &'static str,
    /// Its sum as the channel knows it.
    #[schema(example = "50000.00")]
    here: Option<String>,
    /// Its sum in the statement; one that is not in roubles has its currency after it, as in `5000.00 USD`.
    #[schema(example = "5000.00")]
    there: Option<String>,
}

/// Answer with a message of ISO 20022
///
/// pain.002.001.10: `ACSC` and `ACCC` settle a payment, `RJCT` refuses it, every other status ends nothing; a list of
/// refusals alone settles nothing. camt.054.001.08: a booking that takes money settles its payment, one that brings it
/// back (`RtrInf`) refuses it or, where the payment was made already, is a return. camt.053.001.08 is compared with
/// what the system has said to be made in its time, and changes nothing.
#[utoipa::path(
    post,
    path = "/bank/v1/messages",
    tag = "Orders",
    request_body(content = String, content_type = "application/xml", description = "The message, at most 8 MiB",
        example = json!(examples::STATUS_REPORT)),
    responses((status = 200, description = "What became of it.", body = TakenMessage,
        example = json!(examples::taken_message()))),
)]
pub(super) async fn post_message(
    CallingSystem(call): CallingSystem,
    MessageBody(bytes, charset): MessageBody,
) -> Result<Json<TakenMessage>, BankError> {
    message(&call, bytes, charset).await.map(Json)
}

pub(super) async fn message(
    call: &Call,
    bytes: Bytes,
    charset: Option<String>,
) -> Result<TakenMessage, BankError> {
    let reader = call.state.messages.clone();
    let read = spawn_blocking(move || reader.read(&bytes, charset.as_deref())).await;
    let document = read.map_err(|error| EdgeError::internal(error.to_string()))?;
    let document = document.map_err(|violations| {
        let told: Vec<String> =
            violations.list().iter().take(VIOLATIONS_TOLD_MAX).map(ToString::to_string).collect();
        EdgeError::malformed(format!("The message is not valid: {}", told.join("; ")))
    })?;
    taken(call, &document).await
}

/// The most violations that an answer tells.
const VIOLATIONS_TOLD_MAX: usize = 5;

async fn taken(call: &Call, document: &Document) -> Result<TakenMessage, BankError> {
    let message = document.message().to_owned();
    if message == "camt.053.001.08" {
        let compared = compare(call, document).await.map_err(|error| match error {
            CompareError::Orders(error) => BankError::from(error),
            error @ (CompareError::Period | CompareError::TooManyTimes | CompareError::TooMany) => {
                EdgeError::malformed(error.to_string()).into()
            }
        })?;
        let differences = compared.differing.into_iter().map(|one| BankDifference {
            end_to_end_id: one.end_to_end,
            difference: one.difference.as_str(),
            here: one.here,
            there: one.there,
        });
        let matched = u64::try_from(compared.matched).ok();
        return Ok(TakenMessage {
            message,
            verdicts: Vec::new(),
            matched,
            differences: differences.collect(),
        });
    }
    let Some(verdicts) = take(call, document).await? else {
        let told =
            format!("{message} is no answer: pain.002.001.10, camt.053.001.08 and camt.054.001.08 are");
        return Err(EdgeError::malformed(told).into());
    };
    let told = |(name, verdict): (String, Verdict)| BankVerdict::told(name, verdict);
    let verdicts = verdicts.into_iter().map(told).collect();
    Ok(TakenMessage { message, verdicts, matched: None, differences: Vec::new() })
}

/// Tells whether a request wants an order as a message (RFC 9110, section 12.5.1): of XML and JSON the one with the
/// greater weight, of equal ones the one that is named first.
pub(super) fn wants_xml(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    let best = lines
        .flat_map(|line| line.split(','))
        .filter_map(weighed)
        .reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.is_some_and(|(is_xml, _)| is_xml)
}

/// Reads a media range that names XML or JSON, with its weight; none for one that is not wanted.
fn weighed(range: &str) -> Option<(bool, f32)> {
    let mut parts = range.split(';').map(str::trim);
    let kind = parts.next()?;
    let is_xml = kind.eq_ignore_ascii_case(APPLICATION_XML);
    let is_known = is_xml || kind.eq_ignore_ascii_case("application/json");
    let weight =
        parts.find_map(|parameter| parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q=")));
    let weight = weight.map_or(1.0, |weight| weight.parse().unwrap_or_default());
    (is_known && weight > 0.0).then_some((is_xml, weight))
}

/// Writes an order as pain.001; one that this does not tell is 404.
pub(super) async fn written(call: &Call, id: &OrderId) -> Result<String, BankError> {
    let Some(message) = initiation(call, id).await? else {
        let is_there = find(call, id).await?.is_some();
        return Err(if is_there { BankError::NotAsMessage } else { BankError::NO_ORDER });
    };
    let reader = call.state.messages.clone();
    let written = spawn_blocking(move || message.write(&reader)).await;
    let written = written.map_err(|error| EdgeError::internal(error.to_string()))?;
    written.map_err(|violations| {
        let told: Vec<String> = violations.list().iter().take(1).map(ToString::to_string).collect();
        EdgeError::internal(format!("an order is no pain.001: {}", told.join(""))).into()
    })
}
