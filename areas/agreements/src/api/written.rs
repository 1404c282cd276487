//! Agreements as bodies, written around their documents.
//!
//! The import stores a document in the form in which it is answered, so that nothing is read and written anew here:
//! only the two fields that are columns are put in front of it.

use axum::response::Response;
use edge::{EdgeError, written_json};

use super::error::AgreementsError;
use crate::store::StoredAgreement;

/// Bytes around a document: the names and values of `id` and `businessKey`. A guess that spares most bodies a second
/// allocation.
const FRAME_BYTES_GUESSED: usize = 160;

pub(super) fn list(agreements: &[StoredAgreement]) -> Result<Response, AgreementsError> {
    let bytes_guessed: usize =
        agreements.iter().map(|agreement| agreement.document.len() + FRAME_BYTES_GUESSED).sum();
    let mut body = Vec::with_capacity(bytes_guessed + FRAME_BYTES_GUESSED);
    body.extend_from_slice(b"{\"agreements\":[");
    for (index, agreement) in agreements.iter().enumerate() {
        if index > 0 {
            body.push(b',');
        }
        write(&mut body, agreement)?;
    }
    body.extend_from_slice(b"]}");
    Ok(written_json(body))
}

pub(super) fn one(agreement: &StoredAgreement) -> Result<Response, AgreementsError> {
    let mut body = Vec::with_capacity(agreement.document.len() + FRAME_BYTES_GUESSED);
    write(&mut body, agreement)?;
    Ok(written_json(body))
}

/// Appends the document with `id` and `businessKey` in front of its fields.
fn write(body: &mut Vec<u8>, agreement: &StoredAgreement) -> Result<(), AgreementsError> {
    let id = agreement.id;
    let fields =
        agreement.document.strip_prefix('{').filter(|fields| fields.ends_with('}')).ok_or_else(|| {
            EdgeError::internal(format!("the document of agreement {id} is no JSON object"))
        })?;
    let business_key = serde_json::to_string(&agreement.business_key)
        .map_err(|error| EdgeError::internal(format!("the business key of agreement {id}: {error}")))?;
    let comma = if fields == "}" { "" } else { "," };
    for part in ["{\"id\":", &id.to_string(), ",\"businessKey\":", &business_key, comma, fields] {
        body.extend_from_slice(part.as_bytes());
    }
    Ok(())
}
