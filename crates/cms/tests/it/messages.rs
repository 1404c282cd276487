//! Every reason has a code and words of its own.

use std::collections::BTreeSet;

use cms::{Attribute, BYTES_MAX, CmsError, Part, RSA_BITS_MAX, RSA_BITS_MIN, SIGNERS_MAX};
use kernel::Language;

fn every() -> Vec<CmsError> {
    let oid = || "1.2.3".to_owned();
    vec![
        CmsError::TooLarge(1),
        CmsError::NotBer,
        CmsError::TooDeep,
        CmsError::NotSignedData,
        CmsError::Malformed(Part::SignedData),
        CmsError::ContentEmbedded,
        CmsError::ContentType,
        CmsError::NoSigners,
        CmsError::TooManySigners(1),
        CmsError::TooManyCertificates(1),
        CmsError::DigestAlgorithm(oid()),
        CmsError::SignatureAlgorithm(oid()),
        CmsError::SignedAttributesAbsent,
        CmsError::TooManyAttributes(1),
        CmsError::AttributeAbsent(Attribute::ContentType),
        CmsError::AttributeRepeated(Attribute::MessageDigest),
        CmsError::AttributeMalformed(Attribute::SigningCertificateV2),
        CmsError::ContentTypeDiffers,
        CmsError::MessageDigestDiffers,
        CmsError::SigningCertificateDiffers,
        CmsError::CertificateAbsent,
        CmsError::KeyAlgorithm(oid()),
        CmsError::KeyTooShort(1024),
        CmsError::KeyTooLong(16_384),
        CmsError::SignatureWrong,
        CmsError::IssuerUnknown,
        CmsError::ChainTooLong,
        CmsError::CertificateSignatureWrong,
        CmsError::CertificateNotYetValid,
        CmsError::CertificateExpired,
        CmsError::AuthorityNotYetValid,
        CmsError::AuthorityExpired,
        CmsError::NotAnAuthority,
        CmsError::AuthorityKeyUsage,
        CmsError::PathLength,
        CmsError::KeyUsage,
        CmsError::CriticalExtension(oid()),
        CmsError::RevocationListSignatureWrong,
        CmsError::RevocationListKeyUsage,
        CmsError::RevocationListKind,
    ]
}

#[test]
fn pay_11_no_two_reasons_have_the_same_code_or_words() {
    let errors = every();
    for language in Language::ALL {
        let words: BTreeSet<String> = errors.iter().map(|error| error.message(language)).collect();
        assert_eq!(words.len(), errors.len());
        assert!(
            words.iter().all(|words| !words.is_empty() && !words.starts_with(':') && !words.ends_with('.'))
        );
    }
    let codes: BTreeSet<&str> = errors.iter().map(CmsError::code).collect();
    assert_eq!(codes.len(), errors.len());
}

#[test]
fn pay_11_words_name_what_is_meant() {
    let error = CmsError::KeyTooShort(1024);
    assert_eq!(error.message(Language::Russian), "ключ RSA короче 2048 битов: 1024");
    assert_eq!(error.to_string(), "the RSA key is shorter than 2048 bits: 1024");
    let error = CmsError::TooLarge(BYTES_MAX);
    assert_eq!(error.message(Language::Russian), "слишком много байтов, допустимо: 98304");
    assert_eq!(CmsError::TooManySigners(SIGNERS_MAX).to_string(), "too many signers, at most: 10");
    for (error, limit) in [(CmsError::KeyTooShort(1), RSA_BITS_MIN), (CmsError::KeyTooLong(1), RSA_BITS_MAX)]
    {
        assert!(Language::ALL.iter().all(|language| error.message(*language).contains(&limit.to_string())));
    }
    let error = CmsError::Malformed(Part::Certificate);
    assert_eq!(error.message(Language::Russian), "неверная структура: сертификат X.509");
}
