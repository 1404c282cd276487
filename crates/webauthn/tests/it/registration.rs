//! Registrations (section 7.1).

use testkit::authenticator::{
    Algorithm, Authenticator, BACKED_UP, BACKUP_ELIGIBLE, USER_PRESENT, USER_VERIFIED,
};
use webauthn::{PublicKey, RelyingParty, WebauthnError};

use super::{ALGORITHMS, HANDLE, ORIGIN, challenge, register, registered};

/// The outcome of a registration on a device that was changed.
fn outcome(change: impl FnOnce(&mut Authenticator)) -> Result<(), WebauthnError> {
    let (mut device, challenge) = (Authenticator::at(ORIGIN, Algorithm::Es256), challenge());
    change(&mut device);
    let created = device.create(&challenge.text(), HANDLE);
    register(&challenge, &created).map(drop)
}

#[test]
fn onl_04_every_algorithm_registers_with_and_without_own_attestation() {
    for algorithm in ALGORITHMS {
        let (device, kept) = registered(algorithm);
        assert_eq!((kept.id.as_slice(), kept.sign_count), (device.id.as_slice(), 0));
        assert_eq!(PublicKey::from_cose(kept.public_key.cose()), Ok(kept.public_key.clone()));
    }
    assert_eq!(outcome(|device| device.attests_itself = true), Ok(()));
}

#[test]
fn onl_04_a_registration_elsewhere_or_unverified_is_refused() {
    use WebauthnError as E;
    assert_eq!(outcome(|device| device.origin = "https://bank.example.evil".to_owned()), Err(E::Origin));
    assert_eq!(outcome(|device| device.origin = "https://bank.example:444".to_owned()), Err(E::Origin));
    assert_eq!(outcome(|device| device.relying_party = "example".to_owned()), Err(E::RelyingParty));
    assert_eq!(outcome(|device| device.cross_origin = true), Err(E::CrossOrigin));
    assert_eq!(outcome(|device| device.flags = USER_PRESENT), Err(E::UserVerification));
    assert_eq!(outcome(|device| device.flags = USER_VERIFIED), Err(E::UserPresence));
    let lying = USER_PRESENT | USER_VERIFIED | BACKED_UP;
    assert_eq!(outcome(|device| device.flags = lying), Err(E::Backup));
    assert_eq!(outcome(|device| device.flags = lying | BACKUP_ELIGIBLE), Ok(()));
}

#[test]
fn onl_04_another_challenge_or_ceremony_is_refused() {
    let (mut device, asked) = (Authenticator::at(ORIGIN, Algorithm::Es256), challenge());
    let mut created = device.create(&challenge().text(), HANDLE);
    assert_eq!(register(&asked, &created), Err(WebauthnError::Challenge));
    created.client_data = device.sign(&asked.text()).client_data;
    assert_eq!(register(&asked, &created), Err(WebauthnError::Type));
}

#[test]
fn onl_04_no_flipped_bit_of_an_attested_registration_passes() {
    let (mut device, challenge) = (Authenticator::at(ORIGIN, Algorithm::Es256), challenge());
    device.attests_itself = true;
    let created = device.create(&challenge.text(), HANDLE);
    let before = register(&challenge, &created).unwrap();
    for at in 0..created.attestation_object.len() * 8 {
        let mut flipped = created.clone();
        flipped.attestation_object[at / 8] ^= 1 << (at % 8);
        assert!(register(&challenge, &flipped).is_err(), "bit {at}");
    }
    assert_eq!(register(&challenge, &created), Ok(before));
}

#[test]
fn onl_04_identifiers_of_no_length_or_more_than_1023_bytes_are_refused() {
    for (length, expected) in
        [(0, Err(WebauthnError::Length)), (1, Ok(())), (1_023, Ok(())), (1_024, Err(WebauthnError::Length))]
    {
        assert_eq!(outcome(|device| device.id = vec![7; length]), expected, "{length}");
    }
}

#[test]
fn onl_04_passkeys_need_a_domain_and_https_or_localhost() {
    for (address, id) in [
        ("https://bank.example", Some("bank.example")),
        ("https://bank.example:8443/path", Some("bank.example")),
        ("http://localhost:8081", Some("localhost")),
        ("http://bank.example", None),
        ("http://127.0.0.1:8081", None),
        ("https://[::1]", None),
        ("ftp://localhost", None),
        ("localhost", None),
        ("", None),
    ] {
        let bank = RelyingParty::at(address);
        assert_eq!(bank.as_ref().map(RelyingParty::id), id, "{address}");
    }
    assert_eq!(
        RelyingParty::at("https://bank.example:8443/x").unwrap().origin(),
        "https://bank.example:8443"
    );
}
