//! Values as people type them, in a form and in the cells of a file.

use jiff::civil::Date;

use crate::transfer::SentAmount;

/// Returns an amount as people type it: spaces between the thousands, a comma or a point before the kopecks. Anything
/// else stays the text that it is, which the checks refuse: an exponent is how a table calculation shortens numbers,
/// and what it left out nobody knows.
#[must_use]
pub(crate) fn amount(typed: &str) -> SentAmount {
    let text = spaceless(typed).replace(',', ".");
    let unsigned = text.strip_prefix('-').unwrap_or(&text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return SentAmount::Other(typed.to_owned());
    }
    // A number of JSON has no zeros in front.
    let zeros = whole.bytes().take_while(|byte| *byte == b'0').count().min(whole.len() - 1);
    let sign = text.get(..text.len() - unsigned.len()).unwrap_or_default();
    let lexeme = format!("{sign}{}", unsigned.get(zeros..).unwrap_or_default());
    match SentAmount::from_lexeme(&lexeme) {
        SentAmount::Other::<String>(_) => SentAmount::Other(typed.to_owned()),
        exact @ SentAmount::Exact(_) => exact,
    }
}

/// Returns the text without any white space: people write numbers of accounts and cards in groups.
#[must_use]
pub(crate) fn spaceless(typed: &str) -> String {
    typed.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// Returns a day as the interface writes it, `1990-05-17`, when it was typed so or as `17.05.1990`; else the text as it
/// is, which the checks refuse.
#[must_use]
pub(crate) fn day(typed: &str) -> String {
    let mut parts = typed.split('.');
    if let (Some(day), Some(month), Some(year), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    {
        let is_plain =
            |part: &str, length: usize| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        let text = format!("{year}-{month}-{day}");
        if is_plain(day, 2) && is_plain(month, 2) && is_plain(year, 4) && text.parse::<Date>().is_ok() {
            return text;
        }
    }
    typed.to_owned()
}

#[cfg(test)]
mod tests;
