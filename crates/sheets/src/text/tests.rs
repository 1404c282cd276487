use super::text_of;
use crate::Unreadable;

#[test]
fn the_usual_encodings_are_told_apart() {
    let utf_16: Vec<u8> = "\u{feff}Счёт".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in ["Счёт".as_bytes(), "\u{feff}Счёт".as_bytes(), b"\xd1\xf7\xb8\xf2", &utf_16] {
        assert_eq!(text_of(bytes).unwrap(), "Счёт", "{bytes:?}");
    }
}

#[test]
fn what_has_control_characters_is_no_text() {
    let without_mark: Vec<u8> = "abc".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in
        [&b"a\0b"[..], b"\x89PNG\r\n\x1a\n", &without_mark, b"a\x98b\xff", b"a\x1bb", "a\u{85}b".as_bytes()]
    {
        assert_eq!(text_of(bytes), Err(Unreadable::NotText), "{bytes:?}");
    }
}
