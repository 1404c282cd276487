//! The document that is signed with a certificate in the online bank: the statement as the bank holds it.
//!
//! It is the payload of spec section 2.5, made from the rows, with every default filled in. Its digest follows the
//! rules of a signed request (PAY-11), so that the same tools sign both.

use edge::{ExactAmount, ExactDecimal};
use kernel::{Cnum, UserId};
use serde::Serialize;
use serde_json::Value;
use store::{StoreError, Tx};

use super::access::{own_header, rights_to_see};
use super::error::StatementError;
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::transfers;
use crate::transfer::{SentAmount, Transfer};

/// A statement ready to be signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SigningDocument {
    /// The version that the document shows; signing names it.
    pub version: i64,
    /// The document: JSON text.
    pub text: String,
    /// SHA-256 of its canonical form: the 32 bytes that the CMS is over.
    pub digest: [u8; 32],
}

/// Returns the company's statement as a document to sign.
///
/// # Errors
/// [`StatementError::NotFound`], [`StatementError::NoRight`], [`StatementError::NotInThisState`] when nothing is to be
/// signed; the database's.
pub async fn signing_document(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    id: StatementId,
) -> Result<SigningDocument, StatementError> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let header = own_header(tx, &cnum, id)?;
        rights_to_see(tx, &user, &cnum)?;
        if !header.state.status().awaits_signatures() {
            return Err(StatementError::NotInThisState(header.state.status()));
        }
        Ok(of(tx, &header)?)
    };
    state.store.read("payroll.signing_document", work).await
}

/// Returns the document of a statement.
pub(super) fn of(tx: &mut Tx, header: &StatementHeader) -> Result<SigningDocument, StoreError> {
    let mut sent = Vec::new();
    transfers::for_each(tx, header.id, header.lines_count, |transfer| sent.push(line(transfer)))?;
    let inconsistency = |reason: String| StoreError::Inconsistency {
        query: "TRANSFERS_BETWEEN",
        column: "amount_minor".to_owned(),
        reason,
    };
    let transfers = sent.into_iter().collect::<Option<Vec<Line>>>();
    let transfers = transfers.ok_or_else(|| inconsistency("is no amount".to_owned()))?;
    let terms = &header.terms;
    let document = Document {
        external_id: terms.external_id.as_str(),
        account: terms.account.as_str(),
        transfers_count: terms.transfers_count,
        total_amount: ExactAmount(terms.total),
        date: header.date.to_string(),
        number: header.number,
        conversion_rates: terms
            .conversion_rates
            .iter()
            .map(|rate| Rate { rate: ExactDecimal(rate.rate), currency: rate.currency.as_str() })
            .collect(),
        enrollment_code: &terms.enrollment_code,
        income_code: terms.income_code,
        purpose: &header.purpose,
        responsible_person: terms
            .responsible
            .as_ref()
            .map(|person| Responsible { full_name: &person.full_name, phone: &person.phone }),
        reporting_period: terms.period.map(|period| Period { year: period.year, month: period.month }),
        transfers,
    };
    let text = serde_json::to_string(&document).map_err(|error| inconsistency(error.to_string()))?;
    let digest = canonical::digest(&text).map_err(|error| inconsistency(error.to_string()))?;
    Ok(SigningDocument { version: header.version, text, digest })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    external_id: &'a str,
    account: &'a str,
    transfers_count: i64,
    total_amount: ExactAmount,
    date: String,
    number: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conversion_rates: Vec<Rate>,
    enrollment_code: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    income_code: Option<i64>,
    purpose: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    responsible_person: Option<Responsible<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reporting_period: Option<Period>,
    transfers: Vec<Line>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Responsible<'a> {
    full_name: &'a str,
    phone: &'a str,
}

#[derive(Serialize)]
struct Period {
    year: i64,
    month: i64,
}

#[derive(Serialize)]
struct Rate {
    rate: ExactDecimal,
    currency: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    last_name: String,
    first_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    middle_name: Option<String>,
    order_number: i64,
    amount: ExactAmount,
    account: String,
    currency: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    personnel_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    birth_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bic: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card_number: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conversion: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deduction_amount: Option<ExactAmount>,
}

/// Returns a transfer of the document; `None` when its amount is none, which the checks do not let through to signing.
fn line(transfer: &Transfer<&str>) -> Option<Line> {
    let exact = |amount: &SentAmount<&str>| match amount {
        SentAmount::Exact(amount) => Some(ExactAmount(*amount)),
        SentAmount::Other(_) => None,
    };
    let deduction_amount = match &transfer.deduction {
        Some(amount) => Some(exact(amount)?),
        None => None,
    };
    Some(Line {
        last_name: transfer.last_name.to_owned(),
        first_name: transfer.first_name.to_owned(),
        middle_name: transfer.middle_name.map(str::to_owned),
        order_number: transfer.order_number,
        amount: exact(&transfer.amount)?,
        account: transfer.account.to_owned(),
        currency: transfer.currency.to_owned(),
        personnel_number: transfer.personnel_number.map(str::to_owned),
        birth_date: transfer.birth_date.map(str::to_owned),
        bic: transfer.bic.map(str::to_owned),
        card_number: transfer.card_number.map(str::to_owned),
        conversion: transfer
            .conversion
            .iter()
            .map(|part| serde_json::json!({ "percent": part.percent, "currency": part.currency }))
            .collect(),
        deduction_amount,
    })
}
