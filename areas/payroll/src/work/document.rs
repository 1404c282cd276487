//! The document that is signed with a certificate in the online bank, and that orders about statements have with its
//! signatures (BNK-03): the statement as the bank holds it.
//!
//! It is the payload of spec section 2.5, made from the rows, with every default filled in. Its digest follows the
//! rules of a signed request (PAY-11), so that the same tools sign both.

use edge::{ExactAmount, ExactDecimal};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::Cnum;
use orders::{Order, OrderDocument, OrderDocuments, OrderError};
use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest as _, Sha256};
use store::{Result, StoreError, Tx};

use super::access::read_seen;
use super::error::StatementError;
use super::trail::Origin;
use crate::identifier::{ExternalId, StatementId};
use crate::income::CODE_FIELD;
use crate::state::PayrollState;
use crate::statement::{ConversionRate, ReportingPeriod, ResponsiblePerson, StatementHeader};
use crate::store::{signatures, statements, transfers};
use crate::transfer::{BorrowedValue, Conversion, FIELDS, FIELDS_COUNT, FieldValue, SentAmount};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SigningDocument {
    /// The version that the document shows; signing names it.
    pub version: i64,
    /// The document: JSON text in its canonical form.
    pub text: String,
    /// SHA-256 of the text: the 32 bytes that the CMS is over.
    pub digest: [u8; 32],
}

/// Returns the company's statement as a document to sign; it awaits signatures.
pub async fn signing_document(
    state: &PayrollState,
    origin: &Origin,
    id: StatementId,
) -> Result<SigningDocument, StatementError> {
    let read = |tx: &mut Tx, header: StatementHeader, _| to_sign(tx, &header);
    read_seen(state, "payroll.signing_document", (origin, id), read).await
}

/// Returns the document of the company's statement by its sender's name, for the keys of a sandbox.
pub(crate) async fn document_for(
    state: &PayrollState,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<SigningDocument, StatementError> {
    let (cnum, name) = (cnum.clone(), external_id.clone());
    let work = move |tx: &mut Tx| {
        let header = statements::header_by_external_id(tx, &cnum, &name)?.ok_or(StatementError::NotFound)?;
        to_sign(tx, &header)
    };
    state.store.read("payroll.document_for", work).await
}

fn to_sign(tx: &mut Tx, header: &StatementHeader) -> Result<SigningDocument, StatementError> {
    let status = header.state.status();
    if !status.awaits_signatures() {
        return Err(StatementError::NotInThisState(status));
    }
    Ok(load(tx, header)?)
}

pub(super) fn load(tx: &mut Tx, header: &StatementHeader) -> Result<SigningDocument> {
    let inconsistency = |reason: String| StoreError::Inconsistency {
        query: "TRANSFERS_BETWEEN",
        column: "amount_minor".to_owned(),
        reason,
    };
    let mut lines = Vec::new();
    transfers::for_each(tx, header.id, header.lines_count, |transfer| {
        lines.push(to_raw_value(&Line(transfer.values())));
    })?;
    let lines: Result<Vec<_>, _> = lines.into_iter().collect();
    let transfers = lines.map_err(|error| inconsistency(error.to_string()))?;
    let document = Document { header, transfers };
    let text = serde_json::to_string(&document).map_err(|error| inconsistency(error.to_string()))?;
    // In the canonical form the digest is that of the very bytes that are handed out: whoever signs hashes the file.
    let bytes = canonical::bytes(&text).map_err(|error| inconsistency(error.to_string()))?;
    let digest = Sha256::digest(&bytes).into();
    let text = String::from_utf8(bytes).map_err(|error| inconsistency(error.to_string()))?;
    Ok(SigningDocument { version: header.version, text, digest })
}

/// The payload that a request for the statement as the bank holds it would have.
struct Document<'a> {
    header: &'a StatementHeader,
    transfers: Vec<Box<RawValue>>,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { header, transfers } = self;
        let terms = &header.terms;
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("externalId", terms.external_id.as_str())?;
        members.serialize_entry("account", terms.account.as_str())?;
        members.serialize_entry("transfersCount", &terms.transfers_count)?;
        members.serialize_entry("totalAmount", &ExactAmount(terms.total))?;
        members.serialize_entry("date", &header.date.to_string())?;
        members.serialize_entry("number", &header.number)?;
        if !terms.conversion_rates.is_empty() {
            let rates: Vec<Rate> = terms.conversion_rates.iter().map(Rate::from).collect();
            members.serialize_entry("conversionRates", &rates)?;
        }
        members.serialize_entry("enrollmentCode", &terms.income.enrollment_code)?;
        if let Some(code) = terms.income.code {
            members.serialize_entry(CODE_FIELD, &code)?;
        }
        members.serialize_entry("purpose", &header.purpose)?;
        if let Some(ResponsiblePerson { full_name, phone }) = &terms.responsible {
            members
                .serialize_entry("responsiblePerson", &json!({ "fullName": full_name, "phone": phone }))?;
        }
        if let Some(ReportingPeriod { year, month }) = terms.period {
            members.serialize_entry("reportingPeriod", &json!({ "year": year, "month": month }))?;
        }
        members.serialize_entry("transfers", transfers)?;
        members.end()
    }
}

