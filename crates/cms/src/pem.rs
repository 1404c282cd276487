//! PEM armour (RFC 7468).

use der::pem;

use crate::{CmsError, Part};

/// The bytes within the one armour of `text`, which must have one of `labels`.
pub(crate) fn decode(text: &str, labels: &[&str]) -> Result<Vec<u8>, CmsError> {
    let (label, bytes) =
        pem::decode_vec(text.trim().as_bytes()).map_err(|_| CmsError::Malformed(Part::Pem))?;
    if labels.contains(&label) { Ok(bytes) } else { Err(CmsError::Malformed(Part::Pem)) }
}

/// The armour of `label` around `bytes`.
pub(crate) fn encode(label: &'static str, bytes: &[u8]) -> String {
    // It fails only for labels that are none.
    pem::encode_string(label, pem::LineEnding::LF, bytes).unwrap_or_default()
}
