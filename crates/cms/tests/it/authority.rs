//! The authority for demonstrations.

use std::process::Command;

use cms::{Authority, Certificate, Chain, CmsError, RevocationList, SignedData, Signer, Subject, sign};
use kernel::{Instant, SeededRandomness};

const NOW: Instant = Instant::from_unix_seconds(1_795_165_200);
const YEAR_S: i64 = 365 * 86_400;

fn subject(name: &str) -> Subject {
    Subject {
        common_name: name.to_owned(),
        organisation: "ООО «Ромашка»".to_owned(),
        not_before: NOW,
        not_after: NOW.plus_seconds(30 * YEAR_S),
    }
}

#[test]
fn an_authority_issues_certificates_that_sign() {
    let randomness = SeededRandomness::new(7);
    let authority = Authority::new(&subject("Demo CA"), &randomness).unwrap();
    let (key, certificate) = authority.issue(&subject("Иванова"), &randomness).unwrap();
    let roots = [authority.certificate().clone()];
    let chain = Chain::build(&certificate, &roots, &[], Some(NOW)).unwrap();
    assert_eq!(chain.authorities().len(), 1);
    let signer = Signer::from_pem(&key, &certificate.to_pem()).unwrap();
    let cms = sign(&[7; 32], &[&signer]).unwrap();
    let data = SignedData::read(&cms).unwrap();
    data.signers()[0].verify(&[7; 32], data.certificate_of(&data.signers()[0]).unwrap()).unwrap();
    assert_eq!(certificate.not_after(), NOW.plus_seconds(30 * YEAR_S), "beyond 2050 as well");
    let (_, other) = authority.issue(&subject("Иванова"), &randomness).unwrap();
    assert_ne!(certificate.serial(), other.serial());
    assert_ne!(certificate.key_fingerprint(), other.key_fingerprint());
}

#[test]
fn pay_11_an_authority_vouches_from_its_first_second_on() {
    let randomness = SeededRandomness::new(9);
    let authority = Authority::new(&subject("Demo CA"), &randomness).unwrap();
    let early = Subject { not_before: NOW.plus_seconds(-60), ..subject("Иванова") };
    let (_, certificate) = authority.issue(&early, &randomness).unwrap();
    let roots = [authority.certificate().clone()];
    let at = |moment| Chain::build(&certificate, &roots, &[], Some(moment)).map(|_| ());
    assert_eq!(at(NOW.plus_seconds(-61)), Err(CmsError::CertificateNotYetValid));
    assert_eq!(at(NOW.plus_seconds(-1)), Err(CmsError::AuthorityNotYetValid));
    assert_eq!(at(NOW), Ok(()));
}

#[test]
fn an_authority_revokes_what_it_issued() {
    let randomness = SeededRandomness::new(8);
    let authority = Authority::new(&subject("Demo CA"), &randomness).unwrap();
    let (_, certificate) = authority.issue(&subject("Иванова"), &randomness).unwrap();
    let pem = authority.revoke(&[&certificate], NOW, NOW.plus_seconds(YEAR_S)).unwrap();
    let list = RevocationList::from_pem(&pem).unwrap();
    list.verify(authority.certificate()).unwrap();
    assert_eq!(list.revoked()[0].serial, certificate.serial());
    assert_eq!((list.this_update(), list.next_update()), (NOW, Some(NOW.plus_seconds(YEAR_S))));
    assert_eq!(list.verify(&certificate), Err(CmsError::RevocationListSignatureWrong));
    let empty = authority.revoke(&[], NOW, NOW.plus_seconds(1)).unwrap();
    assert!(RevocationList::from_pem(&empty).unwrap().revoked().is_empty());
}

/// Skipped where there is no OpenSSL.
#[test]
fn openssl_takes_its_certificates_and_lists() {
    if Command::new("openssl").arg("version").output().is_err() {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("authority");
    std::fs::create_dir_all(&folder).unwrap();
    let randomness = SeededRandomness::new(9);
    let authority = Authority::new(&subject("Demo CA"), &randomness).unwrap();
    let (_, certificate) = authority.issue(&subject("Иванова"), &randomness).unwrap();
    let list = authority.revoke(&[&certificate], NOW, NOW.plus_seconds(YEAR_S)).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("ca.crt", &authority.certificate().to_pem());
    write("person.crt", &certificate.to_pem());
    write("list.crl", &list);
    let verify = |extra: &[&str]| {
        let mut command = Command::new("openssl");
        command.args(["verify", "-x509_strict", "-attime", "1795165260", "-CAfile", "ca.crt"]).args(extra);
        command.arg("person.crt").current_dir(&folder).output().unwrap()
    };
    let good = verify(&[]);
    assert!(good.status.success(), "{}", String::from_utf8_lossy(&good.stderr));
    let revoked = verify(&["-CRLfile", "list.crl", "-crl_check"]);
    assert!(String::from_utf8_lossy(&revoked.stderr).contains("certificate revoked"), "{revoked:?}");
}

#[test]
fn a_certificate_survives_pem() {
    let authority = Authority::new(&subject("Demo CA"), &SeededRandomness::new(10)).unwrap();
    let certificate = authority.certificate();
    assert_eq!(Certificate::from_pem(&certificate.to_pem()).as_ref(), Ok(certificate));
}
