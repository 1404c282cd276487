//! Values, typed by their field.

use jiff::Timestamp;

use crate::field::{Field, Kind};
use crate::pattern::{Pattern, text_of};
use crate::scanner::{Symbol, Written};
use crate::{RsqlError, RsqlErrorKind};

/// The fraction digits of a second that the database keeps.
const FRACTION_DIGITS_MAX: usize = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// An integer, or a moment in microseconds.
    Integer(i64),
    /// A text, or a name of an enumeration.
    Text(String),
    Pattern(Pattern),
}

impl Value {
    pub(crate) fn new(written: &Written, field: &Field) -> Result<Self, RsqlError> {
        let error = |kind| RsqlError::new(kind, written.position);
        if field.kind == Kind::Text
            && let Some(pattern) = Pattern::new(written)?
        {
            return Ok(Self::Pattern(pattern));
        }
        let text = text_of(&written.symbols);
        let has_star = written.symbols.contains(&Symbol::Star);
        match field.kind {
            Kind::Text => Ok(Self::Text(text)),
            Kind::Integer => {
                integer(&text).filter(|_| !has_star).ok_or_else(|| error(RsqlErrorKind::NotAnInteger))
            }
            Kind::Moment => {
                moment(&text).filter(|_| !has_star).ok_or_else(|| error(RsqlErrorKind::NotAMoment))
            }
            Kind::Enumeration(names) => {
                let is_name = !has_star && names.contains(&text.as_str());
                let not_a_name = || error(RsqlErrorKind::NotAName).allowing(names.iter().copied());
                is_name.then_some(Self::Text(text)).ok_or_else(not_a_name)
            }
        }
    }
}

/// Digits, with a minus sign if any.
fn integer(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| text.parse().ok()).flatten().map(Value::Integer)
}

/// RFC 3339, section 5.6, in upper case. jiff alone would read many more ways to write a moment.
fn moment(text: &str) -> Option<Value> {
    let (date_time, rest) = text.split_at_checked("2026-11-21T12:00:00".len())?;
    let (fraction, offset) = rest.split_at(rest.find(['Z', '+', '-'])?);
    let is_shape = has_shape(date_time, "0000-00-00T00:00:00")
        && (offset == "Z" || has_shape(offset, "+00:00") || has_shape(offset, "-00:00"));
    let is_fraction = fraction.is_empty()
        || fraction.strip_prefix('.').is_some_and(|digits| {
            (1..=FRACTION_DIGITS_MAX).contains(&digits.len())
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
    let timestamp: Timestamp = (is_shape && is_fraction).then(|| text.parse().ok()).flatten()?;
    Some(Value::Integer(timestamp.as_microsecond()))
}

/// Tells whether `text` is `shape` with any digits for its zeros.
fn has_shape(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text
            .bytes()
            .zip(shape.bytes())
            .all(|(byte, model)| if model == b'0' { byte.is_ascii_digit() } else { byte == model })
}
