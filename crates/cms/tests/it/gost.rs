//! GOST R 34.10-2012 against signatures of OpenSSL with Debian's GOST engine, on every set of curve parameters.

use cms::{Chain, CmsError, SignedData};

use crate::vectors::{bytes, certificate, certificates, message};

const SETS: [&str; 9] = ["A", "B", "C", "XA", "XB", "TCA", "TCB", "TCC", "TCD"];

#[test]
fn pay_11_gost_signatures_of_openssl_are_accepted() {
    let roots = certificates(["gost-root"]);
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
        // The 64 octets of the signature are the last ones.
        for at in [whole.len() - 64, whole.len() - 33, whole.len() - 32, whole.len() - 1] {
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
        let mut zeros = whole.clone();
        let start = zeros.len() - 64;
        zeros[start..].fill(0);
        let data = SignedData::read(&zeros).unwrap();
        let signer = &data.signers()[0];
        let verified = signer.verify(&message(), data.certificate_of(signer).unwrap());
        assert_eq!(verified, Err(CmsError::SignatureWrong), "{set}, zeros");
    }
}

#[test]
fn pay_11_the_key_of_another_is_another_key() {
    let data = SignedData::read(&bytes("gost-A.cms")).unwrap();
    let verified = data.signers()[0].verify(&message(), &certificate("gost-XA"));
    assert_eq!(verified, Err(CmsError::SigningCertificateDiffers));
}
