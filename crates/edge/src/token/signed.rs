//! From the text of a token to claims whose signature fits.

use std::borrow::Cow;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Validation, decode};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::PublicKey;
use super::TokenError;
use super::key::KeySet;

pub const TOKEN_BYTES_MAX: usize = 8_192;

/// One alphabet is enough for both: the standard and the URL-safe one differ in the letters for 62 and 63,
/// and the characters of a JWT never give these.
const EITHER_ALPHABET: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The kinds of token, told apart by `typ` (RFC 9068 section 4): none is accepted as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Access,
    Identity,
    OnlineBank,
}

impl Kind {
    /// `typ` is compared without regard to case, and may leave out `application/` (RFC 7515 section
    /// 4.1.9). An identity token may have none at all: `OpenID` Connect does not ask for it.
    fn accepts(self, typ: Option<&str>) -> bool {
        let typ = typ.map(str::to_ascii_lowercase);
        let typ = typ.as_deref().map(|typ| typ.strip_prefix("application/").unwrap_or(typ));
        match self {
            Self::Access => typ == Some("at+jwt"),
            Self::Identity => matches!(typ, None | Some("jwt")),
            Self::OnlineBank => typ == Some("online-bank+jwt"),
        }
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    /// Extensions that must be understood (RFC 7515 section 4.1.11). None is, so any is a refusal.
    crit: Option<serde::de::IgnoredAny>,
}

fn header(text: &str) -> Result<Header, TokenError> {
    let mut parts = text.split('.');
    let (Some(header), Some(_), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(TokenError::Malformed);
    };
    let bytes = URL_SAFE_NO_PAD.decode(header).map_err(|_| TokenError::Malformed)?;
    serde_json::from_slice(&bytes).map_err(|_| TokenError::Malformed)
}

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

/// Reads claims of the identity token `text` that one of `keys` signed, however old it is. For `id_token_hint`, which
/// is no permission: nothing but form, kind, key and signature is checked.
///
/// # Errors
/// The first thing that is wrong with it; [`TokenError::UnknownKey`] as well when `keys` are no keys.
pub fn open_identity<C: DeserializeOwned>(text: &str, keys: Vec<PublicKey>) -> Result<C, TokenError> {
    let keys = KeySet::new(keys).map_err(|_| TokenError::UnknownKey)?;
    open(text, Kind::Identity, &keys)
}

/// The claims of `text`, when it is of the kind and signed by one of the keys. Nothing else is checked yet.
pub(super) fn open<C: DeserializeOwned>(text: &str, kind: Kind, keys: &KeySet) -> Result<C, TokenError> {
    if text.len() > TOKEN_BYTES_MAX {
        return Err(TokenError::TooLong);
    }
    let header = header(text)?;
    if header.crit.is_some() {
        return Err(TokenError::Malformed);
    }
    if !kind.accepts(header.typ.as_deref()) {
        return Err(TokenError::WrongKind);
    }
    let key = keys.find(header.kid.as_deref().unwrap_or_default())?;
    // The key knows its algorithm. That of the token is compared, never followed.
    if header.alg != key.algorithm_name() {
        return Err(TokenError::WrongAlgorithm);
    }
    let mut validation = Validation::new(key.algorithm());
    // Times and names are checked by the caller, against the clock that is passed in.
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation.validate_aud = false;
    match decode::<C>(text, &key.decoding, &validation) {
        Ok(token) => Ok(token.claims),
        Err(error) => Err(match error.kind() {
            ErrorKind::InvalidSignature => TokenError::BadSignature,
            ErrorKind::InvalidAlgorithm => TokenError::WrongAlgorithm,
            ErrorKind::Json(_) => TokenError::BadClaim("(form)"),
            _ => TokenError::Malformed,
        }),
    }
}
