//! Choice between the two forms of a task by what a request asks for (RFC 9110, section 12.5.1).

use http::{HeaderMap, header};

/// The most media ranges that are looked at; the rest of a longer header is ignored.
const RANGES_MAX: usize = 32;

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
    let closeness = |range: &str| match range.strip_suffix("/*") {
        _ if range.eq_ignore_ascii_case(media_type) => 3,
        Some(found) if found.eq_ignore_ascii_case(kind) => 2,
        Some("*") => 1,
        _ => 0,
    };
    let weighed = ranges.iter().map(|(range, quality)| (closeness(range), *quality));
    weighed.filter(|(closeness, _)| *closeness > 0).max().map_or(0, |(_, quality)| quality)
}

/// One element of the header: a media range and its weight. Other parameters do not count.
fn range(element: &str) -> Option<(&str, u16)> {
    let mut parts = element.split(';').map(str::trim);
    let range = parts.next().filter(|range| range.contains('/'))?;
    let weight =
        parts.find_map(|parameter| parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q=")));
    Some((range, weight.map_or(Some(edge::QUALITY_MAX), edge::qvalue)?))
}

#[cfg(test)]
mod tests;
