//! Signatures made here, read here and by OpenSSL.

use std::fs;
use std::process::Command;

use cms::{CmsError, Signer, SignerError, sign};

use crate::vectors::{certificate, message, text, verify};

fn signer(name: &str) -> Signer {
    Signer::from_pem(&text(&format!("{name}.key")), &text(&format!("{name}.pem"))).unwrap()
}

#[test]
fn pay_11_what_is_signed_here_is_accepted_here() {
    let message = message();
    let (first, second) = (signer("p256"), signer("p384"));
    let one = sign(&message, &[&first]).unwrap();
    assert_eq!(verify(&one, &message, &[]).unwrap(), [first.certificate().subject_name()]);
    assert_eq!(sign(&message, &[&first]).unwrap(), one, "the same every time");
    let both = sign(&message, &[&first, &second]).unwrap();
    let names = verify(&both, &message, &[]).unwrap();
    assert!(names.len() == 2 && names.contains(&"CN=P-384".to_owned()), "{names:?}");
    assert_eq!(verify(&one, b"something else", &[]), Err(CmsError::MessageDigestDiffers));
}

/// Skipped where there is no OpenSSL: the files in `tests/vectors` show the other direction everywhere.
#[test]
fn pay_11_what_is_signed_here_is_accepted_by_openssl() {
    if Command::new("openssl").arg("version").output().is_err() {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let vectors = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let authorities = folder.join("authorities.pem");
    fs::write(&authorities, text("root.pem") + &text("intermediate.pem")).unwrap();
    for name in ["p256", "p384"] {
        let cms = folder.join(format!("{name}.cms"));
        fs::write(&cms, sign(&message(), &[&signer(name)]).unwrap()).unwrap();
        let verify = |extra: &[&str]| {
            let mut command = Command::new("openssl");
            command.args(["cms", "-verify", "-binary", "-inform", "DER", "-purpose", "any", "-in"]).arg(&cms);
            command.arg("-content").arg(vectors.join("message.bin")).arg("-CAfile").arg(&authorities);
            command.args(["-out", "/dev/null"]).args(extra);
            command.output().unwrap()
        };
        for extra in [&["-cades"][..], &[]] {
            let output = verify(extra);
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn pay_11_keys_are_read_in_both_forms_and_belong_to_their_certificates() {
    let pem = text("p256.pem");
    assert!(Signer::from_pem(&text("p256-sec1.key"), &pem).is_ok());
    let refused = |key: &str, certificate: &str| Signer::from_pem(key, certificate).unwrap_err();
    assert_eq!(refused(&text("p256-encrypted.key"), &pem), SignerError::Key);
    assert_eq!(refused(&text("rsa.key"), &text("rsa.pem")), SignerError::Key);
    assert_eq!(refused(&pem, &pem), SignerError::Key);
    assert!(matches!(refused(&text("p256.key"), "nothing"), SignerError::Certificate(_)));
    assert_eq!(refused(&text("p256.key"), &text("stranger.pem")), SignerError::Mismatch);
    let signer = signer("p256");
    assert_eq!(sign(b"x", &[]).unwrap_err(), SignerError::Signers);
    assert_eq!(sign(b"x", &[&signer; 11]).unwrap_err(), SignerError::Signers);
    assert_eq!(
        format!("{signer:?}"),
        format!("Signer {{ subject: {:?}, .. }}", certificate("p256").subject_name())
    );
}
