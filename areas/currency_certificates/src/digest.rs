//! Hashes as people compare them.

use std::fmt::Write;

/// Two hexadecimal digits for each byte.
#[must_use]
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing into a String does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
