//! Tokens as they stand in headers.

use std::borrow::Cow;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::TokenError;
use super::signed::TOKEN_BYTES_MAX;

/// One alphabet is enough for both: the standard and the URL-safe one differ in the letters for 62 and 63,
/// and the characters of a JWT never give these.
const EITHER_ALPHABET: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns the JWT in an Id-Token header: the header itself, or its Base64 decoded ("byte format", GEN-01), in either
/// alphabet, padded or not. A JWT has dots and Base64 has none, so the two cannot be confused.
pub(super) fn identity_token(header: &str) -> Result<Cow<'_, str>, TokenError> {
    if header.contains('.') {
        return Ok(Cow::Borrowed(header));
    }
    if header.len() > TOKEN_BYTES_MAX.div_ceil(3) * 4 {
        return Err(TokenError::TooLong);
    }
    let bytes = EITHER_ALPHABET.decode(header).map_err(|_| TokenError::Malformed)?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| TokenError::Malformed)
}
