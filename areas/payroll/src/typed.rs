//! Values as people type them, in a form and in the cells of a file.

use jiff::civil::Date;

use crate::transfer::SentAmount;

/// Error for a number with one mark and three digits after it: `50,000` is fifty thousand where one lives and fifty
/// where another does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnclearMark;

/// Signs of roubles that tables write after an amount.
const ROUBLES: [&str; 4] = ["₽", "руб.", "руб", "р."];

/// Returns an amount as people type it, with a sign of roubles or without. One or two digits are after a comma or point
/// of kopecks; thousands may be marked by spaces or apostrophes, and by commas or points that cannot be taken for that
/// of kopecks: more than one of them, or both kinds. Anything else stays the text that it is, which the checks refuse:
/// an exponent is how a table calculation shortens numbers, and what it left out nobody knows.
pub(crate) fn amount(typed: &str) -> Result<SentAmount, UnclearMark> {
    let plain = |letter: char| match letter {
        '\u{2019}' => '\'',
        letter if letter.is_whitespace() => ' ',
        letter => letter,
    };
    let text: String = typed.trim().chars().map(plain).collect();
    let text = ROUBLES.iter().find_map(|sign| text.strip_suffix(sign)).unwrap_or(&text).trim_end();
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((before, behind)) = unsigned.split_once([',', '.'])
        && before.contains(|letter: char| letter.is_ascii_digit())
        && behind.len() == 3
        && is_digits(behind)
    {
        return Err(UnclearMark);
    }
    let (whole, kopecks) = whole_and_kopecks(unsigned);
    let fits = whole.as_deref().is_some_and(is_digits)
        && kopecks.is_none_or(|part| part.len() <= 2 && is_digits(part));
    let Some(whole) = whole.filter(|_| fits) else { return Ok(SentAmount::Other(typed.to_owned())) };
    // A number of JSON has no zeros in front.
    let zeros = whole.bytes().take_while(|byte| *byte == b'0').count().min(whole.len() - 1);
    let sign = if text.len() == unsigned.len() { "" } else { "-" };
    let lexeme = format!("{sign}{}.{}", whole.get(zeros..).unwrap_or_default(), kopecks.unwrap_or("0"));
    Ok(match SentAmount::from_lexeme(&lexeme) {
        SentAmount::Other::<String>(_) => SentAmount::Other(typed.to_owned()),
        exact @ SentAmount::Exact(_) => exact,
    })
}

/// Returns the whole part without the marks between its thousands, `None` where they are wrong, and the kopecks.
fn whole_and_kopecks(unsigned: &str) -> (Option<String>, Option<&str>) {
    let commas_and_points = || unsigned.chars().filter(|letter| matches!(letter, ',' | '.'));
    let last = commas_and_points().next_back();
    let of_last = commas_and_points().filter(|mark| Some(*mark) == last).count();
    let (whole, kopecks) = match unsigned.rsplit_once([',', '.']) {
        // The last mark is before kopecks if it occurs once; a mark that occurs more often is between thousands.
        Some((whole, kopecks)) if of_last == 1 => (whole, Some(kopecks)),
        _ => (unsigned, None),
    };
    let Some(mark) = whole.chars().find(|letter| !letter.is_ascii_digit()) else {
        return (Some(whole.to_owned()), kopecks);
    };
    let mut groups = whole.split(mark);
    let first_fits = groups.next().is_some_and(|first| (1..=3).contains(&first.len()));
    let fits = matches!(mark, ' ' | '\'' | ',' | '.') && first_fits && groups.all(|group| group.len() == 3);
    (fits.then(|| whole.replace(mark, "")), kopecks)
}

/// Returns the text without any white space: people write numbers of accounts and cards in groups.
pub(crate) fn spaceless(typed: &str) -> String {
    typed.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// Returns a day as the interface writes it, `1990-05-17`, when it was typed so or as `17.05.1990`; else the text as it
/// is, which the checks refuse.
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
