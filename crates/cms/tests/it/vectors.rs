//! The files of `tests/vectors`, which `make.sh` there made.

use std::fs;
use std::path::{Path, PathBuf};

use cms::{Certificate, Chain, CmsError, SignedData};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name)
}

pub(crate) fn bytes(name: &str) -> Vec<u8> {
    fs::read(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap()
}

pub(crate) fn message() -> Vec<u8> {
    bytes("message.bin")
}

pub(crate) fn certificate(name: &str) -> Certificate {
    Certificate::from_pem(&text(&format!("{name}.pem"))).unwrap()
}

pub(crate) fn certificates<const COUNT: usize>(names: [&str; COUNT]) -> Vec<Certificate> {
    names.map(certificate).to_vec()
}

/// The authorities that the bank trusts in most tests.
pub(crate) fn roots() -> Vec<Certificate> {
    certificates(["root", "root-rsa"])
}

/// Verifies a signature completely, with certificates from inside or from `known`, and returns its signer.
pub(crate) fn verify(cms: &[u8], message: &[u8], known: &[Certificate]) -> Result<Vec<String>, CmsError> {
    let (roots, intermediates) = (roots(), certificates(["intermediate"]));
    let signed = SignedData::read(cms)?;
    let verified = signed.signers().iter().map(|signer| {
        let known = || known.iter().find(|one| signer.is_by(one));
        let certificate = signed.certificate_of(signer).or_else(known).ok_or(CmsError::CertificateAbsent)?;
        let at = certificate.not_before().plus_seconds(60);
        Chain::build(certificate, &roots, &intermediates, Some(at))?;
        signer.verify(message, certificate)?;
        Ok(certificate.subject_name().to_owned())
    });
    verified.collect()
}

/// The same for a file, over the message of the files.
pub(crate) fn verify_file(name: &str) -> Result<Vec<String>, CmsError> {
    verify(&bytes(&format!("{name}.cms")), &message(), &[])
}
