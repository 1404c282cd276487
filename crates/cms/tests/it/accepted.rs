//! Signatures of OpenSSL that are accepted.

use crate::vectors::{bytes, certificate, message, verify, verify_file};

#[test]
fn pay_11_ecdsa_is_accepted_with_every_digest() {
    for name in ["p256-sha256", "p256-sha512"] {
        assert_eq!(verify_file(name).unwrap(), [certificate("p256").subject_name()], "{name}");
    }
    for name in ["p384-sha384", "p384-sha256", "with-chain"] {
        assert_eq!(verify_file(name).unwrap(), ["CN=P-384"], "{name}");
    }
}

#[test]
fn pay_11_rsa_is_accepted_with_both_paddings_and_every_digest() {
    for name in ["rsa-sha256", "rsa-sha384", "pss-sha256"] {
        assert_eq!(verify_file(name).unwrap(), ["CN=RSA"], "{name}");
    }
    for name in ["rsa-sha512", "pss-sha384", "pss-sha512"] {
        assert_eq!(verify_file(name).unwrap(), ["CN=RSA 4096"], "{name}");
    }
    assert_eq!(verify_file("pss-key").unwrap(), ["CN=PSS key"]);
}

#[test]
fn pay_11_a_signature_written_as_a_stream_is_accepted() {
    assert!(bytes("stream.cms").starts_with(&[0x30, 0x80]), "the file has an indefinite length");
    assert_eq!(verify_file("stream").unwrap(), [certificate("p256").subject_name()]);
}

#[test]
fn pay_11_several_signers_of_one_cms_are_all_found() {
    let names = verify_file("two-signers").unwrap();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&"CN=RSA".to_owned()), "{names:?}");
    let names = verify_file("resigned").unwrap();
    assert!(names.len() == 2 && names.contains(&"CN=P-384".to_owned()), "{names:?}");
}

#[test]
fn pay_11_the_certificate_may_be_named_by_its_key_or_lie_elsewhere() {
    let p256 = certificate("p256");
    assert_eq!(verify_file("key-identifier").unwrap(), [p256.subject_name()]);
    let cms = bytes("without-certificate.cms");
    assert_eq!(verify(&cms, &message(), &[certificate("rsa"), p256.clone()]).unwrap(), [p256.subject_name()]);
    assert_eq!(verify(&cms, &message(), &[certificate("rsa")]), Err(cms::CmsError::CertificateAbsent));
}

#[test]
fn pay_11_names_are_told_in_their_own_letters() {
    assert_eq!(certificate("p256").subject_name(), "CN=Иванова,O=ООО «Ромашка»");
}
