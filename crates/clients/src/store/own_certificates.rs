//! Requests of people for certificates, and the keys that they revoke.

use cms::{Certificate, CertificateRequest, Chain};
use kernel::{Cnum, Instant, UserId, hexadecimal};
use store::{Result, Selected as _, Tx, params};

use super::certificates::{
    Authorities, CERTIFICATE_INSERT, CERTIFICATE_SET_STATUS, CERTIFICATE_STATUS, CERTIFICATES_COUNT,
    CERTIFICATES_PER_COMPANY_MAX, SIGNING_KEY, SIGNING_KEY_INSERT, authorities,
};
use crate::SignatureType;
use crate::signatures::{
    AskedCertificate, CertificateId, CertificateStatus, NewRegistration, RefusalError, Registered,
    RegistrationError, RequestState, WaitingRequest,
};

store::selected! {
    AskedCertificate |row| (
        name: "r.state", ended: "r.ended_at_us", certificate: "r.certificate_id", refusal: "f.reason",
    ) {
        id: "r.request_id", cnum: "r.cnum", user_id: "r.user_id", signature_type: "r.signature_type",
        request: "r.request" via CertificateRequest::read, requested_at: "r.requested_at_us";
        state: match (name, ended, certificate, refusal) {
            ("REQUESTED", None, None, None) => RequestState::Requested,
            ("ISSUED", Some(at), Some(certificate), None) => RequestState::Issued { certificate, at },
            ("WITHDRAWN", Some(at), None, Some(reason)) => RequestState::Refused { reason, at },
            ("WITHDRAWN", Some(at), None, None) => RequestState::Withdrawn { at },
            (state, ..) => return Err(row.inconsistency("state", format!("{state} has not these facts"))),
        },
    }
    WaitingRequest { asked: AskedCertificate, login: "u.login", full_name: "u.full_name" }
}

/// The open request of a key: its name, and for what it asks.
type AskedFor = (String, (Cnum, UserId, SignatureType));

/// Requests `r` with their refusals `f`.
macro_rules! asked {
    ($columns:expr, $join:literal, $rest:literal) => {
        store::text!(
            "select ",
            $columns,
            " from certificate_requests r left join certificate_refusals f on f.request_id = r.request_id ",
            $join,
            "where ",
            $rest
        )
    };
}

