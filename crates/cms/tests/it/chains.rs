//! Chains of certificates.

use cms::{Chain, CmsError};

use crate::vectors::{certificate, certificates, roots};

fn build(name: &str) -> Result<usize, CmsError> {
    let certificate = certificate(name);
    let intermediates = certificates(["intermediate", "narrow", "below-narrow", "p256"]);
    let at = certificate.not_before().plus_seconds(60);
    Chain::build(&certificate, &roots(), &intermediates, Some(at)).map(|chain| chain.authorities().len())
}

#[test]
fn pay_11_chains_reach_the_banks_authority() {
    for (name, length) in [("p256", 1), ("rsa", 1), ("rsa4096", 1), ("pss", 1), ("p384", 2), ("by-narrow", 2)]
    {
        assert_eq!(build(name), Ok(length), "{name}");
    }
    let p384 = certificate("p384");
    assert_eq!(Chain::build(&p384, &roots(), &[], None).unwrap_err(), CmsError::IssuerUnknown);
}

#[test]
fn pay_11_every_error_of_a_chain_has_its_reason() {
    let expected = [
        ("stranger", CmsError::IssuerUnknown),
        ("forged", CmsError::CertificateSignatureWrong),
        ("encrypts", CmsError::KeyUsage),
        ("critical", CmsError::CriticalExtension("1.2.3.4.5".to_owned())),
        ("by-person", CmsError::NotAnAuthority),
        ("by-below", CmsError::PathLength),
    ];
    for (name, error) in expected {
        assert_eq!(build(name), Err(error), "{name}");
    }
    let (by_pretender, pretender) = (certificate("by-pretender"), certificates(["pretender"]));
    assert_eq!(Chain::build(&by_pretender, &pretender, &[], None).unwrap_err(), CmsError::NotAnAuthority);
    let (by_unfit, unfit) = (certificate("by-unfit"), certificates(["unfit"]));
    assert_eq!(Chain::build(&by_unfit, &unfit, &[], None).unwrap_err(), CmsError::AuthorityKeyUsage);
}

#[test]
fn pay_11_certificates_are_valid_from_their_first_second_to_their_last() {
    let (p256, roots) = (certificate("p256"), roots());
    let at = |moment| Chain::build(&p256, &roots, &[], Some(moment)).map(|_| ());
    assert_eq!(at(p256.not_before().plus_seconds(-1)), Err(CmsError::CertificateNotYetValid));
    assert_eq!(at(p256.not_before()), Ok(()));
    assert_eq!(at(p256.not_after()), Err(CmsError::AuthorityExpired), "the authority is some seconds older");
    assert_eq!(at(p256.not_after().plus_seconds(1)), Err(CmsError::CertificateExpired));
    assert_eq!(at(roots[0].not_after()), Ok(()));
}

#[test]
fn pay_11_a_chain_ends_somewhere() {
    // Two authorities that name each other would be walked around for ever: none of them is a root here.
    let ring = certificates(["root"]);
    let p256 = certificate("p256");
    assert_eq!(Chain::build(&p256, &[], &ring, None).unwrap_err(), CmsError::ChainTooLong);
}

#[test]
fn pay_11_an_authority_that_narrows_what_is_below_it_is_refused_also_without_the_critical_mark() {
    for (name, extension) in [("narrows-names", "2.5.29.30"), ("narrows-policies", "2.5.29.36")] {
        let authority = certificates([name]);
        let found = Chain::of_authority(&authority[0], &authority, &[]).unwrap_err();
        assert_eq!(found, CmsError::CriticalExtension(extension.to_owned()), "{name}");
    }
}
