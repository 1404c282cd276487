//! One text has one encoding: otherwise two readers could find two things in what was signed once.

use super::{Reader, SEQUENCE, Unexpected, small, whole_octets};

#[test]
fn pay_11_an_element_has_one_length_and_a_short_tag() {
    let content = [7; 0x80];
    let long = [&[SEQUENCE, 0x81, 0x80][..], &content].concat();
    assert_eq!(Reader::only(&long, SEQUENCE).unwrap().content, content);
    assert_eq!(Reader::only(&[SEQUENCE, 1, 7], SEQUENCE).unwrap().content, [7]);
    // The length in more octets than it needs, in none, or in more than are read; a tag that goes on.
    let heads: [&[u8]; 7] = [
        &[SEQUENCE, 0x81, 1],
        &[SEQUENCE, 0x82, 0, 1],
        &[SEQUENCE, 0x82, 0, 0x80],
        &[SEQUENCE, 0x80],
        &[SEQUENCE, 0x85, 0, 0, 0, 0, 1],
        &[SEQUENCE, 0xff],
        &[0x3f, 1],
    ];
    for head in heads {
        let element = [head, &content].concat();
        assert_eq!(Reader::new(&element).next().unwrap_err(), Unexpected, "{head:x?}");
    }
    for cut in [&[][..], &[SEQUENCE], &[SEQUENCE, 0x81], &[SEQUENCE, 2, 7]] {
        assert_eq!(Reader::new(cut).next().unwrap_err(), Unexpected, "{cut:x?}");
    }
}

#[test]
fn pay_11_small_numbers_are_not_negative_and_bits_are_whole_octets() {
    let element =
        |tag: u8, content: &[u8]| [&[tag, u8::try_from(content.len()).unwrap()][..], content].concat();
    let number = |content: &[u8]| small(Reader::new(&element(super::INTEGER, content)).next()?);
    assert_eq!((number(&[0]), number(&[20]), number(&[1, 0])), (Ok(0), Ok(20), Ok(256)));
    for wrong in [&[][..], &[0x80], &[0xff, 0xff], &[1, 0, 0, 0]] {
        assert_eq!(number(wrong), Err(Unexpected), "{wrong:x?}");
    }
    let bits = element(super::BIT_STRING, &[0, 7]);
    assert_eq!(whole_octets(Reader::new(&bits).next().unwrap()), Ok([7].as_slice()));
    for wrong in [&[][..], &[1, 7]] {
        let bits = element(super::BIT_STRING, wrong);
        assert_eq!(whole_octets(Reader::new(&bits).next().unwrap()), Err(Unexpected), "{wrong:x?}");
    }
}
