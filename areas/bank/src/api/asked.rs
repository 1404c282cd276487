//! Query parameters that several operations have.

use edge::{EdgeError, QueryList};

use jiff::civil::Date;

use super::error::BankError;

/// Reads a day in its one written form, `2026-11-20`.
pub(super) fn day(text: &str) -> Option<Date> {
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    text.parse().ok().filter(|_| is_plain)
}

/// Reads the number after which a list begins; 0 when there is none.
pub(super) fn after(query: &QueryList<BankError>) -> Result<i64, BankError> {
    let Some(text) = query.single("after")? else { return Ok(0) };
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let wrong =
        || EdgeError::malformed("The query parameter `after` must be the `nextAfter` of an answer").into();
    text.parse::<i64>().ok().filter(|_| is_plain).ok_or_else(wrong)
}
