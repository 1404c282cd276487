//! The language a request asks for (RFC 9110, section 12.5.4).

use std::cmp::Reverse;
use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;
use http::request::Parts;
use kernel::Language;

/// The most language ranges that are looked at; the rest of a longer header is ignored. Browsers send fewer than ten.
const LANGUAGE_RANGES_MAX: usize = 32;
/// Quality in thousandths of a range that carries none.
pub const QUALITY_MAX: u16 = 1000;

/// The language that the header `Accept-Language` asks for, or the bank's own; for every operation whose answer has
/// texts in the language of the request.
#[derive(Clone, Copy, Debug)]
pub struct AcceptLanguage(pub Language);

impl<S: Send + Sync> FromRequestParts<S> for AcceptLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self(accept_language(&parts.headers).unwrap_or_default()))
    }
}

/// The bank's language with the highest quality in `Accept-Language`; of equal ones, the one named first, as browsers
/// order them. A range names a language by its primary subtag (`ru-RU` asks for Russian), `*` names every language
/// that no other range names, `q=0` excludes. Ranges that are malformed count as absent. `None` when nothing is left:
/// the answer is then in the language that the caller of this function falls back to; a 406 would help nobody.
pub fn accept_language(headers: &HeaderMap) -> Option<Language> {
    let values = headers.get_all(ACCEPT_LANGUAGE).into_iter().filter_map(|value| value.to_str().ok());
    let ranges: Vec<Range<'_>> =
        values.flat_map(|value| value.split(',')).take(LANGUAGE_RANGES_MAX).filter_map(parse).collect();
    Language::ALL
        .into_iter()
        .filter_map(|language| preference(&ranges, language).map(|preference| (preference, language)))
        // The first of equal preferences wins, so that the default language comes before the others under `*`.
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, language)| language)
}

/// The tag of a language range, and its quality.
type Range<'a> = (&'a str, u16);

/// Ranks `language` by its quality, then by how early it is named. `None` when it is not acceptable.
fn preference(ranges: &[Range<'_>], language: Language) -> Option<(u16, Reverse<usize>)> {
    let best_of = |fits: &dyn Fn(&str) -> bool| {
        let named = ranges.iter().enumerate().filter(|(_, (tag, _))| fits(tag));
        named.map(|(position, (_, quality))| (*quality, Reverse(position))).max()
    };
    let by_name =
        |tag: &str| tag.split('-').next().is_some_and(|primary| primary.eq_ignore_ascii_case(language.tag()));
    best_of(&by_name).or_else(|| best_of(&|tag| tag == "*")).filter(|(quality, _)| *quality > 0)
}

/// One element of the header: a language range and perhaps a weight.
fn parse(element: &str) -> Option<Range<'_>> {
    let (tag, weight) = match element.split_once(';') {
        None => (element.trim(), None),
        Some((tag, weight)) => (tag.trim(), Some(weight.trim())),
    };
    let is_range = tag == "*"
        || tag.split('-').all(|subtag| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
    let quality = match weight {
        None => QUALITY_MAX,
        Some(weight) => qvalue(weight.strip_prefix(['q', 'Q'])?.strip_prefix('=')?)?,
    };
    is_range.then_some((tag, quality))
}

/// Reads a `qvalue` (RFC 9110, section 12.4.2) in thousandths: 0 to 1 with at most three fraction digits.
pub fn qvalue(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths: u16 = format!("{fraction:0<3}").parse().ok()?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(QUALITY_MAX),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
