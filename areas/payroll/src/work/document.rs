//! The document that is signed with a certificate in the online bank: the statement as the bank holds it.
//!
//! It is the payload of spec section 2.5, made from the rows, with every default filled in. Its digest follows the
//! rules of a signed request (PAY-11), so that the same tools sign both.

use edge::{ExactAmount, ExactDecimal};
use kernel::{Cnum, UserId};
use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest as _, Sha256};
use store::{Result, StoreError, Tx};

use super::access::{own_header, rights_to_see};
use super::error::StatementError;
use crate::identifier::{ExternalId, StatementId};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{statements, transfers};
use crate::transfer::{BorrowedValue, Conversion, FIELDS, FIELDS_COUNT, FieldValue, SentAmount};

/// A statement ready to be signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SigningDocument {
    /// The version that the document shows; signing names it.
    pub version: i64,
    /// The document: JSON text in its canonical form.
    pub text: String,
    /// SHA-256 of the text: the 32 bytes that the CMS is over.
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
        Ok(load(tx, &header)?)
    };
    state.store.read("payroll.signing_document", work).await
}

/// Returns the document of the company's statement by its sender's name, for the keys of a sandbox.
///
/// # Errors
/// [`StatementError::NotFound`], [`StatementError::NotInThisState`] when nothing is to be signed; the database's.
pub(crate) async fn document_for(
    state: &PayrollState,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<SigningDocument, StatementError> {
    let (cnum, name) = (cnum.clone(), external_id.clone());
    let work = move |tx: &mut Tx| {
        let header = statements::header_by_external_id(tx, &cnum, &name)?.ok_or(StatementError::NotFound)?;
        if !header.state.status().awaits_signatures() {
            return Err(StatementError::NotInThisState(header.state.status()));
        }
        Ok(load(tx, &header)?)
    };
    state.store.read("payroll.document_for", work).await
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
        enrollment_code: &terms.income.enrollment_code,
        income_code: terms.income.code,
        purpose: &header.purpose,
        responsible_person: terms
            .responsible
            .as_ref()
            .map(|person| Responsible { full_name: &person.full_name, phone: &person.phone }),
        reporting_period: terms.period.map(|period| Period { year: period.year, month: period.month }),
        transfers,
    };
    let text = serde_json::to_string(&document).map_err(|error| inconsistency(error.to_string()))?;
    // In the canonical form the digest is that of the very bytes that are handed out: whoever signs hashes the file.
    let bytes = canonical::bytes(&text).map_err(|error| inconsistency(error.to_string()))?;
    let digest = Sha256::digest(&bytes).into();
    let text = String::from_utf8(bytes).map_err(|error| inconsistency(error.to_string()))?;
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
    transfers: Vec<Box<RawValue>>,
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
                    let parts: Vec<Part<'_>> = conversions.iter().map(Part::from).collect();
                    members.serialize_entry(name, &parts)?;
                }
            }
        }
        members.end()
    }
}

#[derive(Serialize)]
struct Part<'a> {
    percent: i64,
    currency: &'a str,
}

impl<'a> From<&'a Conversion> for Part<'a> {
    fn from(conversion: &'a Conversion) -> Self {
        Self { percent: conversion.percent, currency: &conversion.currency }
    }
}
