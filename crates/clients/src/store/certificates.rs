//! Certificates of authorities and users.

use std::collections::BTreeMap;

use cms::Certificate;
use kernel::{Cnum, Instant, UserId, hexadecimal};
use store::{Result, Selected as _, Store, StoreError, Tx, params};

use super::users::given_rights;
use crate::signatures::{
    AuthorityKind, MissingList, RegisteredCertificate, SignatureError, Trust, check_person,
};
use crate::{SignatureType, UserStatus};

store::selected! {
    RegisteredCertificate {
        id: "s.certificate_id", cnum: "s.cnum", user_id: "s.user_id", signature_type: "s.signature_type",
        status: "s.status", certificate: "s.certificate" via Certificate::read, registered_at: "s.registered_at_us",
        user_status: "u.status as user_status",
        has_right: "exists (select 1 from user_company_rights r where r.user_id = s.user_id and r.cnum = s.cnum
            and r.right_code = 'SIGN_' || s.signature_type)
            and exists (select 1 from user_company_rights r where r.user_id = s.user_id and r.cnum = s.cnum
            and r.right_code = 'ACT') as has_right",
    }
}

store::queries! {
    /// The certificates of authorities that count; the limit is AUTHORITIES_MAX.
    pub AUTHORITIES_ACTIVE = "select kind, certificate from certificate_authorities
        where status = 'ACTIVE' order by authority_id limit 100";

    pub AUTHORITY_BY_ID = "select kind, key_fingerprint, certificate from certificate_authorities where authority_id \
        = $1";

    pub AUTHORITIES_COUNT = "select cast(count(1) as bigint) as authorities from certificate_authorities
        where status = 'ACTIVE'";

    pub AUTHORITY_INSERT = "insert into certificate_authorities
            (authority_id, kind, status, key_fingerprint, serial, certificate)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (authority_id) do nothing";

    pub AUTHORITY_UPDATE = "update certificate_authorities set kind = $2, status = $3, key_fingerprint = $4, serial = \
        $5,
            certificate = $6
        where authority_id = $1
          and (kind, status, key_fingerprint, serial, certificate) is distinct from ($2, $3, $4, $5, $6)";

    pub REVOCATION_LIST = "select this_update_us from revocation_lists where authority_key = $1";

    pub REVOCATION_LIST_INSERT = "insert into revocation_lists (authority_key, this_update_us, next_update_us)
        values ($1, $2, $3)
        on conflict (authority_key) do nothing";

    pub REVOCATION_LIST_UPDATE = "update revocation_lists set this_update_us = $2, next_update_us = $3
        where authority_key = $1 and (this_update_us, next_update_us) is distinct from ($2, $3)";

    /// Every authority that counts and has a revocation list, and when the list is out of date, if it says so. The
    /// limit is AUTHORITIES_MAX.
    pub REVOCATION_LISTS = "select l.authority_key, l.next_update_us from revocation_lists l
        where exists (select 1 from certificate_authorities a
            where a.key_fingerprint = l.authority_key and a.status = 'ACTIVE')
        order by l.authority_key limit 100";

    /// When the first revocation list is out of date. An authority that was withdrawn makes no further one.
    pub REVOCATION_LISTS_END = "select min(l.next_update_us) as end_us from revocation_lists l
        where exists (select 1 from certificate_authorities a
            where a.key_fingerprint = l.authority_key and a.status = 'ACTIVE')";

    /// Removes the revocations of the former list of an authority's key.
    pub REVOKED_OF_LIST_DELETE = "delete from revoked_certificates where authority_key = $1 and source = 'LIST'";

    pub REVOKED_OF_LIST_INSERT = "insert into revoked_certificates (authority_key, serial, source, revoked_at_us)
        values ($1, $2, 'LIST', $3)";

    /// Adds a revocation of the bank.
    pub REVOKED_INSERT = "insert into revoked_certificates (authority_key, serial, source, revoked_at_us)
        values ($1, $2, 'TABLE', $3)
        on conflict (authority_key, serial, source) do nothing";

    /// Changes a revocation of the bank unless it is like this already.
    pub REVOKED_UPDATE = "update revoked_certificates set revoked_at_us = $3
        where authority_key = $1 and serial = $2 and source = 'TABLE' and revoked_at_us <> $3";

    /// Selects the revoked certificates that have the serial number of one of the company's certificates or of an
    /// authority. Serial numbers of different authorities may be the same, so the reader compares the authority as
    /// well. The limit is REVOKED_MAX.
    pub REVOKED_FOR_COMPANY = "select distinct r.authority_key, r.serial from revoked_certificates r
        where r.serial in (select s.serial from signing_certificates s where s.cnum = $1
            union select a.serial from certificate_authorities a)
        limit 10000";

    /// Selects the revocations of one serial number, by whatever authority; the limit is far above the authorities.
    pub REVOKED_BY_SERIAL = "select authority_key, serial from revoked_certificates where serial = $1
        order by authority_key limit 1000";

    /// Selects the certificates of a company with the status and rights of their owners; the limit is
    /// CERTIFICATES_PER_COMPANY_MAX.
    pub CERTIFICATES_OF_COMPANY = store::text!("select ", RegisteredCertificate::LIST, " from signing_certificates s
        join users u on u.user_id = s.user_id where s.cnum = $1 order by s.certificate_id limit 1000");

    pub CERTIFICATES_COUNT = "select cast(count(1) as bigint) as certificates from signing_certificates where cnum = \
        $1";

    /// To whom a key belongs within a company.
    pub SIGNING_KEY = "select user_id, signature_type from certificate_keys where cnum = $1 and key_fingerprint = $2";

    pub SIGNING_KEY_INSERT = "insert into certificate_keys (cnum, key_fingerprint, user_id, signature_type)
        values ($1, $2, $3, $4)";

    pub CERTIFICATE_STATUS = "select status from signing_certificates where cnum = $1 and certificate_id = $2";

    pub CERTIFICATE_INSERT = "insert into signing_certificates (cnum, certificate_id, key_fingerprint, user_id,
            signature_type, status, serial, certificate, registered_at_us)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    pub CERTIFICATE_SET_STATUS = "update signing_certificates set status = $3
        where cnum = $1 and certificate_id = $2 and status <> $3";
}

/// The most certificates of authorities that count; the import refuses more.
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
        looked_at: BTreeMap::new(),
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
    let status = crate::find_user(tx, user)?.map_or(UserStatus::Closed, |user| user.status);
    // Documents of a company that was closed end for that reason, and not for their signatures.
    let has_right = given_rights(tx, user, cnum)?.may_sign(signature_type);
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
