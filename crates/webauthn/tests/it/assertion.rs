//! Proofs (section 7.2).

use testkit::authenticator::{
    Algorithm, Authenticator, BACKUP_ELIGIBLE, Signed, USER_PRESENT, USER_VERIFIED,
};
use webauthn::{Asserted, Assertion, Challenge, KnownCredential, Registered, WebauthnError};

use super::{ALGORITHMS, HANDLE, bank, challenge, registered};

fn verify(
    challenge: &Challenge,
    signed: &Signed,
    kept: &Registered,
    sign_count: u32,
) -> Result<Asserted, WebauthnError> {
    let answer = Assertion {
        id: &signed.id,
        client_data: &signed.client_data,
        authenticator_data: &signed.authenticator_data,
        signature: &signed.signature,
        user_handle: (!signed.user_handle.is_empty()).then_some(&signed.user_handle),
    };
    let known = KnownCredential {
        id: &kept.id,
        user_handle: HANDLE,
        public_key: &kept.public_key,
        sign_count,
        is_backup_eligible: kept.is_backup_eligible,
    };
    bank().verify_assertion(challenge, &answer, &known, true)
}

/// The outcome of a proof on a device that was changed after the registration.
fn outcome(change: impl FnOnce(&mut Authenticator)) -> Result<Asserted, WebauthnError> {
    let (mut device, kept) = registered(Algorithm::Es256);
    change(&mut device);
    let challenge = challenge();
    verify(&challenge, &device.sign(&challenge.text()), &kept, 0)
}

#[test]
fn onl_04_every_algorithm_proves() {
    for algorithm in ALGORITHMS {
        let (mut device, kept) = registered(algorithm);
        let challenge = challenge();
        let asserted = verify(&challenge, &device.sign(&challenge.text()), &kept, 0);
        assert_eq!(asserted, Ok(Asserted { sign_count: 0, is_backed_up: false }), "{algorithm:?}");
    }
}

#[test]
fn onl_04_a_proof_elsewhere_or_unverified_is_refused() {
    use WebauthnError as E;
    assert_eq!(outcome(|device| device.origin = "http://bank.example".to_owned()), Err(E::Origin));
    assert_eq!(outcome(|device| device.relying_party = "other.example".to_owned()), Err(E::RelyingParty));
    assert_eq!(outcome(|device| device.cross_origin = true), Err(E::CrossOrigin));
    assert_eq!(outcome(|device| device.flags = USER_PRESENT), Err(E::UserVerification));
    assert_eq!(outcome(|device| device.flags = USER_VERIFIED), Err(E::UserPresence));
    assert_eq!(outcome(|device| device.flags |= BACKUP_ELIGIBLE), Err(E::Backup), "it was not before");
    assert_eq!(outcome(|device| device.id = vec![1; 32]), Err(E::Credential));
    assert_eq!(outcome(|device| device.user_handle = b"somebody else".to_vec()), Err(E::Credential));
    assert_eq!(
        outcome(|device| device.user_handle = Vec::new()),
        Err(E::Credential),
        "a login names its user"
    );
}

#[test]
fn onl_04_another_key_signs_nothing() {
    let (_, kept) = registered(Algorithm::Es256);
    for algorithm in ALGORITHMS {
        let (mut other, _) = registered(algorithm);
        other.id.clone_from(&kept.id);
        let challenge = challenge();
        let refused = verify(&challenge, &other.sign(&challenge.text()), &kept, 0);
        assert_eq!(refused, Err(WebauthnError::Signature), "{algorithm:?}");
    }
}

#[test]
fn onl_04_no_flipped_bit_of_a_proof_passes() {
    for algorithm in ALGORITHMS {
        let (mut device, kept) = registered(algorithm);
        let challenge = challenge();
        let signed = device.sign(&challenge.text());
        let parts: [fn(&mut Signed) -> &mut Vec<u8>; 3] = [
            |signed| &mut signed.client_data,
            |signed| &mut signed.authenticator_data,
            |signed| &mut signed.signature,
        ];
        for part in parts {
            for at in 0..part(&mut signed.clone()).len() * 8 {
                let mut flipped = signed.clone();
                part(&mut flipped)[at / 8] ^= 1 << (at % 8);
                assert!(verify(&challenge, &flipped, &kept, 0).is_err(), "{algorithm:?} bit {at}");
            }
        }
        assert!(verify(&challenge, &signed, &kept, 0).is_ok());
    }
}

#[test]
fn onl_04_a_counter_that_does_not_grow_is_refused() {
    let cases = [
        (0, 0, true),
        (1, 0, true),
        (6, 5, true),
        (u32::MAX, 5, true),
        (5, 5, false),
        (4, 5, false),
        (0, 5, false),
    ];
    for (sent, kept_count, passes) in cases {
        let (mut device, kept) = registered(Algorithm::Es256);
        let challenge = challenge();
        device.sign_count = sent;
        let signed = device.sign(&challenge.text());
        let verdict = verify(&challenge, &signed, &kept, kept_count);
        assert_eq!(verdict.is_ok(), passes, "{sent} after {kept_count}: {verdict:?}");
        if !passes {
            assert_eq!(verdict, Err(WebauthnError::Counter));
        }
    }
}
