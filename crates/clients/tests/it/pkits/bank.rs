//! A bank that learns of one path after the other.

use std::fs;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clients::signatures::{CertificateId, MissingList, Reason, trust};
use cms::Certificate;
use import::ImportError;
use kernel::{Clock as _, Language};
use store::params;
use testkit::Bench;

use crate::files::{ImportFiles, cnum, opened};
use crate::pkits::table::Path;

/// The variable that names the folder of NIST's `certs` and `crls`.
const DATA: &str = "CLIENTBANK_PKITS";
const COMPANY: &str = "C00001";
const ROOT: &str = "TrustAnchorRootCertificate";
const ROOT_LIST: &str = "TrustAnchorRootCRL";

store::queries! {
    /// Forgets the people's certificates.
    CERTIFICATES_FORGOTTEN = "delete from signing_certificates";

    /// Forgets whose keys they were.
    KEYS_FORGOTTEN = "delete from certificate_keys";

    /// Forgets the revocations.
    REVOKED_FORGOTTEN = "delete from revoked_certificates";

    /// Forgets the lists.
    LISTS_FORGOTTEN = "delete from revocation_lists";

    /// Forgets the authorities.
    AUTHORITIES_FORGOTTEN = "delete from certificate_authorities";
}

/// The messages with which the import refused certificates of a path; the first of each kind.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    authority: Option<String>,
    list: Option<String>,
    end_entity: Option<String>,
}

pub(super) struct Bank {
    files: ImportFiles,
    data: PathBuf,
}

impl Bank {
    pub(super) async fn opened(bench: &Bench) -> Self {
        let data = std::env::var_os(DATA).unwrap_or_else(|| panic!("{DATA} names no folder"));
        let (files, _directory) = opened(bench, "pkits").await;
        files.clear();
        Self { files, data: data.into() }
    }

    /// Forgets the last path and imports the files of `path`: authorities from the root down, lists, the certificate.
    pub(super) async fn know(&self, bench: &Bench, path: &Path) -> Refusals {
        for query in [
            &CERTIFICATES_FORGOTTEN,
            &KEYS_FORGOTTEN,
            &REVOKED_FORGOTTEN,
            &LISTS_FORGOTTEN,
            &AUTHORITIES_FORGOTTEN,
        ] {
            let forget = move |tx: &mut store::Tx| tx.execute(query, params![]);
            bench.store.write("forget", forget).await.unwrap();
        }
        let mut refusals = Refusals::default();
        let authorities = path.authorities.iter().map(|name| (*name, "INTERMEDIATE"));
        for (name, kind) in std::iter::once((ROOT, "ROOT")).chain(authorities) {
            let row =
                format!("certificate,kind\n\"{}\",{kind}\n", pem("CERTIFICATE", &self.certificate(name)));
            let refused = self.import(bench, "certificate_authorities.csv", &row).await;
            refusals.authority = refusals.authority.or(refused);
        }
        for name in std::iter::once(&ROOT_LIST).chain(&path.lists) {
            let list = pem("X509 CRL", &fs::read(self.data.join(format!("crls/{name}.crl"))).unwrap());
            let refused = self.import(bench, "revocation_lists.csv", &format!("list\n\"{list}\"\n")).await;
            refusals.list = refusals.list.or(refused);
        }
        let certificate = pem("CERTIFICATE", &self.certificate(path.end_entity));
        let row =
            format!("login,cnum,signature_type,certificate\nivanova,{COMPANY},FIRST,\"{certificate}\"\n");
        refusals.end_entity = self.import(bench, "signing_certificates.csv", &row).await;
        refusals
    }

    /// Tells whether the certificate of `path` may sign now; the reason in words if not.
    pub(super) async fn decide(
        &self,
        bench: &Bench,
        path: &Path,
        refusals: &Refusals,
        missing: MissingList,
    ) -> Result<(), String> {
        if let Some(words) = &refusals.end_entity {
            // A refused authority has issued nothing, so the one below has an unknown issuer.
            let issuer_unknown = cms::CmsError::IssuerUnknown.message(Language::English);
            let above = refusals.authority.as_ref().filter(|_| *words == issuer_unknown);
            return Err(above.unwrap_or(words).clone());
        }
        let certificate = Certificate::read(&self.certificate(path.end_entity)).unwrap();
        let (id, at) = (CertificateId::from(&certificate), bench.clock.now());
        let read = move |tx: &mut store::Tx| trust(tx, &cnum(COMPANY), missing);
        let trust = bench.store.read("trust", read).await.unwrap();
        trust.look_again_at(&id, at).map_err(|error| match (error.reason(), &refusals.list) {
            (Reason::RevocationListMissing, Some(words)) => words.clone(),
            _ => error.message(1, Language::English).replacen("Signature 1: ", "", 1),
        })
    }

    /// Imports one file with one row, and returns the refusals in words.
    async fn import(&self, bench: &Bench, file: &str, text: &str) -> Option<String> {
        self.files.clear();
        self.files.write(file, text);
        match self.files.import(bench).await {
            Ok(_) => None,
            Err(ImportError::Files { mut errors, .. }) => errors.pop().map(|error| error.message),
            Err(other) => panic!("{other:?}"),
        }
    }

    fn certificate(&self, name: &str) -> Vec<u8> {
        fs::read(self.data.join(format!("certs/{name}.crt"))).unwrap()
    }
}

/// Wraps bytes into PEM armour (RFC 7468), under a label that need not fit.
fn pem(label: &str, der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let lines: Vec<&str> =
        text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}
