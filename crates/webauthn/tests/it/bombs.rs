//! Bytes that were made to hurt.

use proptest::prelude::*;
use testkit::authenticator::{Algorithm, Authenticator, Created, cbor_head};
use webauthn::{
    ATTESTATION_OBJECT_BYTES_MAX, CLIENT_DATA_BYTES_MAX, PublicKey, SIGNATURE_BYTES_MAX, WebauthnError,
};

use super::{HANDLE, ORIGIN, challenge, register};

/// An attestation object that was replaced.
fn outcome(attestation_object: Vec<u8>) -> Result<(), WebauthnError> {
    let (mut device, challenge) = (Authenticator::at(ORIGIN, Algorithm::Es256), challenge());
    let created = device.create(&challenge.text(), HANDLE);
    register(&challenge, &Created { attestation_object, ..created }).map(drop)
}

#[test]
fn onl_04_cbor_that_is_deep_or_claims_to_be_long_is_refused() {
    let unreadable = Err(WebauthnError::AttestationObject);
    for kind in [0x81, 0xa1, 0xc1, 0x9f, 0xbf, 0x5f, 0x7f] {
        assert_eq!(outcome(vec![kind; ATTESTATION_OBJECT_BYTES_MAX]), unreadable, "deep: {kind:x}");
    }
    for kind in 2..=5 {
        for length in [1 << 16, 1 << 32, u64::MAX >> 1, u64::MAX] {
            assert_eq!(outcome(cbor_head(kind, length)), unreadable, "long: {kind} {length}");
        }
    }
    assert_eq!(outcome(vec![0; ATTESTATION_OBJECT_BYTES_MAX + 1]), Err(WebauthnError::Length));
    assert_eq!(outcome(Vec::new()), unreadable);
    // Many entries, and the same key again.
    let many: Vec<u8> = (0_u8..40).flat_map(|key| [0x18, key, 0]).collect();
    assert_eq!(outcome([cbor_head(5, 40), many].concat()), unreadable);
    assert_eq!(outcome(vec![0xa2, 0x61, b'a', 0, 0x61, b'a', 0]), unreadable);
}

#[test]
fn onl_04_a_registration_has_no_tail() {
    let (mut device, challenge) = (Authenticator::at(ORIGIN, Algorithm::Es256), challenge());
    let mut created = device.create(&challenge.text(), HANDLE);
    created.attestation_object.push(0);
    assert_eq!(register(&challenge, &created), Err(WebauthnError::AttestationObject));
}

#[test]
fn onl_04_client_data_that_is_long_or_says_things_twice_is_refused() {
    let (mut device, challenge) = (Authenticator::at(ORIGIN, Algorithm::Es256), challenge());
    let created = device.create(&challenge.text(), HANDLE);
    let with =
        |client_data: Vec<u8>| register(&challenge, &Created { client_data, ..created.clone() }).map(drop);
    let (head, open) = (&created.client_data[..created.client_data.len() - 1], created.client_data.len());
    let long = [head, b",\"x\":\"", &vec![b'x'; CLIENT_DATA_BYTES_MAX - open][..], b"\"}"].concat();
    assert_eq!(with(long), Err(WebauthnError::Length));
    assert_eq!(with(Vec::new()), Err(WebauthnError::Length));
    assert_eq!(with(vec![b'['; CLIENT_DATA_BYTES_MAX]), Err(WebauthnError::ClientData));
    let twice = [head, b",\"origin\":\"https://evil.example\"}"].concat();
    assert_eq!(with(twice), Err(WebauthnError::ClientData));
    assert_eq!(
        with([head, b",\"topOrigin\":\"https://evil.example\"}"].concat()),
        Err(WebauthnError::CrossOrigin)
    );
    assert_eq!(with([head, b",\"other\":[1,{}]}"].concat()), Ok(()), "browsers add members");
    assert_eq!(
        with([b"\xef\xbb\xbf".as_slice(), &created.client_data].concat()),
        Err(WebauthnError::ClientData)
    );
}

#[test]
fn onl_04_keys_of_other_forms_are_refused() {
    let (_, kept) = super::registered(Algorithm::Es256);
    let cose = kept.public_key.cose();
    let changed = |from: &[u8], to: &[u8]| {
        let at = cose.windows(from.len()).position(|window| window == from).unwrap();
        PublicKey::from_cose(&[&cose[..at], to, &cose[at + from.len()..]].concat()).map(drop)
    };
    // ES256 as ES384, P-256 as P-384, EC2 as OKP.
    for (from, to) in [(&[3, 0x26], &[3, 0x27]), (&[0x20, 1], &[0x20, 2]), (&[1, 2], &[1, 1])] {
        assert_eq!(changed(from, to), Err(WebauthnError::PublicKey), "{from:?}");
    }
    let beside_the_curve = [&cose[..cose.len() - 1], &[cose[cose.len() - 1] ^ 1]].concat();
    assert_eq!(PublicKey::from_cose(&beside_the_curve).map(drop), Err(WebauthnError::PublicKey));
    // RSA of 1,024 bits, of 8,192 bits, with an even modulus, and with the exponent 1.
    let rsa = |modulus: &[u8], exponent: &[u8]| {
        let bytes = |value: &[u8]| [cbor_head(2, value.len() as u64), value.to_vec()].concat();
        let key =
            [&[0xa4, 1, 3, 3, 0x39, 1, 0, 0x20][..], &bytes(modulus), &[0x21], &bytes(exponent)].concat();
        PublicKey::from_cose(&key).map(drop)
    };
    assert_eq!(rsa(&[0xff; 256], &[1, 0, 1]), Ok(()));
    for (modulus, exponent) in [
        (vec![0xff; 128], vec![1, 0, 1]),
        (vec![0xff; 1_024], vec![1, 0, 1]),
        (vec![0xfe; 256], vec![1, 0, 1]),
        (vec![0xff; 256], vec![1]),
        (vec![0xff; 256], vec![1, 0, 0]),
        (vec![0xff; 256], vec![1; 5]),
        ([vec![0], vec![0xff; 256]].concat(), vec![1, 0, 1]),
    ] {
        assert_eq!(rsa(&modulus, &exponent), Err(WebauthnError::PublicKey), "{} {exponent:?}", modulus.len());
    }
}

#[test]
fn onl_04_a_signature_has_a_longest_length() {
    let (mut device, kept) = super::registered(Algorithm::Es256);
    let challenge = challenge();
    let signed = device.sign(&challenge.text());
    let answer = webauthn::Assertion {
        id: &signed.id,
        client_data: &signed.client_data,
        authenticator_data: &signed.authenticator_data,
        signature: &[0; SIGNATURE_BYTES_MAX + 1],
        user_handle: Some(HANDLE),
    };
    let known = webauthn::KnownCredential {
        id: &kept.id,
        user_handle: HANDLE,
        public_key: &kept.public_key,
        sign_count: 0,
        is_backup_eligible: false,
    };
    let refused = super::bank().verify_assertion(&challenge, &answer, &known, true);
    assert_eq!(refused, Err(WebauthnError::Length));
}

proptest! {
    #[test]
    fn onl_04_no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(outcome(bytes.clone()).is_err());
        let _ = PublicKey::from_cose(&bytes);
    }
}
