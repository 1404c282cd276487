//! SQL of the area: challenges, and the uses of certificates by other areas.

use clients::signatures::CertificateId;
use cms::Certificate;
use kernel::{Cnum, Instant, UserId};
use store::{Result, Selected as _, Tx, params};

use crate::challenge::Challenge;

store::migrations! {
    "signing_certificates":
        1 "challenges that show who has a key" "../migrations/0001_baseline.sql"
}

store::selected! {
    Challenge {
        user: "user_id", cnum, signature_type, certificate via Certificate::read, document, expires_at: "expires_at_us",
    }
}

store::queries! {
    /// Gives a person a challenge in the place of the one before.
    CHALLENGE_SET = "insert into certificate_challenges
            (user_id, cnum, signature_type, certificate, document, expires_at_us)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (user_id, cnum) do update set signature_type = excluded.signature_type,
            certificate = excluded.certificate, document = excluded.document, expires_at_us = excluded.expires_at_us";

    CHALLENGE = store::text!("select ", Challenge::LIST, " from certificate_challenges
        where user_id = $1 and cnum = $2");

    CHALLENGE_DELETE = "delete from certificate_challenges where user_id = $1 and cnum = $2";

    /// Reads the last use of each certificate of a person, by the port `certificate_uses`.
    LAST_USES = "select s.certificate_id,
            (select max(u.signed_at_us) from certificate_uses u where u.certificate_id = s.certificate_id) as used_at_us
        from signing_certificates s where s.user_id = $1 and s.cnum = $2 order by s.certificate_id limit 1000";
}

pub(crate) fn set_challenge(tx: &mut Tx, challenge: &Challenge) -> Result<()> {
    let Challenge { user, cnum, signature_type, certificate, document, expires_at } = challenge;
    let values = params![user, cnum, signature_type.as_str(), certificate.der(), document, *expires_at];
    tx.execute_one(&CHALLENGE_SET, values)
}

pub(crate) fn challenge(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Option<Challenge>> {
    tx.select_optional(&CHALLENGE, params![user, cnum])
}

/// Takes the challenge of a person away; `false` when there is none.
pub(crate) fn delete_challenge(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<bool> {
    Ok(tx.execute(&CHALLENGE_DELETE, params![user, cnum])? == 1)
}

/// Lists the certificates of a person that were used, each with the moment of the last use.
pub(crate) fn last_uses(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Vec<(CertificateId, Instant)>> {
    let last = tx.select(&LAST_USES, params![user, cnum])?.into_iter();
    Ok(last.filter_map(|(certificate, at): (_, Option<_>)| Some((certificate, at?))).collect())
}
