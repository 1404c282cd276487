//! The places in lists, as callers hand them back.

pub(super) const CURSOR_DIGITS: usize = 16;

/// Writes a number as a cursor, which callers hand back as it is.
pub(super) fn cursor_text(seq: i64) -> String {
    format!("{seq:0CURSOR_DIGITS$x}")
}
