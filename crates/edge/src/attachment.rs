//! The name under which a browser keeps a download (RFC 6266).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that an extended value keeps as they are: `attr-char` of RFC 8187, section 3.2.1.
const ATTRIBUTE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// `Content-Disposition` with the name twice: for old readers in ASCII, for all others as it is.
pub fn attachment(ascii_name: &str, name: &str) -> String {
    format!(
        "attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{}",
        utf8_percent_encode(name, ATTRIBUTE)
    )
}
