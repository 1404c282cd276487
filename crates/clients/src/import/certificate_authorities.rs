//! `certificate_authorities`, `revocation_lists` and `revoked_certificates`.

use cms::{Certificate, Chain, RevocationList};
use import::{
    ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns, upsert,
};
use kernel::{Instant, hexadecimal};
use store::{Tx, params};

use super::{certificate, refused, refused_in};
use crate::signatures::{AUTHORITIES_MAX, AuthorityKind, CertificateId, CertificateStatus};
use crate::store::certificates::{
    AUTHORITIES_COUNT, AUTHORITY_BY_ID, AUTHORITY_INSERT, AUTHORITY_UPDATE, Authorities, REVOCATION_LIST,
    REVOCATION_LIST_INSERT, REVOCATION_LIST_UPDATE, REVOKED_INSERT, REVOKED_OF_LIST_DELETE,
    REVOKED_OF_LIST_INSERT, REVOKED_UPDATE, authorities,
};

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
                format!("at most {AUTHORITIES_MAX} authorities are ACTIVE: withdraw others in rows before"),
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

/// The most hexadecimal digits of a serial number (RFC 5280, section 4.1.2.2).
const SERIAL_DIGITS_MAX: usize = 40;

pub(crate) struct RevocationListsFile;

impl TableImporter for RevocationListsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            hidden: &["list"],
            columns: columns! { list },
            ..ImportFile::new("revocation_lists", "revocation_list", &["list"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _context: &ImportContext<'_>) -> RowResult {
        let list = RevocationList::from_pem(row.text("list")?).map_err(|error| refused_in("list", &error))?;
        let authority = hexadecimal(&signer(tx, &list)?.key_fingerprint());
        if let Some(present) = tx.query_optional(&REVOCATION_LIST, params![&authority])? {
            let present = present.instant("this_update_us")?;
            if list.this_update() < present {
                let message = format!("there is a newer list of this authority, of {present}");
                return Err(RowError::new("list", message));
            }
            if list.this_update() == present {
                return Ok(RowOutcome::Unchanged);
            }
        }
        let values = params![&authority, list.this_update(), list.next_update()];
        let outcome = upsert(tx, &REVOCATION_LIST_INSERT, &REVOCATION_LIST_UPDATE, &values)?;
        tx.execute(&REVOKED_OF_LIST_DELETE, params![&authority])?;
        // Within a list a serial number may occur twice; the first moment counts.
        let mut revoked: Vec<(String, Instant)> =
            list.revoked().iter().map(|one| (hexadecimal(&one.serial), one.since)).collect();
        revoked.sort();
        revoked.dedup_by(|later, first| later.0 == first.0);
        let rows = revoked.into_iter().map(|(serial, since)| params![&authority, serial, since]).collect();
        tx.execute_many(&REVOKED_OF_LIST_INSERT, rows)?;
        Ok(outcome)
    }
}

fn signer(tx: &mut Tx, list: &RevocationList) -> Result<Certificate, RowError> {
    let Authorities { roots, intermediates } = authorities(tx)?;
    let mut refusal = None;
    for authority in roots.into_iter().chain(intermediates).filter(|one| one.subject() == list.issuer()) {
        match list.verify(&authority) {
            Ok(()) => return Ok(authority),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    Err(refusal.map_or_else(
        || RowError::new("list", "there is no authority of this name"),
        |error| refused_in("list", &error),
    ))
}

pub(crate) struct RevokedCertificatesFile;

impl TableImporter for RevokedCertificatesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            columns: columns! { authority_id, serial, revoked_at },
            ..ImportFile::new("revoked_certificates", "revoked_certificate", &["authority_id", "serial"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let authority: CertificateId = row.parse("authority_id")?;
        let serial = serial(row.text("serial")?).ok_or_else(|| {
            RowError::new("serial", format!("must be 1 to {SERIAL_DIGITS_MAX} hexadecimal digits"))
        })?;
        let revoked_at: jiff::Timestamp = row.parse("revoked_at")?;
        if Instant::from(revoked_at) > context.now {
            return Err(RowError::new("revoked_at", "must not be to come"));
        }
        let Some(found) = tx.query_optional(&AUTHORITY_BY_ID, params![authority.as_str()])? else {
            return Err(RowError::new("authority_id", "there is no such authority"));
        };
        let values = params![found.text("key_fingerprint")?, serial, Instant::from(revoked_at)];
        Ok(upsert(tx, &REVOKED_INSERT, &REVOKED_UPDATE, &values)?)
    }
}

/// The digits as the tables have them: whole octets, small, without leading zeros.
fn serial(text: &str) -> Option<String> {
    let plain = text.replace(':', "").to_ascii_lowercase();
    let digits = plain.trim_start_matches('0');
    let fits = (1..=SERIAL_DIGITS_MAX).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    fits.then(|| if digits.len().is_multiple_of(2) { digits.to_owned() } else { format!("0{digits}") })
}