store::queries! {
    /// Asks for a certificate; nothing happens when the person or the key has an open request.
    pub(crate) REQUEST_INSERT = "insert into certificate_requests
            (request_id, cnum, user_id, signature_type, key_fingerprint, request, requested_at_us, state)
        values ($1, $2, $3, $4, $5, $6, $7, 'REQUESTED')
        on conflict do nothing";

    /// The requests of a person for a company, the latest first.
    pub(crate) REQUESTS_OF_PERSON = asked!(AskedCertificate::LIST, "",
        "r.user_id = $1 and r.cnum = $2 order by r.requested_at_us desc, r.request_id desc limit 20");

    /// Every open request with its person, the oldest first; the limit is REQUESTS_LISTED_MAX.
    pub(crate) REQUESTS_WAITING = asked!(WaitingRequest::LIST, "join users u on u.user_id = r.user_id ",
        "r.state = 'REQUESTED' order by r.requested_at_us, r.request_id limit 1000");

    pub(crate) REQUEST_WAITING = asked!(AskedCertificate::LIST, "", "r.request_id = $1 and r.state = 'REQUESTED'");

    pub(crate) REQUEST_WITHDRAW = "update certificate_requests set state = 'WITHDRAWN', ended_at_us = $1
        where user_id = $2 and cnum = $3 and request_id = $4 and state = 'REQUESTED'";

    pub(crate) REQUEST_BY_ID = "select r.cnum, f.reason from certificate_requests r
        left join certificate_refusals f on f.request_id = r.request_id where r.request_id = $1";

    /// Ends an open request that the bank refuses.
    pub(crate) REQUEST_END = "update certificate_requests set state = 'WITHDRAWN', ended_at_us = $2
        where request_id = $1 and state = 'REQUESTED'";

    pub(crate) REFUSAL_INSERT = "insert into certificate_refusals (request_id, reason, refused_at_us)
        values ($1, $2, $3)";

    /// The reason for which the latest request of a person for a company was refused since $3, when it was.
    pub(crate) LATEST_REFUSAL = "select l.refused_at_us from (select f.refused_at_us from certificate_requests r
            left join certificate_refusals f on f.request_id = r.request_id
            where r.user_id = $1 and r.cnum = $2 order by r.requested_at_us desc, r.request_id desc limit 1) l
        where l.refused_at_us >= $3";

    pub(crate) REQUEST_OF_KEY = "select request_id, cnum, user_id, signature_type from certificate_requests
        where key_fingerprint = $1 and state = 'REQUESTED'";

    pub(crate) REQUEST_ISSUED = "update certificate_requests set state = 'ISSUED', certificate_id = $1,
            ended_at_us = $2
        where request_id = $3 and state = 'REQUESTED'";

    pub(crate) KEY_OF_ANOTHER = "select user_id from certificate_keys
        where key_fingerprint = $1 and user_id <> $2 limit 1";

    pub(crate) KEY_REVOCATION = "select revoked_at_us from revoked_signing_keys where key_fingerprint = $1";

    /// Revokes a key; nothing happens when it is revoked.
    pub(crate) KEY_REVOKE = "insert into revoked_signing_keys (key_fingerprint, user_id, revoked_at_us)
        values ($1, $2, $3)
        on conflict (key_fingerprint) do nothing";

    /// Registrations of a person's key that count, at whatever companies: some of them.
    pub(crate) ACTIVE_OF_KEY = "select cnum, certificate_id from signing_certificates
        where user_id = $1 and key_fingerprint = $2 and status = 'ACTIVE' order by cnum, certificate_id limit 1000";

    pub(crate) REVOKED_KEYS_OF_PERSON = "select distinct s.key_fingerprint, k.revoked_at_us from signing_certificates s
        join revoked_signing_keys k on k.key_fingerprint = s.key_fingerprint
        where s.user_id = $1 and s.cnum = $2 order by s.key_fingerprint limit 1000";
}

/// The most open requests that the bank is told at once.
pub const REQUESTS_LISTED_MAX: usize = 1_000;

/// Registers a certificate, or gives one that is registered another standing. One whose owner revoked the key stays
/// withdrawn. Returns what it did, and the open request that it answers; the caller writes the trail.
///
/// # Errors
/// The reason why not; the database's, which end the unit of work.
pub fn register(
    tx: &mut Tx,
    new: &NewRegistration,
) -> Result<(Registered, Option<String>), RegistrationError> {
    let key = hexadecimal(&new.certificate.key_fingerprint());
    let has_key = check_holder(tx, new, &key)?;
    let is_revoked = tx.query_optional(&KEY_REVOCATION, params![&key])?.is_some();
    let id = CertificateId::from(&new.certificate);
    if tx.query_optional(&CERTIFICATE_STATUS, params![&new.cnum, id.as_str()])?.is_some() {
        if is_revoked && new.status == CertificateStatus::Active {
            return Ok((Registered::Unchanged, None));
        }
        let changed =
            tx.execute(&CERTIFICATE_SET_STATUS, params![&new.cnum, id.as_str(), new.status.as_str()])?;
        return Ok((if changed == 0 { Registered::Unchanged } else { Registered::Changed }, None));
    }
    if is_revoked {
        return Err(RegistrationError::KeyRevoked);
    }
    let asked: Option<AskedFor> = tx.select_optional(&REQUEST_OF_KEY, params![&key])?;
    if let Some((_, (_, person, _))) = &asked
        && *person != new.user_id
    {
        // The file has the login that the person had when the certificate was issued, and somebody else has it by now.
        return Err(RegistrationError::KeyAskedForByAnother(person.clone()));
    }
    check_new(tx, new)?;
    let signature_type = new.signature_type.as_str();
    if !has_key {
        tx.execute_one(&SIGNING_KEY_INSERT, params![&new.cnum, &key, &new.user_id, signature_type])?;
    }
    let values = params![
        &new.cnum,
        id.as_str(),
        &key,
        &new.user_id,
        signature_type,
        new.status.as_str(),
        hexadecimal(new.certificate.serial()),
        new.certificate.der(),
        new.at,
    ];
    tx.execute_one(&CERTIFICATE_INSERT, values)?;
    let count = tx.select_one::<i64>(&CERTIFICATES_COUNT, params![&new.cnum])?;
    if count > i64::from(CERTIFICATES_PER_COMPANY_MAX) {
        return Err(RegistrationError::TooMany);
    }
    Ok((Registered::Created, answer_request(tx, new, asked, &id)?))
}

