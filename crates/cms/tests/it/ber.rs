//! BER to DER.

use cms::{CmsError, DEPTH_MAX, normalise};
use proptest::prelude::*;

use crate::vectors::{bytes, message, verify};

/// A DER element as a program that does not know its lengths in advance writes it: with end marks, and strings in
/// pieces of `piece` octets.
fn streamed(der: &[u8], piece: usize) -> Vec<u8> {
    let mut rest = der;
    let mut ber = Vec::new();
    while let [tag, first, ..] = *rest {
        let octets = if first < 0x80 { 0 } else { usize::from(first & 0x7f) };
        let length = rest[2..2 + octets].iter().fold(0, |length, octet| length << 8 | usize::from(*octet));
        let length = if octets == 0 { usize::from(first) } else { length };
        let (element, behind) = rest.split_at(2 + octets + length);
        let content = &element[2 + octets..];
        if tag & 0x20 != 0 {
            ber.extend([tag, 0x80]);
            ber.extend(streamed(content, piece));
            ber.extend([0, 0]);
        } else if tag == 0x04 && piece > 0 {
            ber.extend([0x24, 0x80]);
            for part in content.chunks(piece) {
                ber.extend([0x04, 0x81, u8::try_from(part.len()).unwrap()]);
                ber.extend(part);
            }
            ber.extend([0, 0]);
        } else {
            ber.extend(element);
        }
        rest = behind;
    }
    ber
}

#[test]
fn pay_11_der_stays_as_it_is() {
    for name in ["p256-sha256.cms", "two-signers.cms", "with-chain.cms", "pss-sha512.cms", "enveloped.cms"] {
        let der = bytes(name);
        assert_eq!(normalise(&der), Ok(der), "{name}");
    }
}

#[test]
fn pay_11_a_stream_of_any_shape_becomes_the_same_der() {
    for name in ["p256-sha256.cms", "two-signers.cms", "rsa-sha256.cms"] {
        let der = bytes(name);
        for piece in [0, 1, 16, 100] {
            let ber = streamed(&der, piece);
            assert_ne!(ber, der);
            assert_eq!(normalise(&ber), Ok(der.clone()), "{name}, pieces of {piece}");
            assert!(verify(&ber, &message(), &[]).is_ok(), "{name}, pieces of {piece}");
        }
    }
}

#[test]
fn pay_11_bits_in_pieces_become_whole() {
    let pieces = [0x23, 0x80, 0x03, 2, 0, 0xaa, 0x03, 2, 4, 0xf0, 0, 0];
    assert_eq!(normalise(&pieces), Ok(vec![0x03, 3, 4, 0xaa, 0xf0]));
    let one_bit = [0x23, 0x80, 0x03, 2, 7, 0x80, 0, 0];
    assert_eq!(normalise(&one_bit), Ok(vec![0x03, 2, 7, 0x80]));
    let broken = [0x23, 0x80, 0x03, 2, 4, 0xa0, 0x03, 2, 0, 0xf0, 0, 0];
    assert_eq!(normalise(&broken), Err(CmsError::NotBer));
    for unused in [[0x03, 2, 8, 0xaa].as_slice(), &[0x03, 1, 4]] {
        let pieces = [&[0x23, 0x80], unused, &[0, 0]].concat();
        assert_eq!(normalise(&pieces), Err(CmsError::NotBer), "bits that are not there: {unused:x?}");
    }
    assert_eq!(normalise(&[0x24, 0x80, 0x03, 1, 0, 0, 0]), Err(CmsError::NotBer), "a piece of another kind");
}

#[test]
fn pay_11_lengths_of_any_width_are_read() {
    assert_eq!(normalise(&[0x04, 0x84, 0, 0, 0, 1, 7]), Ok(vec![0x04, 1, 7]));
    assert_eq!(normalise(&[0x04, 0x88, 0, 0, 0, 0, 0, 0, 0, 1, 7]), Ok(vec![0x04, 1, 7]));
    assert_eq!(normalise(&[0x04, 0x85, 1, 0, 0, 0, 0, 7]), Err(CmsError::NotBer));
    assert_eq!(normalise(&[0x04, 0x80, 0, 0]), Err(CmsError::NotBer), "no end mark for what has no elements");
    assert_eq!(normalise(&[0x1f, 0x81, 0x01, 0]), Err(CmsError::NotBer), "long tags do not occur");
}

#[test]
fn pay_11_nesting_has_a_limit() {
    let nested = |depth: usize| (0..depth).fold(Vec::new(), |inside, _| streamed_sequence(&inside));
    assert!(normalise(&nested(DEPTH_MAX)).is_ok());
    assert_eq!(normalise(&nested(DEPTH_MAX + 1)), Err(CmsError::TooDeep));
    // As deep as the bytes allow, with lengths told in advance or not.
    assert_eq!(normalise(&[0x30, 0x80].repeat(40_000)), Err(CmsError::TooDeep));
}

fn streamed_sequence(inside: &[u8]) -> Vec<u8> {
    [&[0x30, 0x80], inside, &[0, 0]].concat()
}

proptest! {
    #[test]
    fn what_was_made_der_is_der(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(der) = normalise(&bytes) {
            prop_assert_eq!(normalise(&der), Ok(der));
        }
    }

    #[test]
    fn nothing_that_is_nearly_a_signature_ends_the_program(
        at in 0_usize..1500, put in prop::collection::vec(any::<u8>(), 0..8), cut in 0_usize..8,
    ) {
        let mut cms = bytes("p256-sha256.cms");
        let at = at.min(cms.len());
        let end = (at + cut).min(cms.len());
        cms.splice(at..end, put);
        let _ = verify(&cms, &message(), &[]);
    }
}
