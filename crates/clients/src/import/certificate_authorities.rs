//! `certificate_authorities`.

use cms::{Certificate, Chain};
use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert};
use kernel::hexadecimal;
use store::{Tx, params};

use super::{certificate, refused};
use crate::signatures::{AUTHORITIES_MAX, AuthorityKind, CertificateId, CertificateStatus};
use crate::store::certificates::{AUTHORITIES_COUNT, AUTHORITY_INSERT, AUTHORITY_UPDATE};
use crate::store::{Authorities, authorities};

pub(crate) struct CertificateAuthoritiesFile;

impl TableImporter for CertificateAuthoritiesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            hidden: &["certificate"],
            columns: columns! { certificate, kind, status = optional },
            ..ImportFile::new("certificate_authorities", "certificate_authority", &["certificate"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _context: &ImportContext<'_>) -> RowResult {
        let certificate = certificate(row)?;
        let kind: AuthorityKind = row.parse("kind")?;
        let status = row.optional_parse("status")?.unwrap_or(CertificateStatus::Active);
        check(tx, &certificate, kind)?;
        let values = params![
            CertificateId::from(&certificate).as_str(),
            kind.as_str(),
            status.as_str(),
            hexadecimal(&certificate.key_fingerprint()),
            hexadecimal(certificate.serial()),
            certificate.der(),
        ];
        let outcome = upsert(tx, &AUTHORITY_INSERT, &AUTHORITY_UPDATE, &values)?;
        let count = tx.select_one::<i64>(&AUTHORITIES_COUNT, params![])?;
        if count > i64::from(AUTHORITIES_MAX) {
            return Err(RowError::new(
                "certificate",
                format!("there are at most {AUTHORITIES_MAX} authorities"),
            ));
        }
        Ok(outcome)
    }
}

/// A root signs itself; an intermediate is signed by one that is in an earlier row or is there already.
fn check(tx: &mut Tx, certificate: &Certificate, kind: AuthorityKind) -> Result<(), RowError> {
    let Authorities { roots, intermediates } = match kind {
        AuthorityKind::Root => Authorities { roots: vec![certificate.clone()], intermediates: Vec::new() },
        AuthorityKind::Intermediate => authorities(tx)?,
    };
    let checked = Chain::of_authority(certificate, &roots, &intermediates).map(|_| ());
    checked.map_err(|error| refused(&error))
}
