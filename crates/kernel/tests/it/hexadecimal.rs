//! Octets as hexadecimal digits and back.

use kernel::{from_hexadecimal, hexadecimal};

#[test]
fn every_octet_is_written_with_two_small_digits_and_read_back() {
    let octets: [u8; 256] = std::array::from_fn(|octet| u8::try_from(octet).unwrap());
    let written = hexadecimal(&octets);
    assert!(written.starts_with("000102") && written.ends_with("fdfeff"), "{written}");
    assert_eq!(from_hexadecimal::<256>(written.as_bytes()), Some(octets));
    assert_eq!(hexadecimal(&[]), "");
}

#[test]
fn other_texts_are_no_octets() {
    for wrong in ["", "0", "0g", "0G", "0A", "000", " 0", "-1", "é"] {
        assert_eq!(from_hexadecimal::<1>(wrong.as_bytes()), None, "{wrong}");
    }
}
