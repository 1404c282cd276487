use aws_lc_rs::signature::{ED25519, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::SeededRandomness;

use super::Secret;

#[test]
fn evt_02_both_signatures_verify_and_every_change_breaks_them() {
    let secret = Secret::mint(&SeededRandomness::new(1));
    assert_eq!(format!("{secret:?}"), "Secret(..)");
    let header = secret.sign("evt_1", 1_700_000_000, "{\"a\":1}").unwrap();
    let (shared, own) = header.split_once(' ').unwrap();
    let library = standardwebhooks::Webhook::new(&secret.shared_text()).unwrap();
    assert_eq!(library.sign("evt_1", 1_700_000_000, b"{\"a\":1}").unwrap(), shared);
    let public = secret.public_text().unwrap();
    let public = STANDARD.decode(public.strip_prefix("whpk_").unwrap()).unwrap();
    let signature = STANDARD.decode(own.strip_prefix("v1a,").unwrap()).unwrap();
    let verifies = |signed: &str| {
        UnparsedPublicKey::new(&ED25519, &public).verify(signed.as_bytes(), &signature).is_ok()
    };
    assert!(verifies("evt_1.1700000000.{\"a\":1}"));
    for changed in ["evt_2.1700000000.{\"a\":1}", "evt_1.1700000001.{\"a\":1}", "evt_1.1700000000.{\"a\":2}"]
    {
        assert!(!verifies(changed), "{changed}");
    }
}

#[test]
fn evt_02_a_secret_survives_its_bytes_alone() {
    let secret = Secret::mint(&SeededRandomness::new(2));
    assert_eq!(Secret::from_bytes(secret.bytes()).unwrap().shared_text(), secret.shared_text());
    for wrong in [&secret.bytes()[1..], &[][..], &[secret.bytes(), &[0]].concat()] {
        assert!(Secret::from_bytes(wrong).is_err());
    }
}
