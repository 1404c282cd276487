//! GOST R 34.10-2012 against signatures of OpenSSL with Debian's GOST engine, on every set of curve parameters.

use cms::{Chain, CmsError, SignedData};

use crate::vectors::{bytes, certificate, certificates, message};

/// The sets of 256 bits, and those of 512.
const SETS: [&str; 12] = ["A", "B", "C", "XA", "XB", "TCA", "TCB", "TCC", "TCD", "512-A", "512-B", "512-C"];

/// Octets of a set's signatures.
fn octets(set: &str) -> usize {
    if set.starts_with("512") { 128 } else { 64 }
}

#[test]
fn pay_11_gost_signatures_of_openssl_are_accepted() {
    let roots = certificates(["gost-root", "gost-512-root"]);
    for set in SETS {
        let data = SignedData::read(&bytes(&format!("gost-{set}.cms"))).unwrap();
        let signer = &data.signers()[0];
        let certificate = data.certificate_of(signer).unwrap();
        let at = certificate.not_before().plus_seconds(60);
        assert_eq!(Chain::build(certificate, &roots, &[], Some(at)).unwrap().authorities().len(), 1, "{set}");
        assert_eq!(signer.verify(&message(), certificate), Ok(()), "{set}");
        assert_eq!(
            signer.verify(b"something else", certificate),
            Err(CmsError::MessageDigestDiffers),
            "{set}"
        );
    }
}

#[test]
fn pay_11_a_changed_gost_signature_is_wrong() {
    for set in SETS {
        let whole = bytes(&format!("gost-{set}.cms"));
        // The octets of the signature are the last ones.
        let (octets, half) = (octets(set), octets(set) / 2);
        for at in [whole.len() - octets, whole.len() - half - 1, whole.len() - half, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            let data = SignedData::read(&changed).unwrap();
            let signer = &data.signers()[0];
            let certificate = data.certificate_of(signer).unwrap();
            assert_eq!(
                signer.verify(&message(), certificate),
                Err(CmsError::SignatureWrong),
                "{set}, octet {at}"
            );
        }
        // Neither number may be zero, or beyond the order of the group.
        let start = whole.len() - octets;
        let ranges = [0..octets, 0..half, half..octets];
        for (range, octet) in ranges.into_iter().flat_map(|range| [(range.clone(), 0), (range, 0xff)]) {
            let mut changed = whole.clone();
            changed[start..][range.clone()].fill(octet);
            let data = SignedData::read(&changed).unwrap();
            let signer = &data.signers()[0];
            let verified = signer.verify(&message(), data.certificate_of(signer).unwrap());
            assert_eq!(verified, Err(CmsError::SignatureWrong), "{set}, {octet:x} in {range:?}");
        }
    }
}

#[test]
fn pay_11_the_key_of_another_is_another_key() {
    let data = SignedData::read(&bytes("gost-A.cms")).unwrap();
    let verified = data.signers()[0].verify(&message(), &certificate("gost-XA"));
    assert_eq!(verified, Err(CmsError::SigningCertificateDiffers));
}

#[test]
fn pay_11_a_long_key_signs_no_short_digest() {
    // The same octets with the identifiers of 256 bits in the place of those of 512.
    for (long, short) in [([7, 1, 1, 2, 3], [7, 1, 1, 2, 2]), ([7, 1, 1, 1, 2], [7, 1, 1, 1, 1])] {
        let mut changed = bytes("gost-512-A.cms");
        let places: Vec<usize> = (0..changed.len() - 5).filter(|at| changed[*at..*at + 5] == long).collect();
        assert!(!places.is_empty());
        for at in places {
            changed[at..at + 5].copy_from_slice(&short);
        }
        let verified = SignedData::read(&changed).and_then(|data| {
            let signer = &data.signers()[0];
            signer.verify(&message(), &certificate("gost-512-A"))
        });
        assert!(verified.is_err(), "{long:?}");
    }
}
