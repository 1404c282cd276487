//! Signatures of OpenSSL that are refused, each for its own reason.

use cms::{Attribute, BYTES_MAX, Certificate, Fault, Part, SignedData};

use crate::vectors::{bytes, certificate, message, text, verify, verify_file};

#[test]
fn pay_11_every_fault_of_a_signature_has_its_reason() {
    let expected = [
        ("sha1", Fault::DigestAlgorithm("1.3.14.3.2.26".to_owned())),
        ("no-cades", Fault::AttributeAbsent(Attribute::SigningCertificateV2)),
        ("no-attributes", Fault::SignedAttributesAbsent),
        ("embedded", Fault::ContentEmbedded),
        ("embedded-stream", Fault::ContentEmbedded),
        ("content-type", Fault::ContentType),
        ("short", Fault::KeyTooShort(1024)),
        ("p521", Fault::KeyAlgorithm("1.3.132.0.35".to_owned())),
        ("pss-sha1-mask", Fault::SignatureAlgorithm("1.2.840.113549.1.1.10".to_owned())),
        ("stranger", Fault::IssuerUnknown),
        ("other-message", Fault::MessageDigestDiffers),
        ("no-signers", Fault::NoSigners),
        ("enveloped", Fault::NotSignedData),
    ];
    for (name, fault) in expected {
        assert_eq!(verify_file(name), Err(fault), "{name}");
    }
}

#[test]
fn pay_11_another_message_is_another_signature() {
    let mut other = message();
    other[31] ^= 1;
    assert_eq!(verify(&bytes("p256-sha256.cms"), &other, &[]), Err(Fault::MessageDigestDiffers));
}

#[test]
fn pay_11_another_certificate_of_the_same_name_and_number_is_not_the_signers() {
    // The signer is looked for by its key; the other certificate has another hash.
    let cms = bytes("p256-sha256.cms");
    let data = SignedData::read(&cms).unwrap();
    let signer = &data.signers()[0];
    assert_eq!(signer.verify(&message(), &certificate("rsa")), Err(Fault::SigningCertificateDiffers));
}

#[test]
fn pay_11_bytes_that_are_no_cms_are_refused() {
    for garbage in [&b""[..], b"0", b"\x30\x80", b"\x30\x05\x06", b"not DER at all", &[0x30, 0x80, 0x00]] {
        assert_eq!(SignedData::read(garbage).unwrap_err(), Fault::NotBer, "{garbage:?}");
    }
    assert_eq!(SignedData::read(&[0x30, 0x00]).unwrap_err(), Fault::Malformed(Part::SignedData));
    assert_eq!(SignedData::read(&vec![0; BYTES_MAX + 1]).unwrap_err(), Fault::TooLarge);
    let mut longer = bytes("p256-sha256.cms");
    longer.push(0);
    assert_eq!(SignedData::read(&longer).unwrap_err(), Fault::NotBer);
    let whole = bytes("p256-sha256.cms");
    for end in 0..whole.len() {
        assert_eq!(SignedData::read(&whole[..end]).unwrap_err(), Fault::NotBer, "{end}");
    }
}

#[test]
fn pay_11_certificates_are_pem_of_certificates() {
    for wrong in ["", "-----BEGIN CERTIFICATE-----", &text("p256.key"), &text("list.pem")] {
        assert_eq!(Certificate::from_pem(wrong).unwrap_err(), Fault::Malformed(Part::Pem), "{wrong}");
    }
    let pem = text("p256.pem").replace("\nMII", "\nMIJ");
    assert!(Certificate::from_pem(&pem).is_err());
}

/// What a build without the feature says of signatures that it does not know.
#[cfg(not(feature = "gost"))]
#[test]
fn pay_11_without_the_feature_gost_is_refused_by_name() {
    assert_eq!(verify_file("gost-A"), Err(Fault::DigestAlgorithm("1.2.643.7.1.1.2.2".to_owned())));
    let key = certificate("gost-A").public_key().unwrap_err();
    assert_eq!(key, Fault::KeyAlgorithm("1.2.643.7.1.1.1.1".to_owned()));
}
