//! Certification requests: those that OpenSSL and this crate make, and those that are refused.

use std::path::{Path, PathBuf};
use std::process::Command;

use cms::{Authority, CertificateRequest, CmsError, Part, REQUEST_BYTES_MAX, Subject, request};
use der::pem::{LineEnding, decode_vec, encode_string};
use kernel::{Instant, SeededRandomness};

const NOW: Instant = Instant::from_unix_seconds(1_795_165_200);

fn key() -> String {
    let randomness = SeededRandomness::new(3);
    let subject = Subject {
        common_name: "A".to_owned(),
        organisation: "B".to_owned(),
        not_before: NOW,
        not_after: NOW.plus_seconds(60),
    };
    Authority::new(&subject, &randomness).unwrap().issue(&subject, &randomness).unwrap().0
}

fn der(pem: &str) -> Vec<u8> {
    decode_vec(pem.as_bytes()).unwrap().1
}

#[test]
fn onl_05_a_request_says_who_asks_with_which_key() {
    let pem = request(&key(), "Иванова Анна").unwrap();
    let read = CertificateRequest::from_pem(&pem).unwrap();
    assert_eq!(read.person().common_name.as_deref(), Some("Иванова Анна"));
    assert_eq!((read.to_pem(), read.der()), (pem.clone(), der(&pem).as_slice()));
    let old = pem.replace("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST");
    assert_eq!(CertificateRequest::from_pem(&old), Ok(read));
}

#[test]
fn onl_05_a_request_that_its_key_did_not_sign_is_refused() {
    let good = der(&request(&key(), "Ivanova").unwrap());
    let place = good.windows(7).position(|part| part == b"Ivanova").unwrap();
    let mut renamed = good.clone();
    renamed[place..place + 7].copy_from_slice(b"Petrova");
    assert_eq!(CertificateRequest::read(&renamed), Err(CmsError::SignatureWrong));
    // No octet can be another.
    for at in 0..good.len() {
        let mut changed = good.clone();
        changed[at] ^= 1;
        assert!(CertificateRequest::read(&changed).is_err(), "octet {at}");
    }
    for length in 0..good.len() {
        assert!(CertificateRequest::read(&good[..length]).is_err(), "{length} octets");
    }
    let longer = [good.as_slice(), &[0]].concat();
    assert_eq!(CertificateRequest::read(&longer), Err(CmsError::Malformed(Part::Request)));
}

#[test]
fn onl_05_a_name_with_control_characters_is_refused() {
    for name in ["Ivanova\0Petrov", "\0", "Ivanova\r\nPetrov", "Ivanova\u{85}", ""] {
        let refused = CertificateRequest::from_pem(&request(&key(), name).unwrap());
        assert_eq!(refused, Err(CmsError::Malformed(Part::Name)), "{name:?}");
    }
    let longest = "я".repeat(250);
    assert!(CertificateRequest::from_pem(&request(&key(), &longest).unwrap()).is_ok());
    let refused = CertificateRequest::from_pem(&request(&key(), &"я".repeat(251)).unwrap());
    assert_eq!(refused, Err(CmsError::Malformed(Part::Name)));
}

#[test]
fn onl_05_huge_and_nested_requests_are_refused_at_once() {
    let large = request(&key(), &"a".repeat(REQUEST_BYTES_MAX)).unwrap();
    assert_eq!(CertificateRequest::from_pem(&large), Err(CmsError::TooLarge(REQUEST_BYTES_MAX)));
    for nested in [
        [0x30, 0x80].repeat(4_000),
        [0x30, 0x82, 0x20, 0x00].repeat(2_000),
        [0x31, 0x84, 0xff, 0xff, 0xff, 0xff].repeat(1_000),
        vec![0x30, 0x00],
        Vec::new(),
    ] {
        assert_eq!(CertificateRequest::read(&nested), Err(CmsError::Malformed(Part::Request)));
    }
    assert_eq!(CertificateRequest::from_pem("no PEM"), Err(CmsError::Malformed(Part::Pem)));
    let other = encode_string("CERTIFICATE", LineEnding::LF, &der(&request(&key(), "A").unwrap())).unwrap();
    assert_eq!(CertificateRequest::from_pem(&other), Err(CmsError::Malformed(Part::Pem)));
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Skipped where there is no OpenSSL.
#[test]
fn onl_05_requests_of_openssl_are_read_and_weak_keys_refused() {
    if Command::new("openssl").arg("version").output().is_err() {
        return;
    }
    let made = |kind: &str, more: &str| {
        let run = |arguments: String| {
            let output =
                Command::new("openssl").args(arguments.split(' ')).current_dir(folder()).output().unwrap();
            assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        };
        run(format!("genpkey {kind} -out key.pem"));
        let request = run(format!("req -new -utf8 -key key.pem -subj /SN=Иванова/GN=Анна/CN=Ромашка {more}")
            .trim()
            .to_owned());
        CertificateRequest::from_pem(&String::from_utf8(request).unwrap())
    };
    for kind in [
        "-algorithm EC -pkeyopt ec_paramgen_curve:P-256",
        "-algorithm EC -pkeyopt ec_paramgen_curve:P-384",
        "-algorithm RSA -pkeyopt rsa_keygen_bits:2048",
    ] {
        let person = made(kind, "").unwrap().person().clone();
        assert_eq!(person.common_name.as_deref(), Some("Ромашка"), "{kind}");
        assert_eq!(
            (person.surname.as_deref(), person.given_name.as_deref()),
            (Some("Иванова"), Some("Анна"))
        );
    }
    assert_eq!(made("-algorithm RSA -pkeyopt rsa_keygen_bits:1024", ""), Err(CmsError::KeyTooShort(1024)));
    for kind in ["-algorithm ED25519", "-algorithm EC -pkeyopt ec_paramgen_curve:secp256k1"] {
        let refused = made(kind, "").unwrap_err();
        assert!(matches!(refused, CmsError::KeyAlgorithm(_)), "{kind}: {refused:?}");
    }
    let refused = made("-algorithm RSA -pkeyopt rsa_keygen_bits:2048", "-sha1").unwrap_err();
    assert!(matches!(refused, CmsError::SignatureAlgorithm(_)), "{refused:?}");
}
