//! Credentials of a client: HTTP Basic (RFC 6749, 2.3.1; spec section 4.1).
//!
//! RFC 6749 wants identifier and secret percent-encoded before they are joined; the specification joins them as they
//! are, and so do many clients. Both readings of a header are tried. That gives nobody a second guess worth having,
//! because a secret is 256 random bits, and the readings differ only for secrets that contain `%` or `+`.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use kernel::ClientId;
use percent_encoding::percent_decode_str;

/// Base64 in which clients leave out the padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// The longest header that is read, in bytes: an identifier and a long secret, encoded twice.
const HEADER_BYTES_MAX: usize = 4_096;

/// Error for a header that cannot be read as HTTP Basic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the Authorization header is not HTTP Basic with client_id and client_secret")]
pub struct NotBasic;

/// One reading of the header. Its `Debug` shows nothing of the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The identifier; none when the text cannot be one, so that no such client exists.
    pub client: Option<ClientId>,
    pub secret: String,
}

kernel::debug_shows!(Credentials { client, .. });

/// Reads an Authorization header: percent-decoded, and as it stands when that differs.
pub fn read(header: &str) -> Result<Vec<Credentials>, NotBasic> {
    if header.len() > HEADER_BYTES_MAX {
        return Err(NotBasic);
    }
    let (scheme, encoded) = header.split_once(' ').ok_or(NotBasic)?;
    if !scheme.eq_ignore_ascii_case("Basic") {
        return Err(NotBasic);
    }
    let bytes = BASE64.decode(encoded.trim()).map_err(|_| NotBasic)?;
    let text = String::from_utf8(bytes).map_err(|_| NotBasic)?;
    let (id, secret) = text.split_once(':').ok_or(NotBasic)?;
    let plain = Credentials { client: id.parse().ok(), secret: secret.to_owned() };
    let mut readings = Vec::with_capacity(2);
    if let (Some(id), Some(secret)) = (decoded(id), decoded(secret)) {
        readings.push(Credentials { client: id.parse().ok(), secret });
    }
    if readings.first() != Some(&plain) {
        readings.push(plain);
    }
    Ok(readings)
}

/// Decodes application/x-www-form-urlencoded, as RFC 6749, 2.3.1, asks for.
fn decoded(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests;