#[derive(Serialize)]
struct Rate {
    rate: ExactDecimal,
    currency: &'static str,
}

impl From<&ConversionRate> for Rate {
    fn from(rate: &ConversionRate) -> Self {
        Self { rate: ExactDecimal(rate.rate), currency: rate.currency.as_str() }
    }
}

/// A transfer of the document: every field that it has, under the name that requests give it.
struct Line<'a>([BorrowedValue<'a>; FIELDS_COUNT]);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        for (field, value) in FIELDS.iter().zip(self.0) {
            let name = field.wire_name;
            match value {
                FieldValue::Absent | FieldValue::Conversions([]) => {}
                FieldValue::Text(text) => members.serialize_entry(name, text)?,
                FieldValue::Integer(integer) => members.serialize_entry(name, &integer)?,
                FieldValue::Amount(SentAmount::Exact(amount)) => {
                    members.serialize_entry(name, &ExactAmount(amount))?;
                }
                // The checks do not let it through to signing.
                FieldValue::Amount(SentAmount::Other(_)) => return Err(S::Error::custom("is no amount")),
                FieldValue::Conversions(conversions) => {
                    let part =
                        |part: &Conversion| json!({ "percent": part.percent, "currency": part.currency });
                    members.serialize_entry(name, &conversions.iter().map(part).collect::<Vec<_>>())?;
                }
            }
        }
        members.end()
    }
}

impl OrderDocuments for PayrollState {
    fn documents<'a>(
        &'a self,
        order: &'a Order,
        wanted: Option<usize>,
    ) -> BoxFuture<'a, Result<Vec<OrderDocument>, OrderError>> {
        async move {
            // A payment is named by its statement and its line.
            let statement = order.object_id.split(':').next().unwrap_or_default();
            let failed = |_| OrderError::Failed(format!("{} is of no statement", order.object_id));
            let id: StatementId = statement.parse().map_err(failed)?;
            let unit = move |tx: &mut Tx| documents(tx, id, wanted == Some(0));
            self.store.read("payroll.order_documents", unit).await
        }
        .boxed()
    }
}

/// Lists the statement as the bank holds it, which signatures of the online bank are over; the 32 bytes that those of
/// a request are over; and the signatures. The statement, of up to 10,000 transfers, has bytes when wanted.
fn documents(tx: &mut Tx, id: StatementId, with_statement: bool) -> Result<Vec<OrderDocument>, OrderError> {
    let Some(header) = statements::header(tx, id)? else { return Ok(Vec::new()) };
    let text = if with_statement { load(tx, &header)?.text } else { String::new() };
    let mut documents = vec![OrderDocument::whole("statement.json", "application/json", text)];
    if let Some(digests) = &header.digests {
        let digest = digests.computed.to_vec();
        documents.push(OrderDocument::whole("request.sha256", "application/octet-stream", digest));
    }
    for (position, is_of_request, signature) in signatures::files(tx, id)? {
        let over = if is_of_request { "request" } else { "statement" };
        documents.push(OrderDocument::signature(&format!("{over}.{position}.p7s"), signature));
    }
    Ok(documents)
}
