//! Fields of forms of both kinds, within their limits.

use axum::body::Body;
use futures_util::FutureExt;
use http::{Request, header};

use super::{FIELDS_MAX, KEPT_BYTES_MAX, read, without_secrets};

fn fields(kind: &str, body: impl Into<Vec<u8>>) -> Option<Vec<(String, String)>> {
    let request = Request::post("/bank/x").header(header::CONTENT_TYPE, kind);
    let request = request.body(Body::from(body.into())).unwrap();
    // Nothing is waited for: the body is there.
    read(request).now_or_never().unwrap()
}

fn part(name: &str, file: Option<&str>, value: &str) -> String {
    let file = file.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
    format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n")
}

fn form(parts: &[String]) -> String {
    parts.concat() + "--b--\r\n"
}

const PLAIN: &str = "application/x-www-form-urlencoded";
const FILES: &str = "multipart/form-data; boundary=b";

fn pairs(some: &[(&str, &str)]) -> Vec<(String, String)> {
    some.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn onl_08_forms_of_both_kinds_are_read_without_their_files() {
    let plain = fields(PLAIN, "subject=%D0%90+b&right=A&right=B&empty=");
    assert_eq!(plain, Some(pairs(&[("subject", "А b"), ("right", "A"), ("right", "B"), ("empty", "")])));
    let long = "x".repeat(KEPT_BYTES_MAX * 2);
    let parts = [
        part("subject", None, "О кредите"),
        part("file", Some("a.pdf"), &long),
        part("body", None, "1\r\n2"),
    ];
    assert_eq!(fields(FILES, form(&parts)), Some(pairs(&[("subject", "О кредите"), ("body", "1\r\n2")])));
}

#[test]
fn onl_08_what_is_no_form_or_too_large_is_not_kept() {
    let long = "x".repeat(KEPT_BYTES_MAX + 1);
    let many: Vec<String> = (0..=FIELDS_MAX).map(|number| part(&number.to_string(), None, "x")).collect();
    for (kind, body) in [
        (PLAIN, format!("a={long}")),
        (PLAIN, "a=%FF".to_owned()),
        (FILES, form(&[part("a", None, &long)])),
        (FILES, form(&many)),
        (FILES, part("a", None, "x")),
        (FILES, "no parts".to_owned()),
    ] {
        assert_eq!(fields(kind, body.as_str()), None, "{kind} {} bytes", body.len());
    }
    assert_eq!(
        fields(FILES, [form(&[part("a", None, "")]).as_bytes(), b"\xff"].concat()),
        Some(pairs(&[("a", "")]))
    );
}

#[test]
fn onl_08_secrets_are_left_out_and_the_rest_is_bounded() {
    let all = pairs(&[
        ("csrf", "c"),
        ("answer", "1"),
        ("present", "p"),
        ("new", "n"),
        ("name", "x"),
        ("code", "1"),
    ]);
    assert_eq!(without_secrets(all), Some(pairs(&[("name", "x")])));
    let half = "x".repeat(KEPT_BYTES_MAX / 2);
    let fits = pairs(&[("a", &half[1..]), ("b", &half[1..])]);
    assert_eq!(without_secrets(fits.clone()), Some(fits));
    assert_eq!(without_secrets(pairs(&[("a", &half), ("b", &half)])), None);
    assert_eq!(without_secrets(pairs(&[("a", "x\0")])), None);
}
