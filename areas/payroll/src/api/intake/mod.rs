//! From the bytes of a request to a statement (PAY-01, PAY-02).
//!
//! The body is read a few times from end to end and never turned into a tree: once for the rules that no type can
//! express (UTF-8, duplicate keys, nesting, U+0000), then member by member. Every fault of the request is gathered.

mod field_errors;
mod members;
mod payload;
mod transfers;

use edge::{EdgeError, json_text, parse_json};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::statement::{Digests, StatementTerms, TRANSFERS_MAX};
use crate::submission::{
    DIGEST_CHARACTERS_MAX, FieldError, SIGNATURE_CHARACTERS_MAX, SIGNATURES_MAX, SignedPart, Submission,
};
use crate::work::take_in::SentNames;
pub(super) use field_errors::ERRORS_MAX;
use field_errors::{At, FieldErrors, Path};
use members::{Slot, members, optional};
use payload::{PayloadMembers, PayloadSchema};
use transfers::TransferMembers;

members! {
    /// A statement to create.
    RequestMembers, StatementRequest = PayrollStatementRequest {
        /// The statement.
        payload: PayloadSchema = "payload",
        /// Base64 of detached CMS (CAdES-BES) over the 32 bytes of the digest, one for each signature of the scheme.
        /// Only for signed statements, together with `digest`.
        #[schema(nullable = false, min_items = 1, max_items = 20)]
        signatures: Option<Vec<String>> = "signatures",
        /// Base64 of the SHA-256 of the canonical payload: keys sorted, no white space, numbers as they are sent,
        /// strings as RFC 8785 writes them. Only for signed statements.
        #[schema(nullable = false, min_length = 1, max_length = 256)]
        digest: Option<String> = "digest",
    }
}

/// A request, as far as it can be understood.
#[derive(Debug, Default)]
pub(super) struct ReadRequest {
    pub(super) errors: Vec<FieldError>,
    /// The names in it that are right.
    pub(super) named: SentNames,
    /// Its terms when everything that must be there is there, and the transfers whose structure is right.
    pub(super) sent: Submission<Option<StatementTerms>>,
    /// The names that no member has, each with the line of its transfer or 0; looked for on demand.
    pub(super) unknown_names: Vec<(i64, String)>,
}

impl ReadRequest {
    pub(super) fn into_submission(self) -> Result<Submission, Vec<FieldError>> {
        let Self { errors, sent, .. } = self;
        if errors.is_empty() { sent.complete().ok_or(errors) } else { Err(errors) }
    }
}

/// Reads the body of a request.
///
/// # Errors
/// [`EdgeError::Malformed`] when it is no JSON, repeats a key, is nested too deeply or has U+0000.
pub(super) fn read(body: &[u8]) -> Result<ReadRequest, EdgeError> {
    let IgnoredAny = parse_json(body)?;
    let text = json_text(body)?;
    let mut errors = FieldErrors::default();
    let Some(request) = members::root::<RequestMembers<'_>>(text) else {
        return Err(EdgeError::malformed("The body must be an object"));
    };
    let at = At { field: "payload", path: Path::Field };
    let payload_slot = errors.required(request.payload, at);
    let payload = payload_slot.and_then(members::object::<PayloadMembers<'_>>);
    if payload_slot.is_some() && payload.is_none() {
        errors.add(at, "must be an object");
    }
    let signed = signed_part(&request, payload_slot, &mut errors)?;
    let unsigned = payload_slot.filter(|_| signed.is_none());
    let content = unsigned.and_then(|payload| canonical::digest(payload.get()).ok());
    Ok(match payload {
        Some(payload) => {
            let read = statement(&payload, errors);
            ReadRequest { sent: Submission { signed, content, ..read.sent }, ..read }
        }
        None => ReadRequest { errors: errors.into_list(), ..ReadRequest::default() },
    })
}

