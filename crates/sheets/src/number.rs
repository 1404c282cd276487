//! Numbers of a table calculation as texts.
//!
//! A table calculation keeps 15 digits of a number and shows no more. So a number becomes the text that it shows: 0.3
//! where the file has 0.30000000000000004. One of more digits keeps its exponent, and is neither an account nor an
//! amount afterwards: digits that were lost are not made up.

/// Digits that a table calculation keeps.
const DIGITS: usize = 15;
/// The most places after the decimal point of a text without an exponent.
const PLACES_MAX: usize = 20;

pub(crate) fn text_of(number: f64) -> String {
    // One digit before the point and 14 after it.
    let exact = format!("{number:.14e}");
    let Some((mantissa, exponent)) = exact.split_once('e') else { return exact };
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_end_matches('0');
    let Ok(exponent) = exponent.parse::<i64>() else { return exact };
    if digits.is_empty() {
        return "0".to_owned();
    }
    let Ok(whole) = usize::try_from(exponent + 1) else {
        // Zeros after the point before the first digit.
        let zeros = usize::try_from(-exponent - 1).unwrap_or(usize::MAX);
        return if zeros + digits.len() <= PLACES_MAX {
            format!("{sign}0.{}{digits}", "0".repeat(zeros))
        } else {
            exact
        };
    };
    if whole > DIGITS {
        return exact;
    }
    if whole >= digits.len() {
        return format!("{sign}{digits}{}", "0".repeat(whole - digits.len()));
    }
    let (before, behind) = digits.split_at(whole);
    let before = if before.is_empty() { "0" } else { before };
    format!("{sign}{before}.{behind}")
}

#[cfg(test)]
mod tests;
