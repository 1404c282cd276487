//! The charset that a transport tells of a document.

use thiserror::Error;

/// The charset that libraries such as Apache `HttpClient` write where nobody has chosen one: it tells nothing of bytes
/// that somebody else has encoded.
const LATIN_1: &str = "ISO-8859-1";

/// Error of a document whose letters a library has lost: encoding a text in that charset it writes a question mark for
/// each Cyrillic one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "`charset=ISO-8859-1` has no Cyrillic letters, and the question marks of the message may stand for some: send the \
     bytes of UTF-8 with `Content-Type: application/xml; charset=UTF-8`"
)]
pub struct LettersLost;

/// Returns the charset by which a document is read: UTF-8 where the transport tells ISO-8859-1.
///
/// # Errors
/// The document is ASCII with question marks that may stand for lost letters.
pub fn charset_of_transport(told: Option<String>, bytes: &[u8]) -> Result<Option<String>, LettersLost> {
    if told.as_ref().is_none_or(|told| !told.eq_ignore_ascii_case(LATIN_1)) {
        return Ok(told);
    }
    // RFC 7303 has the type before the declaration: what is ASCII is the same by both, and letters that are UTF-8 are
    // no others by chance. Any other bytes are refused as no UTF-8.
    if std::str::from_utf8(bytes).is_ok_and(|text| text.is_ascii() && has_question(text)) {
        return Err(LettersLost);
    }
    Ok(Some("UTF-8".to_owned()))
}

/// Tells whether a text has a question mark but those of `<?xml … ?>`.
fn has_question(text: &str) -> bool {
    text.replace("<?", "").replace("?>", "").contains('?')
}
