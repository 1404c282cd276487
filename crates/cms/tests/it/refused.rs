//! Signatures of OpenSSL that are refused, each for its own reason.

use cms::{Attribute, BYTES_MAX, Certificate, CmsError, Part, SignedData};

use crate::vectors::{bytes, certificate, message, text, verify, verify_file};

#[test]
fn pay_11_every_error_of_a_signature_has_its_reason() {
    let expected = [
        ("sha1", CmsError::DigestAlgorithm("1.3.14.3.2.26".to_owned())),
        ("no-cades", CmsError::AttributeAbsent(Attribute::SigningCertificateV2)),
        ("no-attributes", CmsError::SignedAttributesAbsent),
        ("embedded", CmsError::ContentEmbedded),
        ("embedded-stream", CmsError::ContentEmbedded),
        ("content-type", CmsError::ContentType),
        ("short", CmsError::KeyTooShort(1024)),
        ("p521", CmsError::KeyAlgorithm("1.3.132.0.35".to_owned())),
        ("pss-sha1-mask", CmsError::SignatureAlgorithm("1.2.840.113549.1.1.10".to_owned())),
        ("stranger", CmsError::IssuerUnknown),
        ("other-message", CmsError::MessageDigestDiffers),
        ("no-signers", CmsError::NoSigners),
        ("enveloped", CmsError::NotSignedData),
    ];
    for (name, error) in expected {
        assert_eq!(verify_file(name), Err(error), "{name}");
    }
}

#[test]
fn pay_11_another_message_is_another_signature() {
    let mut other = message();
    other[31] ^= 1;
    assert_eq!(verify(&bytes("p256-sha256.cms"), &other, &[]), Err(CmsError::MessageDigestDiffers));
}

#[test]
fn pay_11_another_certificate_of_the_same_name_and_number_is_not_the_signers() {
    // The signer is looked for by its key; the other certificate has another hash.
    let cms = bytes("p256-sha256.cms");
    let data = SignedData::read(&cms).unwrap();
    let signer = &data.signers()[0];
    assert_eq!(signer.verify(&message(), &certificate("rsa")), Err(CmsError::SigningCertificateDiffers));
}

#[test]
fn pay_11_bytes_that_are_no_cms_are_refused() {
    for garbage in [&b""[..], b"0", b"\x30\x80", b"\x30\x05\x06", b"not DER at all", &[0x30, 0x80, 0x00]] {
        assert_eq!(SignedData::read(garbage).unwrap_err(), CmsError::NotBer, "{garbage:?}");
    }
    assert_eq!(SignedData::read(&[0x30, 0x00]).unwrap_err(), CmsError::Malformed(Part::SignedData));
    assert_eq!(SignedData::read(&vec![0; BYTES_MAX + 1]).unwrap_err(), CmsError::TooLarge(BYTES_MAX));
    let mut longer = bytes("p256-sha256.cms");
    longer.push(0);
    assert_eq!(SignedData::read(&longer).unwrap_err(), CmsError::NotBer);
    let whole = bytes("p256-sha256.cms");
    for end in 0..whole.len() {
        assert_eq!(SignedData::read(&whole[..end]).unwrap_err(), CmsError::NotBer, "{end}");
    }
}

#[test]
fn pay_11_certificates_are_pem_of_certificates() {
    for wrong in ["", "-----BEGIN CERTIFICATE-----", &text("p256.key"), &text("list.pem")] {
        assert_eq!(Certificate::from_pem(wrong).unwrap_err(), CmsError::Malformed(Part::Pem), "{wrong}");
    }
    let pem = text("p256.pem").replace("\nMII", "\nMIJ");
    assert!(Certificate::from_pem(&pem).is_err());
}

#[test]
fn pay_11_lines_of_pem_may_have_any_length() {
    let pem = text("p256.pem");
    let body: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    for length in [64, 76, body.len()] {
        let lines: Vec<&str> =
            body.as_bytes().chunks(length).map(|line| std::str::from_utf8(line).unwrap()).collect();
        let text =
            format!("-----BEGIN CERTIFICATE-----\r\n{}\r\n-----END CERTIFICATE-----\r\n", lines.join("\r\n"));
        assert_eq!(Certificate::from_pem(&text).as_ref(), Ok(&certificate("p256")), "{length}");
    }
}
