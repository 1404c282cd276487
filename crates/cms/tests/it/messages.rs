//! Every reason has a code and words of its own.

use std::collections::BTreeSet;

use cms::{Attribute, Fault, Part};
use kernel::Language;

/// One of each.
fn every() -> Vec<Fault> {
    let oid = || "1.2.3".to_owned();
    vec![
        Fault::TooLarge,
        Fault::NotBer,
        Fault::TooDeep,
        Fault::NotSignedData,
        Fault::Malformed(Part::SignedData),
        Fault::ContentEmbedded,
        Fault::ContentType,
        Fault::NoSigners,
        Fault::TooManySigners,
        Fault::TooManyCertificates,
        Fault::DigestAlgorithm(oid()),
        Fault::SignatureAlgorithm(oid()),
        Fault::SignedAttributesAbsent,
        Fault::TooManyAttributes,
        Fault::AttributeAbsent(Attribute::ContentType),
        Fault::AttributeRepeated(Attribute::MessageDigest),
        Fault::AttributeMalformed(Attribute::SigningCertificateV2),
        Fault::ContentTypeDiffers,
        Fault::MessageDigestDiffers,
        Fault::SigningCertificateDiffers,
        Fault::CertificateAbsent,
        Fault::KeyAlgorithm(oid()),
        Fault::KeyTooShort(1024),
        Fault::KeyTooLong(16_384),
        Fault::SignatureWrong,
        Fault::IssuerUnknown,
        Fault::ChainTooLong,
        Fault::CertificateSignatureWrong,
        Fault::CertificateNotYetValid,
        Fault::CertificateExpired,
        Fault::AuthorityNotYetValid,
        Fault::AuthorityExpired,
        Fault::NotAnAuthority,
        Fault::AuthorityKeyUsage,
        Fault::PathLength,
        Fault::KeyUsage,
        Fault::CriticalExtension(oid()),
        Fault::RevocationListSignatureWrong,
        Fault::RevocationListKeyUsage,
        Fault::RevocationListKind,
    ]
}

#[test]
fn pay_11_no_two_reasons_have_the_same_code_or_words() {
    let faults = every();
    for language in Language::ALL {
        let words: BTreeSet<String> = faults.iter().map(|fault| fault.message(language)).collect();
        assert_eq!(words.len(), faults.len());
        assert!(
            words.iter().all(|words| !words.is_empty() && !words.starts_with(':') && !words.ends_with('.'))
        );
    }
    let codes: BTreeSet<&str> = faults.iter().map(Fault::code).collect();
    assert_eq!(codes.len(), faults.len());
}

#[test]
fn pay_11_words_name_what_is_meant() {
    let fault = Fault::KeyTooShort(1024);
    assert_eq!(fault.message(Language::Russian), "ключ RSA слишком короткий, битов: 1024");
    assert_eq!(fault.to_string(), "the RSA key is too short, bits: 1024");
    let fault = Fault::Malformed(Part::Certificate);
    assert_eq!(fault.message(Language::Russian), "неверная структура: сертификат X.509");
}
