//! The spelling of values (XML Schema 1.0 part 2, section 3.2).

use std::borrow::Cow;
use std::cmp::Ordering;

const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

pub(super) fn collapsed(raw: &str) -> Cow<'_, str> {
    let trimmed = raw.trim_matches(SPACE);
    let needs_work = trimmed.contains(['\t', '\n', '\r']) || trimmed.contains("  ");
    if needs_work {
        let words = trimmed.split(SPACE).filter(|word| !word.is_empty());
        Cow::Owned(words.collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(trimmed)
    }
}

/// An exact decimal number: its digits without zeros around, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    whole: String,
    fraction: String,
}

impl Decimal {
    /// `-12.50`, `+3`, `.5`, `5.`; no exponent.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
            return None;
        }
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let negative = negative && !(whole.is_empty() && fraction.is_empty());
        Some(Self { negative, whole: whole.to_owned(), fraction: fraction.to_owned() })
    }

    /// Counts the digits of the value; at least one. Zeros right after the point count: the value needs them.
    pub(crate) fn digits(&self) -> usize {
        (self.whole.len() + self.fraction.len()).max(1)
    }

    pub(crate) fn fraction_digits(&self) -> usize {
        self.fraction.len()
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
        }
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        let wholes = self.whole.len().cmp(&other.whole.len()).then_with(|| self.whole.cmp(&other.whole));
        // Without zeros at the end, fractions compare as texts do.
        wholes.then_with(|| self.fraction.cmp(&other.fraction))
    }
}

/// The number of bytes that collapsed Base64 stands for: blanks may stand between any two letters, the unused bits of
/// the last letter are zero.
pub(super) fn base64_length(text: &str) -> Option<usize> {
    let letters = || text.bytes().filter(|byte| *byte != b' ');
    let count = letters().count();
    if !count.is_multiple_of(4) {
        return None;
    }
    let padding = letters().rev().take_while(|byte| *byte == b'=').count();
    let data = count.checked_sub(padding)?;
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    if padding > 2 || !letters().take(data).all(is_letter) {
        return None;
    }
    let last = data.checked_sub(1).and_then(|last| letters().nth(last));
    let ends_well = match (padding, last) {
        (1, Some(last)) => b"AEIMQUYcgkosw048".contains(&last),
        (2, Some(last)) => b"AQgw".contains(&last),
        _ => true,
    };
    ends_well.then_some(count / 4 * 3 - padding)
}

/// A date or time as `read` takes it, with an optional time zone.
pub(super) fn is_zoned<T>(text: &str, read: fn(&mut &str) -> Option<T>) -> bool {
    let mut rest = text;
    read(&mut rest).is_some() && is_zone(rest)
}

/// The longest year, in digits: it fits a number.
const YEAR_DIGITS_MAX: usize = 18;

/// `2026`.
pub(super) fn year(rest: &mut &str) -> Option<i64> {
    let negative = literal(rest, "-").is_some();
    let digits = digits(rest)?;
    let well_written = match digits.len() {
        4 => digits != "0000",
        5..=YEAR_DIGITS_MAX => !digits.starts_with('0'),
        _ => false,
    };
    let year: i64 = well_written.then(|| digits.parse().ok()).flatten()?;
    Some(if negative { -year } else { year })
}

/// `2026-01`.
pub(super) fn year_month(rest: &mut &str) -> Option<(i64, u32)> {
    let year = year(rest)?;
    literal(rest, "-")?;
    let month = two_digits(rest).filter(|month| (1..=12).contains(month))?;
    Some((year, month))
}

/// `2026-01-31`.
pub(super) fn date(rest: &mut &str) -> Option<()> {
    let (year, month) = year_month(rest)?;
    literal(rest, "-")?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    two_digits(rest).filter(|day| (1..=days).contains(day)).map(|_| ())
}

/// `2026-01-31T09:30:00.5`.
pub(super) fn date_time(rest: &mut &str) -> Option<()> {
    date(rest)?;
    literal(rest, "T")?;
    time(rest)
}

/// `09:30:00.5`.
pub(super) fn time(rest: &mut &str) -> Option<()> {
    let hour = two_digits(rest)?;
    literal(rest, ":")?;
    let minute = two_digits(rest).filter(|minute| *minute < 60)?;
    literal(rest, ":")?;
    let second = two_digits(rest).filter(|second| *second < 60)?;
    let fraction = if literal(rest, ".").is_some() { digits(rest)? } else { "" };
    // Midnight may be written as the end of the day before.
    let end_of_day = hour == 24 && minute == 0 && second == 0 && fraction.bytes().all(|digit| digit == b'0');
    (hour < 24 || end_of_day).then_some(())
}

/// Nothing, `Z`, or an offset of at most 14 hours.
fn is_zone(text: &str) -> bool {
    if text.is_empty() || text == "Z" {
        return true;
    }
    let Some(mut rest) = text.strip_prefix(['+', '-']) else { return false };
    let hours = two_digits(&mut rest);
    let minutes =
        literal(&mut rest, ":").and_then(|()| two_digits(&mut rest)).filter(|minutes| *minutes < 60);
    rest.is_empty() && hours.zip(minutes).is_some_and(|(hours, minutes)| hours * 60 + minutes <= 14 * 60)
}

/// At least one.
fn digits<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let (digits, after) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
    *rest = after;
    Some(digits).filter(|digits| !digits.is_empty())
}

fn two_digits(rest: &mut &str) -> Option<u32> {
    let digits = rest.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    *rest = rest.get(2..)?;
    digits.parse().ok()
}

fn literal(rest: &mut &str, expected: &str) -> Option<()> {
    *rest = rest.strip_prefix(expected)?;
    Some(())
}
