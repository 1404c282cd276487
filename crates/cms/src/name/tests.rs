//! Kinds of strings in names.

use super::{ATTRIBUTES_MAX, BMP_STRING, IA5_STRING, NAME_CHARACTERS_MAX, PRINTABLE_STRING, PersonName};
use crate::{CmsError, Part, oid, tlv, write};

fn attribute(tag: u8, octets: &[u8]) -> Vec<u8> {
    let attribute = write::sequence(&[&write::oid(oid::COMMON_NAME), &write::element(tag, &[octets])]);
    write::element(tlv::SET, &[&attribute])
}

fn read(attributes: &[&[u8]]) -> Result<Option<String>, CmsError> {
    PersonName::read(&write::sequence(attributes)).map(|name| name.common_name)
}

#[test]
fn onl_05_a_name_is_read_in_each_kind_of_string() {
    let strings: [(u8, &[u8], &str); 5] = [
        (tlv::UTF8_STRING, "Иванова".as_bytes(), "Иванова"),
        (PRINTABLE_STRING, b"Ivanova", "Ivanova"),
        (IA5_STRING, b"ivanova@example", "ivanova@example"),
        (BMP_STRING, &[0x04, 0x18, 0x04, 0x32], "Ив"),
        (BMP_STRING, &[0xd8, 0x3d, 0xde, 0x00], "\u{1f600}"),
    ];
    for (tag, octets, text) in strings {
        assert_eq!(read(&[&attribute(tag, octets)]), Ok(Some(text.to_owned())), "{tag:x}");
    }
}

#[test]
fn onl_05_a_name_that_two_readers_could_read_differently_is_refused() {
    let long = "я".repeat(NAME_CHARACTERS_MAX + 1);
    let strings: [(u8, &[u8]); 10] = [
        (tlv::UTF8_STRING, &[0xff]),
        (tlv::UTF8_STRING, long.as_bytes()),
        (PRINTABLE_STRING, "é".as_bytes()),
        (PRINTABLE_STRING, b""),
        (PRINTABLE_STRING, b"Ivanova\0"),
        (IA5_STRING, &[0x80]),
        (BMP_STRING, &[0x04]),
        (BMP_STRING, &[0xd8, 0x3d]),
        (BMP_STRING, &[0x00, 0x00]),
        (0x14, b"Ivanova"),
    ];
    let refused = Err(CmsError::Malformed(Part::Name));
    for (tag, octets) in strings {
        assert_eq!(read(&[&attribute(tag, octets)]), refused, "{tag:x} {octets:x?}");
    }
    let name = attribute(PRINTABLE_STRING, b"Ivanova");
    assert_eq!(read(&[&name, &name]), refused, "twice");
    let other = write::sequence(&[&write::oid(oid::DATA), &write::element(PRINTABLE_STRING, &[b"RU"])]);
    let others = write::element(tlv::SET, &[other.as_slice()].repeat(ATTRIBUTES_MAX));
    assert_eq!(read(&[&others]), Ok(None));
    assert_eq!(read(&[&others, &name]), refused, "too many");
}
