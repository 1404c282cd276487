//! PEM armour (RFC 7468).

use der::pem;

use crate::{CmsError, Part};

/// The bytes within the one armour of `text`, which must have one of `labels`. Its lines may have any length, as long
/// as it is the same: tools of Java write 76 characters, others all in one.
pub(crate) fn decode(text: &str, labels: &[&str]) -> Result<Vec<u8>, CmsError> {
    let malformed = |_: pem::Error| CmsError::Malformed(Part::Pem);
    let mut decoder = pem::Decoder::new_detect_wrap(text.trim().as_bytes()).map_err(malformed)?;
    if !labels.contains(&decoder.type_label()) {
        return Err(CmsError::Malformed(Part::Pem));
    }
    let mut bytes = Vec::new();
    decoder.decode_to_end(&mut bytes).map_err(malformed)?;
    Ok(bytes)
}

/// The armour of `label` around `bytes`.
pub(crate) fn encode(label: &'static str, bytes: &[u8]) -> String {
    // It fails only for labels that are none.
    pem::encode_string(label, pem::LineEnding::LF, bytes).unwrap_or_default()
}
