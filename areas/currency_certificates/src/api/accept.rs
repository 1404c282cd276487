//! Choice between the two forms of a task by what a request asks for (RFC 9110, section 12.5.1).

use http::{HeaderMap, header};

/// The most media ranges that are looked at; the rest of a longer header is ignored.
const RANGES_MAX: usize = 32;
/// Quality in thousandths of a range that carries none.
const QUALITY_MAX: u16 = 1000;

/// Tells whether `Accept` wants XML rather than JSON. Without the header, or when it wants both alike or neither, the
/// answer is JSON: a 406 would help nobody.
pub(super) fn prefers_xml(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    let ranges: Vec<(&str, u16)> =
        values.flat_map(|value| value.split(',')).take(RANGES_MAX).filter_map(range).collect();
    let xml = quality(&ranges, "application/xml").max(quality(&ranges, "text/xml"));
    xml > quality(&ranges, "application/json")
}

/// Weighs the media type: by its own range, else by that of its kind, else by `*/*`.
fn quality(ranges: &[(&str, u16)], media_type: &str) -> u16 {
    let kind = media_type.split('/').next().unwrap_or_default();
    let of = |fits: &dyn Fn(&str) -> bool| {
        ranges.iter().filter(|(range, _)| fits(range)).map(|(_, quality)| *quality).max()
    };
    of(&|range| range.eq_ignore_ascii_case(media_type))
        .or_else(|| {
            of(&|range| range.strip_suffix("/*").is_some_and(|found| found.eq_ignore_ascii_case(kind)))
        })
        .or_else(|| of(&|range| range == "*/*"))
        .unwrap_or_default()
}

/// One element of the header: a media range and its weight. Other parameters do not count.
fn range(element: &str) -> Option<(&str, u16)> {
    let mut parts = element.split(';').map(str::trim);
    let range = parts.next().filter(|range| range.contains('/'))?;
    let weight =
        parts.find_map(|parameter| parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q=")));
    Some((range, weight.map_or(Some(QUALITY_MAX), thousandths)?))
}

/// A `qvalue` (RFC 9110, section 12.4.2): 0 to 1 with at most three fraction digits.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction: u16 = format!("{fraction:0<3}").parse().ok()?;
    match whole {
        "0" => Some(fraction),
        "1" if fraction == 0 => Some(QUALITY_MAX),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
