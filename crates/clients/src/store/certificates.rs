//! Certificates of authorities and users.

use cms::Certificate;
use kernel::{Cnum, Instant, UserId, hexadecimal};
use store::{Result, Store, StoreError, Tx, params};

use super::certificate_queries::{
    AUTHORITIES_ACTIVE, CERTIFICATES_OF_COMPANY, REVOCATION_LISTS, REVOCATION_LISTS_END, REVOKED_BY_SERIAL,
    REVOKED_FOR_COMPANY,
};
use crate::signatures::{
    AuthorityKind, MissingList, RegisteredCertificate, SignatureError, Trust, check_person,
};
use crate::{SignatureType, UserStatus};

/// The most certificates of authorities; the import refuses more.
pub const AUTHORITIES_MAX: u32 = 100;

/// The most certificates registered for one company, withdrawn ones included; the import refuses more.
pub const CERTIFICATES_PER_COMPANY_MAX: u32 = 1000;

/// The most revocations with the serial numbers of one company and of authorities: far more than certificates,
/// because different authorities may use the same numbers. Above it nothing is verified, for a revocation could be
/// left out.
const REVOKED_MAX: usize = 10_000;

/// The authorities that count: roots, then intermediates.
pub(crate) struct Authorities {
    pub(crate) roots: Vec<Certificate>,
    pub(crate) intermediates: Vec<Certificate>,
}

/// Reads the authorities that count.
pub(crate) fn authorities(tx: &mut Tx) -> Result<Authorities> {
    let mut authorities = Authorities { roots: Vec::new(), intermediates: Vec::new() };
    for row in tx.query(&AUTHORITIES_ACTIVE, params![])? {
        let (kind, der): (_, &[u8]) = row.read()?;
        let certificate = Certificate::read(der).map_err(|error| row.inconsistency_at(1, error))?;
        match kind {
            AuthorityKind::Root => authorities.roots.push(certificate),
            AuthorityKind::Intermediate => authorities.intermediates.push(certificate),
        }
    }
    Ok(authorities)
}

/// Returns when the first revocation list is out of date; nothing when none says so.
pub async fn first_end_of_revocation_lists(store: &Store) -> Result<Option<Instant>> {
    Ok(store.select_optional(&REVOCATION_LISTS_END, params![]).await?.flatten())
}

/// Reads the certificates of the company `cnum` and their authorities as of now.
pub fn trust(tx: &mut Tx, cnum: &Cnum, missing_list: MissingList) -> Result<Trust> {
    let Authorities { roots, intermediates } = authorities(tx)?;
    let registered = certificates_of_company(tx, cnum)?;
    let lists = tx.select(&REVOCATION_LISTS, params![])?;
    let revoked: Vec<(String, String)> = tx.select(&REVOKED_FOR_COMPANY, params![cnum])?;
    if revoked.len() >= REVOKED_MAX {
        return Err(StoreError::RowsReturned { query: REVOKED_FOR_COMPANY.name(), returned: revoked.len() });
    }
    Ok(Trust {
        roots,
        intermediates,
        registered,
        missing_list,
        lists: lists.into_iter().collect(),
        revoked: revoked.into_iter().collect(),
    })
}

/// Reads the trust for a certificate that is to be registered: [`trust`] knows the revocations of registered ones
/// alone.
pub fn trust_with(
    tx: &mut Tx,
    cnum: &Cnum,
    missing_list: MissingList,
    certificate: &Certificate,
) -> Result<Trust> {
    let mut trust = trust(tx, cnum, missing_list)?;
    trust.revoked.extend(tx.select(&REVOKED_BY_SERIAL, params![hexadecimal(certificate.serial())])?);
    Ok(trust)
}

/// Looks again at somebody who signed without a certificate: whether the person may still give signatures of the type
/// for the company `cnum`; the reason when the signature does not count any more.
pub fn look_again_at_person(
    tx: &mut Tx,
    cnum: &Cnum,
    user: &UserId,
    signature_type: SignatureType,
) -> Result<Option<SignatureError>> {
    // Nobody is deleted; somebody whom the tables do not know is as good as closed.
    let status = super::find_user(tx, user)?.map_or(UserStatus::Closed, |user| user.status);
    let has_right = super::rights(tx, user, cnum)?.contains(signature_type.right());
    Ok(check_person(status, has_right, signature_type).err().map(SignatureError::new))
}

/// The certificates registered for the company `cnum`, withdrawn ones included, by user, type and time of registration.
pub fn certificates_of_company(tx: &mut Tx, cnum: &Cnum) -> Result<Vec<RegisteredCertificate>> {
    let mut certificates: Vec<RegisteredCertificate> = tx.select(&CERTIFICATES_OF_COMPANY, params![cnum])?;
    // Sorted here, because databases differ in how they order texts.
    certificates.sort_by(|one, other| {
        let key = |it: &RegisteredCertificate| {
            (it.user_id.clone(), it.signature_type, it.registered_at, it.id.clone())
        };
        key(one).cmp(&key(other))
    });
    Ok(certificates)
}
