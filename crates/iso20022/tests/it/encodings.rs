//! Encodings: the accepted ones, and their agreement.

use crate::corpus::Encoding::{Utf16Be, Utf16Le, Windows1251};
use crate::messages::{notification, reader};

fn declared(encoding: &str) -> String {
    notification().replace("UTF-8", encoding)
}

fn owner(bytes: &[u8], charset: Option<&str>) -> Result<String, String> {
    let document = reader().read(bytes, charset).map_err(|violations| violations.to_string())?;
    let owner = document.root().at("PmtRgltryInfNtfctn/TxNtfctn/AcctOwnr/Nm").unwrap();
    Ok(owner.text().to_owned())
}

#[test]
fn ctc_06_utf_8_utf_16_and_windows_1251_are_read() {
    let utf_8_with_mark = format!("\u{FEFF}{}", notification());
    for (bytes, charset) in [
        (notification().into_bytes(), None),
        (notification().into_bytes(), Some("utf-8")),
        (utf_8_with_mark.into_bytes(), None),
        (declared("utf8").into_bytes(), None),
        (Utf16Le.bytes(&declared("UTF-16")), None),
        (Utf16Be.bytes(&declared("UTF-16")), Some("UTF-16")),
        (Utf16Le.bytes(&declared("UTF-16LE")), None),
        (Utf16Be.bytes(&declared("utf-16be")), None),
        (Windows1251.bytes(&declared("windows-1251")), None),
        (Windows1251.bytes(&declared("WINDOWS-1251")), Some("windows-1251")),
        (Windows1251.bytes(&declared("cp1251")), None),
        // Only the transport says it.
        (Windows1251.bytes(&notification().replace(" encoding=\"UTF-8\"", "")), Some("windows-1251")),
    ] {
        assert_eq!(owner(&bytes, charset).as_deref(), Ok("ООО «Ромашка»"), "{charset:?}");
    }
}

#[test]
fn ctc_06_declared_and_real_encoding_have_to_agree() {
    for (bytes, charset, reason) in [
        (
            Utf16Le.bytes(&notification()),
            None,
            "the XML declaration says UTF-8, but the document is UTF-16LE",
        ),
        (Utf16Le.bytes(&declared("UTF-16BE")), None, "says UTF-16BE, but the document is UTF-16LE"),
        (
            format!("\u{FEFF}{}", declared("windows-1251")).into_bytes(),
            None,
            "says windows-1251, but the document is UTF-8",
        ),
        (declared("UTF-16").into_bytes(), None, "says UTF-16, but the document has no byte order mark"),
        (
            notification().into_bytes(),
            Some("utf-16"),
            "the Content-Type says UTF-16, but the document has no byte",
        ),
        (
            notification().into_bytes(),
            Some("windows-1251"),
            "the XML declaration says UTF-8, but the document is windows-1251",
        ),
        (
            declared("windows-1251").into_bytes(),
            Some("utf-8"),
            "says windows-1251, but the document is UTF-8",
        ),
        (Windows1251.bytes(&notification()), None, "line 8, column 26, /: the bytes here are not UTF-8"),
        (declared("koi8-r").into_bytes(), None, "the encoding \"koi8-r\" is not accepted"),
        (
            Utf16Le.bytes(&declared("UTF-16")).split_off(2),
            None,
            "looks like UTF-16 or UTF-32 without a byte order",
        ),
        (
            Utf16Be.bytes(&declared("UTF-16")).split_off(2),
            None,
            "looks like UTF-16 or UTF-32 without a byte order",
        ),
    ] {
        let found = owner(&bytes, charset).unwrap_err();
        assert!(found.contains(reason), "{reason}: {found}");
    }
}

#[test]
fn ctc_06_bytes_of_no_letter_are_found_where_they_are() {
    let mut unassigned = Windows1251.bytes(&declared("windows-1251"));
    let position = unassigned.iter().position(|byte| *byte == 0xAB).unwrap();
    unassigned[position] = 0x98;
    assert!(
        owner(&unassigned, None)
            .unwrap_err()
            .contains("line 8, column 30, /: the bytes here are not windows-1251")
    );
    let mut half = Utf16Le.bytes("<Ж>𝄞</Ж>");
    half.drain(8..10);
    assert!(owner(&half, None).unwrap_err().contains("line 1, column 4, /: the bytes here are not UTF-16LE"));
    let mut odd = Utf16Le.bytes(&declared("UTF-16"));
    odd.push(0);
    assert!(owner(&odd, None).unwrap_err().contains("the bytes here are not UTF-16LE"));
    // An overlong form of the slash, and half of a surrogate pair, are not UTF-8.
    for bytes in [&b"<a>\xC0\xAF</a>"[..], b"<a>\xED\xA0\x80</a>"] {
        assert!(
            owner(bytes, None).unwrap_err().contains("line 1, column 4, /: the bytes here are not UTF-8")
        );
    }
    assert!(owner(&[], None).unwrap_err().contains("the document has no element"));
}

#[test]
fn ctc_02_places_are_those_of_the_text_in_every_encoding() {
    let wrong = |encoding: &str| declared(encoding).replace("<DtOfIsse>2026-01-29", "<DtOfIsse>29.01.2026");
    let at = |bytes: &[u8]| {
        let violations = reader().read(bytes, None).unwrap_err();
        (violations.list()[0].line, violations.list()[0].column, violations.list()[0].path.clone())
    };
    let utf_8 = at(wrong("UTF-8").as_bytes());
    assert_eq!((utf_8.0, utf_8.1), (26, 38));
    assert_eq!(at(&Utf16Le.bytes(&wrong("UTF-16"))), utf_8);
    assert_eq!(at(&Utf16Be.bytes(&wrong("UTF-16"))), utf_8);
    assert_eq!(at(&Windows1251.bytes(&wrong("windows-1251"))), utf_8);
}
