//! An authority with people, and files that register them.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clients::signatures::{MissingList, SignatureError, VerifiedSignature};
use cms::{Authority, Certificate, Signer, Subject};
use kernel::{Clock as _, Instant, Language};
use store::StoreError;
use testkit::Bench;

use crate::files::{ImportFiles, cnum};

/// The signed digest.
pub(crate) const DIGEST: [u8; 32] = [7; 32];
pub(crate) const YEAR_S: i64 = 365 * 86_400;

pub(crate) struct Registry {
    pub(crate) authority: Authority,
    pub(crate) now: Instant,
}

pub(crate) fn subject(name: &str, not_before: Instant, not_after: Instant) -> Subject {
    Subject { common_name: name.to_owned(), organisation: "Bank".to_owned(), not_before, not_after }
}

impl Registry {
    pub(crate) fn new(bench: &Bench) -> Self {
        let now = bench.clock.now();
        let valid = subject("Demo CA", now.plus_seconds(-YEAR_S), now.plus_seconds(10 * YEAR_S));
        Self { authority: Authority::new(&valid, bench.randomness.as_ref()).unwrap(), now }
    }

    pub(crate) fn person(&self, bench: &Bench, name: &str) -> Signer {
        self.person_valid(bench, name, self.now, self.now.plus_seconds(YEAR_S))
    }

    pub(crate) fn person_valid(&self, bench: &Bench, name: &str, from: Instant, to: Instant) -> Signer {
        let (key, certificate) =
            self.authority.issue(&subject(name, from, to), bench.randomness.as_ref()).unwrap();
        Signer::from_pem(&key, &certificate.to_pem()).unwrap()
    }

    pub(crate) fn list(
        &self,
        revoked: &[&Certificate],
        this_update: Instant,
        next_update: Instant,
    ) -> String {
        self.authority.revoke(revoked, this_update, next_update).unwrap()
    }

    /// Writes the authority's row.
    pub(crate) fn write_authority(&self, files: &ImportFiles) {
        files.write("certificate_authorities.csv", &authority_row(self.authority.certificate(), "ROOT"));
    }
}

pub(crate) fn authority_row(certificate: &Certificate, kind: &str) -> String {
    format!("certificate,kind\n\"{}\",{kind}\n", certificate.to_pem())
}

/// Writes rows of `signing_certificates`: login, cnum, type, certificate, status.
pub(crate) fn write_people(files: &ImportFiles, people: &[(&str, &str, &str, &Signer, &str)]) {
    let mut text = "login,cnum,signature_type,certificate,status\n".to_owned();
    for (login, cnum, signature_type, signer, status) in people {
        let pem = signer.certificate().to_pem();
        writeln!(text, "{login},{cnum},{signature_type},\"{pem}\",{status}").unwrap();
    }
    files.write("signing_certificates.csv", &text);
}

pub(crate) fn signed(signers: &[&Signer]) -> String {
    STANDARD.encode(cms::sign(&DIGEST, signers).unwrap())
}

pub(crate) async fn verify(
    bench: &Bench,
    company: &str,
    signature: &str,
) -> Result<Vec<VerifiedSignature>, SignatureError> {
    verify_with(bench, company, signature, MissingList::Accepted).await
}

pub(crate) async fn verify_with(
    bench: &Bench,
    company: &str,
    signature: &str,
    missing_list: MissingList,
) -> Result<Vec<VerifiedSignature>, SignatureError> {
    let (company, signature, at) = (cnum(company), signature.to_owned(), bench.clock.now());
    let verified = bench.store.read("verify", move |tx| -> Result<_, StoreError> {
        Ok(clients::signatures::trust(tx, &company, missing_list)?.verify(&DIGEST, &signature, at))
    });
    verified.await.unwrap()
}

/// The code and the English words for the second signature of a document.
pub(crate) async fn refused(bench: &Bench, company: &str, signature: &str) -> (String, String) {
    let error = verify(bench, company, signature).await.unwrap_err();
    let russian = error.message(2, Language::Russian);
    assert!(russian.starts_with("Подпись 2"), "{russian}");
    (error.code().to_owned(), error.message(2, Language::English))
}