/// Returns the names in a request that no member has, a bounded number of each kind of object: each with the line of
/// its transfer, or 0.
pub(super) fn unknown_names(body: &[u8]) -> Vec<(i64, String)> {
    let names = || {
        let request: &RawValue = serde_json::from_str(json_text(body).ok()?).ok()?;
        let mut found = members::unknown_names::<RequestMembers<'_>>(request, TRANSFERS_MAX);
        let payload = members::object::<RequestMembers<'_>>(request)?.payload?;
        found.extend(members::unknown_names::<PayloadMembers<'_>>(payload, TRANSFERS_MAX));
        let transfers = members::object::<PayloadMembers<'_>>(payload)?.transfers?;
        found.extend(members::unknown_names::<TransferMembers<'_>>(transfers, TRANSFERS_MAX));
        Some(found)
    };
    names().unwrap_or_default()
}

fn statement(payload: &PayloadMembers<'_>, mut errors: FieldErrors) -> ReadRequest {
    let external_id = payload::external_id(payload.external_id, &mut errors);
    let account = payload::account(payload.account, &mut errors);
    let transfers_count = payload::transfers_count(payload.transfers_count, &mut errors);
    let total = payload::total_amount(payload.total_amount, &mut errors);
    let date = payload::date(optional(payload.date), &mut errors);
    let number = payload::number(optional(payload.number), &mut errors);
    let conversion_rates = payload::conversion_rates(optional(payload.conversion_rates), &mut errors);
    let income = payload::income(payload, &mut errors);
    let purpose = payload::purpose(optional(payload.purpose), &mut errors);
    let responsible = payload::responsible_person(optional(payload.responsible_person), &mut errors);
    let period = payload::reporting_period(optional(payload.reporting_period), &mut errors);
    let transfers = transfers::read(payload.transfers, &mut errors);
    let enrollment_code = income.as_ref().map(|income| income.enrollment_code.clone());
    let named = SentNames { external_id: external_id.clone(), account: account.clone(), enrollment_code };
    let terms = (|| {
        Some(StatementTerms {
            external_id: external_id?,
            account: account?,
            transfers_count: transfers_count?,
            total: total?,
            conversion_rates,
            income: income?,
            responsible,
            period,
        })
    })();
    let rows = transfers.rows_digest();
    let sent = Submission { terms, date, number, purpose, transfers, rows, ..Submission::default() };
    ReadRequest { errors: errors.into_list(), named, sent, unknown_names: Vec::new() }
}

/// Signatures and digest: both or neither (spec section 2.5).
fn signed_part(
    request: &RequestMembers<'_>,
    payload: Slot<'_>,
    errors: &mut FieldErrors,
) -> Result<Option<SignedPart>, EdgeError> {
    let signatures_at = At { field: "signatures", path: Path::Field };
    let digest_at = At { field: "digest", path: Path::Field };
    let (sent, digest) = (optional(request.signatures), optional(request.digest));
    if sent.is_none() && digest.is_none() {
        return Ok(None);
    }
    if sent.is_none() {
        errors.add(signatures_at, "is required together with digest");
    }
    if digest.is_none() {
        errors.add(digest_at, "is required together with signatures");
    }
    let claimed = errors.text(digest, digest_at);
    if claimed.as_ref().is_some_and(|text| !(1..=DIGEST_CHARACTERS_MAX).contains(&text.len())) {
        errors.add(digest_at, format_args!("must have 1 to {DIGEST_CHARACTERS_MAX} characters"));
    }
    let signatures = sent.and_then(|raw| signatures(raw, errors));
    let (Some(claimed), Some(signatures), Some(payload)) = (claimed, signatures, payload) else {
        return Ok(None);
    };
    let computed = canonical::digest(payload.get())
        .map_err(|fault| EdgeError::malformed(format!("The payload has no canonical form: {fault}")))?;
    let digests = Digests { computed, claimed: claimed.into_owned() };
    Ok(Some(SignedPart { digests, signatures }))
}

fn signatures(raw: &RawValue, errors: &mut FieldErrors) -> Option<Vec<String>> {
    const FIELD: &str = "signatures";
    let items = members::values(raw, SIGNATURES_MAX);
    let Some(items) = items.filter(|items| !items.is_empty()) else {
        let rule = format!("must be an array of 1 to {SIGNATURES_MAX} strings");
        errors.add(At { field: FIELD, path: Path::Field }, rule);
        return None;
    };
    let mut signatures = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let at = At { field: FIELD, path: Path::Item(index, "") };
        match members::text(item) {
            Some(text) if (1..=SIGNATURE_CHARACTERS_MAX).contains(&text.len()) => {
                signatures.push(text.into_owned());
            }
            Some(_) => errors.add(at, format_args!("must have 1 to {SIGNATURE_CHARACTERS_MAX} characters")),
            None => errors.add(at, "must be a string"),
        }
    }
    Some(signatures)
}

#[cfg(test)]
mod tests;
