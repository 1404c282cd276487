//! The token against forged forms, masked anew for each page.
//!
//! Pages are compressed, and some repeat what was typed: a token that stood the same on each of them could be guessed
//! letter by letter from the lengths of answers (BREACH). So each page shows it under a mask of its own. The session's
//! cookie is `SameSite=Strict` besides: no other site can ask for such pages in the name of a person.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Randomness;

/// The beginning of a masked token. A token itself is base64url and has no stop.
const MASKED: &str = "m.";

/// Writes the token under a fresh mask: the mask, and after it the token combined with it.
pub(crate) fn mask(token: &str, randomness: &dyn Randomness) -> String {
    let mut bytes = vec![0_u8; token.len()];
    randomness.fill_name(&mut bytes);
    let masked: Vec<u8> = bytes.iter().zip(token.bytes()).map(|(mask, byte)| mask ^ byte).collect();
    bytes.extend(masked);
    format!("{MASKED}{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// Tells whether a form has sent the token, masked or not; takes the same time for every wrong one.
pub(crate) fn matches(sent: &str, token: &str) -> bool {
    let unmasked = sent.strip_prefix(MASKED).map(unmask);
    let sent = unmasked.as_deref().unwrap_or(sent.as_bytes());
    verify_slices_are_equal(sent, token.as_bytes()).is_ok()
}

/// Takes the mask away; nothing for what is not masked as [`mask`] does it.
fn unmask(masked: &str) -> Vec<u8> {
    let bytes = URL_SAFE_NO_PAD.decode(masked).unwrap_or_default();
    let (mask, rest) = bytes.split_at(bytes.len() / 2);
    mask.iter().zip(rest).map(|(mask, byte)| mask ^ byte).collect()
}

#[cfg(test)]
mod tests;
