//! Reads any bytes as a new passkey, as a proof and as a key: no panic, no endless work, and what was kept of a key
//! reads as the same key.

#![no_main]

use libfuzzer_sys::fuzz_target;
use webauthn::{Assertion, Challenge, KnownCredential, PublicKey, Registration, RelyingParty};

fuzz_target!(|bytes: &[u8]| {
    let bank = RelyingParty::at("https://bank.example").expect("an address with a name");
    let challenge = Challenge::from_bytes(&[7; 32]).expect("32 bytes");
    // A registration gets past its client data, so that the rest is reached.
    let client_data = |kind: &str| {
        let challenge = challenge.text();
        format!(r#"{{"type":"webauthn.{kind}","challenge":"{challenge}","origin":"https://bank.example"}}"#)
    };
    let (create, get) = (client_data("create"), client_data("get"));
    let whole = Registration { client_data: create.as_bytes(), attestation_object: bytes };
    if let Ok(registered) = bank.verify_registration(&challenge, &whole) {
        assert!((1..=webauthn::CREDENTIAL_ID_BYTES_MAX).contains(&registered.id.len()));
        let again = PublicKey::from_cose(registered.public_key.cose());
        assert_eq!(again.as_ref(), Ok(&registered.public_key));
    }
    let _ = bank.verify_registration(&challenge, &Registration { client_data: bytes, attestation_object: bytes });
    if let Ok(key) = PublicKey::from_cose(bytes) {
        assert_eq!(key.cose(), bytes);
        assert!(webauthn::ALGORITHMS.contains(&key.algorithm()));
        let known = KnownCredential {
            id: b"id",
            user_handle: b"user",
            public_key: &key,
            sign_count: 0,
            is_backup_eligible: false,
        };
        for (client_data, data) in [(get.as_bytes(), bytes), (bytes, bytes)] {
            let proof = Assertion {
                id: b"id",
                client_data,
                authenticator_data: data,
                signature: bytes,
                user_handle: Some(b"user"),
            };
            assert!(bank.verify_assertion(&challenge, &proof, &known, true).is_err(), "nobody signed");
        }
    }
});