/// Tells whether the key is bound to this person and type already. A key bound otherwise is refused: rule 3 of the
/// specification's section 4.5. The keys of the tables would refuse it as well, but without a message for people.
fn check_holder(tx: &mut Tx, new: &NewRegistration, key: &str) -> Result<bool, RegistrationError> {
    let holder: Option<(UserId, SignatureType)> =
        tx.select_optional(&SIGNING_KEY, params![&new.cnum, key])?;
    let Some((user, registered)) = holder else { return Ok(false) };
    if user != new.user_id {
        return Err(RegistrationError::KeyOfAnother(user));
    }
    if registered != new.signature_type {
        return Err(RegistrationError::KeyOfAnotherType(registered));
    }
    Ok(true)
}

/// Checks a certificate that is new; a known one is not checked again.
fn check_new(tx: &mut Tx, new: &NewRegistration) -> Result<(), RegistrationError> {
    let Authorities { roots, intermediates } = authorities(tx)?;
    Chain::build(&new.certificate, &roots, &intermediates, None).map_err(RegistrationError::Certificate)?;
    new.certificate.public_key().map_err(RegistrationError::Certificate)?;
    if crate::rights(tx, &new.user_id, &new.cnum)?.contains(new.signature_type.right()) {
        return Ok(());
    }
    let (user, cnum, signature_type) = (new.user_id.clone(), new.cnum.clone(), new.signature_type);
    Err(RegistrationError::RightAbsent { user, cnum, signature_type })
}

/// Ends the open request of the key, if it is of the same person, company and type; returns its name.
fn answer_request(
    tx: &mut Tx,
    new: &NewRegistration,
    asked: Option<AskedFor>,
    id: &CertificateId,
) -> Result<Option<String>> {
    let own = (new.cnum.clone(), new.user_id.clone(), new.signature_type);
    let Some((request, _)) = asked.filter(|(_, holder)| *holder == own) else { return Ok(None) };
    tx.execute_one(&REQUEST_ISSUED, params![id.as_str(), new.at, &request])?;
    Ok(Some(request))
}

/// Writes a request; `false` when the person has an open one for the company, or somebody has one for the key.
pub fn insert_request(tx: &mut Tx, asked: &AskedCertificate) -> Result<bool> {
    let values = params![
        asked.id.as_str(),
        &asked.cnum,
        &asked.user_id,
        asked.signature_type.as_str(),
        hexadecimal(&asked.request.key_fingerprint()),
        asked.request.der(),
        asked.requested_at,
    ];
    Ok(tx.execute(&REQUEST_INSERT, values)? == 1)
}

