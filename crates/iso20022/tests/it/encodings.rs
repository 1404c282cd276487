//! Encodings: the accepted ones, and their agreement.

use crate::messages::{notification, reader};

fn utf_16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once('\u{FEFF}')
        .chain(text.chars())
        .flat_map(|letter| {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().flat_map(|one| unit(*one)).collect::<Vec<u8>>()
        })
        .collect()
}

fn windows_1251(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| match letter {
            '\u{0}'..='\u{7F}' => letter as u8,
            'А'..='я' => u8::try_from(u32::from(letter) - u32::from('А') + 0xC0).unwrap(),
            'Ё' => 0xA8,
            'ё' => 0xB8,
            '«' => 0xAB,
            '»' => 0xBB,
            '№' => 0xB9,
            other => panic!("{other} is not in this table"),
        })
        .collect()
}

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
        (utf_16(&declared("UTF-16"), u16::to_le_bytes), None),
        (utf_16(&declared("UTF-16"), u16::to_be_bytes), Some("UTF-16")),
        (utf_16(&declared("UTF-16LE"), u16::to_le_bytes), None),
        (utf_16(&declared("utf-16be"), u16::to_be_bytes), None),
        (windows_1251(&declared("windows-1251")), None),
        (windows_1251(&declared("WINDOWS-1251")), Some("windows-1251")),
        (windows_1251(&declared("cp1251")), None),
        // Only the transport says it.
        (windows_1251(&notification().replace(" encoding=\"UTF-8\"", "")), Some("windows-1251")),
    ] {
        assert_eq!(owner(&bytes, charset).as_deref(), Ok("ООО «Ромашка»"), "{charset:?}");
    }
}

#[test]
fn ctc_06_declared_and_real_encoding_have_to_agree() {
    for (bytes, charset, reason) in [
        (
            utf_16(&notification(), u16::to_le_bytes),
            None,
            "the XML declaration says UTF-8, but the document is UTF-16LE",
        ),
        (
            utf_16(&declared("UTF-16BE"), u16::to_le_bytes),
            None,
            "says UTF-16BE, but the document is UTF-16LE",
        ),
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
        (windows_1251(&notification()), None, "line 8, column 26, /: the bytes here are not UTF-8"),
        (declared("koi8-r").into_bytes(), None, "the encoding \"koi8-r\" is not accepted"),
        (
            utf_16(&declared("UTF-16"), u16::to_le_bytes).split_off(2),
            None,
            "looks like UTF-16 or UTF-32 without a byte order",
        ),
        (
            utf_16(&declared("UTF-16"), u16::to_be_bytes).split_off(2),
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
    let mut unassigned = windows_1251(&declared("windows-1251"));
    let position = unassigned.iter().position(|byte| *byte == 0xAB).unwrap();
    unassigned[position] = 0x98;
    assert!(
        owner(&unassigned, None)
            .unwrap_err()
            .contains("line 8, column 30, /: the bytes here are not windows-1251")
    );
    let mut half = utf_16("<Ж>𝄞</Ж>", u16::to_le_bytes);
    half.drain(8..10);
    assert!(owner(&half, None).unwrap_err().contains("line 1, column 4, /: the bytes here are not UTF-16LE"));
    let mut odd = utf_16(&declared("UTF-16"), u16::to_le_bytes);
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
    assert_eq!(at(&utf_16(&wrong("UTF-16"), u16::to_le_bytes)), utf_8);
    assert_eq!(at(&utf_16(&wrong("UTF-16"), u16::to_be_bytes)), utf_8);
    assert_eq!(at(&windows_1251(&wrong("windows-1251"))), utf_8);
}
