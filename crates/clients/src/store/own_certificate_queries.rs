//! The SQL texts about what people do with their own certificates.

use cms::CertificateRequest;
use store::Selected as _;

use crate::signatures::{AskedCertificate, RequestState, WaitingRequest};

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

    /// The requests of a person for a company, the latest first; the limit is REQUESTS_SHOWN_MAX.
    pub(crate) REQUESTS_OF_PERSON = asked!(AskedCertificate::LIST, "",
        "r.user_id = $1 and r.cnum = $2 order by r.requested_at_us desc, r.request_id desc limit 20");

    /// Every open request with its person, the oldest first; the limit is REQUESTS_LISTED_MAX.
    pub(crate) REQUESTS_WAITING = asked!(WaitingRequest::LIST, "join users u on u.user_id = r.user_id ",
        "r.state = 'REQUESTED' order by r.requested_at_us, r.request_id limit 1000");

    pub(crate) REQUEST_WAITING = asked!(AskedCertificate::LIST, "", "r.request_id = $1 and r.state = 'REQUESTED'");

    /// Ends the open request of a person for a company.
    pub(crate) REQUEST_WITHDRAW = "update certificate_requests set state = 'WITHDRAWN', ended_at_us = $1
        where user_id = $2 and cnum = $3 and request_id = $4 and state = 'REQUESTED'";

    /// Finds a request with its refusal.
    pub(crate) REQUEST_BY_ID = "select r.cnum, f.reason from certificate_requests r
        left join certificate_refusals f on f.request_id = r.request_id where r.request_id = $1";

    /// Ends an open request that the bank refuses.
    pub(crate) REQUEST_END = "update certificate_requests set state = 'WITHDRAWN', ended_at_us = $2
        where request_id = $1 and state = 'REQUESTED'";

    /// Keeps the reason of the bank.
    pub(crate) REFUSAL_INSERT = "insert into certificate_refusals (request_id, reason, refused_at_us)
        values ($1, $2, $3)";

    /// The reason for which the latest request of a person for a company was refused since $3, when it was.
    pub(crate) LATEST_REFUSAL = "select l.refused_at_us from (select f.refused_at_us from certificate_requests r
            left join certificate_refusals f on f.request_id = r.request_id
            where r.user_id = $1 and r.cnum = $2 order by r.requested_at_us desc, r.request_id desc limit 1) l
        where l.refused_at_us >= $3";

    /// Finds the open request of a key.
    pub(crate) REQUEST_OF_KEY = "select request_id, cnum, user_id, signature_type from certificate_requests
        where key_fingerprint = $1 and state = 'REQUESTED'";

    /// Ends an open request with its certificate.
    pub(crate) REQUEST_ISSUED = "update certificate_requests set state = 'ISSUED', certificate_id = $1,
            ended_at_us = $2
        where request_id = $3 and state = 'REQUESTED'";

    /// Finds somebody else who has a key, at any company.
    pub(crate) KEY_OF_ANOTHER = "select user_id from certificate_keys
        where key_fingerprint = $1 and user_id <> $2 limit 1";

    /// Reads when its owner revoked a key.
    pub(crate) KEY_REVOCATION = "select revoked_at_us from revoked_signing_keys where key_fingerprint = $1";

    /// Revokes a key; nothing happens when it is revoked.
    pub(crate) KEY_REVOKE = "insert into revoked_signing_keys (key_fingerprint, user_id, revoked_at_us)
        values ($1, $2, $3)
        on conflict (key_fingerprint) do nothing";

    /// The registrations of a person's key at all companies that count.
    pub(crate) ACTIVE_OF_KEY = "select cnum, certificate_id from signing_certificates
        where user_id = $1 and key_fingerprint = $2 and status = 'ACTIVE' order by cnum, certificate_id limit 1000";

    /// The keys of a person's certificates that the owner revoked.
    pub(crate) REVOKED_KEYS_OF_PERSON = "select distinct s.key_fingerprint, k.revoked_at_us from signing_certificates s
        join revoked_signing_keys k on k.key_fingerprint = s.key_fingerprint
        where s.user_id = $1 and s.cnum = $2 order by s.key_fingerprint limit 1000";
}