/// Lists the requests of a person for a company, the latest first, at most 20.
pub fn requests_of(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Vec<AskedCertificate>> {
    tx.select(&REQUESTS_OF_PERSON, params![user, cnum])
}

/// Lists the open requests of all companies, the oldest first, at most [`REQUESTS_LISTED_MAX`].
pub fn waiting_requests(tx: &mut Tx) -> Result<Vec<WaitingRequest>> {
    tx.select(&REQUESTS_WAITING, params![])
}

pub fn waiting_request(tx: &mut Tx, id: &str) -> Result<Option<AskedCertificate>> {
    tx.select_optional(&REQUEST_WAITING, params![id])
}

/// Ends the open request with this name; `false` when there is none.
pub fn withdraw_request(tx: &mut Tx, user: &UserId, cnum: &Cnum, id: &str, at: Instant) -> Result<bool> {
    Ok(tx.execute(&REQUEST_WITHDRAW, params![at, user, cnum, id])? == 1)
}

/// Refuses an open request for a reason; `None` when it was refused for the same reason before, else the company of
/// its person.
///
/// # Errors
/// The request cannot be refused; the database's, which end the unit of work.
pub fn refuse_request(
    tx: &mut Tx,
    id: &str,
    reason: &str,
    at: Instant,
) -> Result<Option<Cnum>, RefusalError> {
    let found: Option<(Cnum, Option<String>)> = tx.select_optional(&REQUEST_BY_ID, params![id])?;
    let (cnum, refused) = found.ok_or(RefusalError::Absent)?;
    if refused.as_deref() == Some(reason) {
        return Ok(None);
    }
    if tx.execute(&REQUEST_END, params![id, at])? == 0 {
        return Err(RefusalError::NotOpen);
    }
    tx.execute_one(&REFUSAL_INSERT, params![id, reason, at])?;
    Ok(Some(cnum))
}

/// Tells whether the bank has refused the latest request of a person for a company since a moment.
pub fn is_latest_refused(tx: &mut Tx, user: &UserId, cnum: &Cnum, since: Instant) -> Result<bool> {
    Ok(tx.query_optional(&LATEST_REFUSAL, params![user, cnum, since])?.is_some())
}

/// Tells whether somebody else has the key of this fingerprint, at any company.
pub fn has_another_owner(tx: &mut Tx, key: &[u8; 32], user: &UserId) -> Result<bool> {
    Ok(tx.query_optional(&KEY_OF_ANOTHER, params![hexadecimal(key), user])?.is_some())
}

/// Tells whether the owner revoked the key of this fingerprint.
pub fn is_key_revoked(tx: &mut Tx, key: &[u8; 32]) -> Result<bool> {
    Ok(tx.query_optional(&KEY_REVOCATION, params![hexadecimal(key)])?.is_some())
}

/// Revokes the key of a person's certificate: its registrations at all companies count no more, and nothing brings them
/// back. Returns those that counted until now; `None` when the key is revoked already.
pub fn revoke_key(
    tx: &mut Tx,
    user: &UserId,
    certificate: &Certificate,
    at: Instant,
) -> Result<Option<Vec<(Cnum, CertificateId)>>> {
    let key = hexadecimal(&certificate.key_fingerprint());
    if tx.execute(&KEY_REVOKE, params![&key, user, at])? == 0 {
        return Ok(None);
    }
    let mut ended = Vec::new();
    // Again and again until there is none: one statement lists some of them.
    loop {
        let active: Vec<(Cnum, CertificateId)> = tx.select(&ACTIVE_OF_KEY, params![user, &key])?;
        if active.is_empty() {
            return Ok(Some(ended));
        }
        for (cnum, id) in active {
            let status = CertificateStatus::Withdrawn.as_str();
            tx.execute_one(&CERTIFICATE_SET_STATUS, params![&cnum, id.as_str(), status])?;
            ended.push((cnum, id));
        }
    }
}

/// Lists the fingerprints of the keys that a person revoked among those of the own certificates, with the moments.
pub fn revoked_keys_of(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Vec<(String, Instant)>> {
    tx.select(&REVOKED_KEYS_OF_PERSON, params![user, cnum])
}
