//! Keys as callers write them.

use http::{HeaderMap, HeaderValue};

use super::{HEADER, IdempotencyKey, KEY_CHARACTERS_MAX};

fn read(values: &[&[u8]]) -> Result<Option<String>, ()> {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(HEADER, HeaderValue::from_bytes(value).unwrap());
    }
    // Whoever is refused reads which keys need quotes.
    let key = IdempotencyKey::read(&headers)
        .map_err(|refused| assert!(refused.message().ends_with("stands in quotes"), "{refused:?}"))?;
    Ok(key.map(|key| key.as_str().to_owned()))
}

#[test]
fn ops_04_keys_are_read_in_quotes_and_without() {
    let longest = "k".repeat(KEY_CHARACTERS_MAX);
    assert_eq!(read(&[]), Ok(None));
    for (value, key) in [
        (r#""8e03978e-40d5-43dd-bc93-6894a57f9324""#, "8e03978e-40d5-43dd-bc93-6894a57f9324"),
        ("8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
        (r#""with \"quotes\" and \\""#, r#"with "quotes" and \"#),
        ("  spaces-around  ", "spaces-around"),
        ("x", "x"),
        (longest.as_str(), longest.as_str()),
    ] {
        assert_eq!(read(&[value.as_bytes()]), Ok(Some(key.to_owned())), "{value}");
    }
}

#[test]
fn ops_04_what_is_no_key_is_refused() {
    let too_long = "k".repeat(KEY_CHARACTERS_MAX + 1);
    for value in [
        "",
        "\"\"",
        "\"",
        "\"open",
        "open\"",
        "two words",
        "a,b",
        "\"a\", \"b\"",
        "\"a\";p=1",
        r#""\x""#,
        r#""\""#,
        too_long.as_str(),
    ] {
        assert_eq!(read(&[value.as_bytes()]), Err(()), "{value}");
    }
    assert_eq!(read(&["ключ".as_bytes()]), Err(()));
    assert_eq!(read(&[b"tab\tbed"]), Err(()));
    assert_eq!(read(&[b"one", b"two"]), Err(()), "which of them would it be?");
}
