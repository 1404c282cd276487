//! Headers as programs and browsers send them.

use http::HeaderMap;
use http::header::ACCEPT;

use super::prefers_xml;

fn prefers(accept: Option<&str>) -> bool {
    let mut headers = HeaderMap::new();
    if let Some(accept) = accept {
        headers.insert(ACCEPT, accept.parse().unwrap());
    }
    prefers_xml(&headers)
}

#[test]
fn json_is_the_form_unless_xml_is_wanted_more() {
    let json = [
        None,
        Some("*/*"),
        Some("application/json"),
        Some("application/*"),
        Some("application/json, application/xml;q=0.9"),
        Some("application/xml;q=0"),
        Some("text/html"),
        Some("application/xml;q=2"),
        Some("xml"),
        Some(""),
    ];
    for accept in json {
        assert!(!prefers(accept), "{accept:?}");
    }
    let xml = [
        Some("application/xml"),
        Some("Application/XML; q=0.5"),
        Some("text/xml"),
        Some("application/xml;charset=utf-8, application/json;q=0.9"),
        Some("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
        Some("application/json;q=0, */*"),
    ];
    for accept in xml {
        assert!(prefers(accept), "{accept:?}");
    }
}
