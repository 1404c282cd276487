//! Reads the certificates and requests of a person for a company, and what waits among them.

use clients::signatures::{
    AskedCertificate, CertificateId, RegisteredCertificate, is_latest_refused, requests_of, revoked_keys_of,
    trust,
};
use clients::{Rights, SignatureType};
use kernel::{Cnum, Instant, UserId, hexadecimal};
use store::{Result, StoreError, Tx};

use crate::challenge::Challenge;
use crate::standing::Standing;
use crate::state::CertificatesState;
use crate::store::{self as rows, last_uses};

#[derive(Clone, Debug)]
pub(crate) struct OwnCertificate {
    /// The certificate as the bank keeps it.
    pub(crate) registered: RegisteredCertificate,
    pub(crate) standing: Standing,
    pub(crate) used_at: Option<Instant>,
}

/// Everything of one person at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// The certificates, the latest registered first.
    pub(crate) certificates: Vec<OwnCertificate>,
    /// The requests, the latest first.
    pub(crate) requests: Vec<AskedCertificate>,
    pub(crate) types: Vec<SignatureType>,
    pub(crate) full_name: String,
}

pub(crate) async fn present(state: &CertificatesState, user: &UserId, cnum: &Cnum) -> Result<Own> {
    let (user, cnum, now, missing_list) = (user.clone(), cnum.clone(), state.clock.now(), state.missing_list);
    let read = move |tx: &mut Tx| {
        let trust = trust(tx, &cnum, missing_list)?;
        let revoked = revoked_keys_of(tx, &user, &cnum)?;
        let last = last_uses(tx, &user, &cnum)?;
        let own = |registered: &RegisteredCertificate| {
            let key = hexadecimal(&registered.certificate.key_fingerprint());
            let revoked_at = revoked.iter().find(|(own, _)| *own == key).map(|(_, at)| *at);
            let judged = trust.look_again_at(&registered.id, now);
            let standing = Standing::of(judged, revoked_at, registered.certificate.not_after(), now);
            let used_at = last.iter().find(|(id, _)| *id == registered.id).map(|(_, at)| *at);
            OwnCertificate { registered: registered.clone(), standing, used_at }
        };
        let mut certificates: Vec<OwnCertificate> = trust.of_person(&user).map(own).collect();
        certificates
            .sort_by_key(|one| (std::cmp::Reverse(one.registered.registered_at), one.registered.id.clone()));
        let full_name = clients::find_user(tx, &user)?.map(|user| user.full_name).unwrap_or_default();
        let types = types(clients::rights(tx, &user, &cnum)?);
        Ok::<_, StoreError>(Own { certificates, requests: requests_of(tx, &user, &cnum)?, types, full_name })
    };
    state.store.read("signing_certificates.present", read).await
}

pub(crate) fn certificate<'o>(own: &'o Own, id: &CertificateId) -> Option<&'o OwnCertificate> {
    own.certificates.iter().find(|one| one.registered.id == *id)
}

/// Returns the types of signatures that somebody with these rights may give.
pub(crate) fn types(rights: Rights) -> Vec<SignatureType> {
    SignatureType::ALL.into_iter().filter(|kind| rights.may_sign(*kind)).collect()
}

/// Reads the challenge that the person has to sign; none when there is none, or its time is over.
pub(crate) async fn challenge(
    state: &CertificatesState,
    user: &UserId,
    cnum: &Cnum,
) -> Result<Option<Challenge>> {
    let (user, cnum, now) = (user.clone(), cnum.clone(), state.clock.now());
    let read = move |tx: &mut Tx| rows::challenge(tx, &user, &cnum);
    let found = state.store.read("signing_certificates.challenge", read).await?;
    Ok(found.filter(|challenge| now < challenge.expires_at))
}

/// Seconds for which a refusal is told on the first page: 30 days, or until the person asks anew.
const REFUSAL_TOLD_S: i64 = 30 * 86_400;

/// Tells whether the bank has refused the latest request; `None` for a person who may not sign.
pub(crate) async fn is_refused(
    state: &CertificatesState,
    user: &UserId,
    cnum: &Cnum,
) -> Result<Option<bool>> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let since = state.clock.now().plus_seconds(-REFUSAL_TOLD_S);
    let read = move |tx: &mut Tx| {
        if types(clients::rights(tx, &user, &cnum)?).is_empty() {
            return Ok(None);
        }
        is_latest_refused(tx, &user, &cnum, since).map(Some)
    };
    state.store.read("signing_certificates.waiting", read).await
}
