//! Registers a certificate that an authority has issued, in two steps: it is checked, and the person gets something to
//! sign with its key; then it is registered when the key has signed that. Check, registration and the end of the
//! challenge are one unit of work, so a challenge is good for one registration.

use clients::SignatureType;
use clients::signatures::{
    CertificateId, CertificateStatus, NewRegistration, register, trust_with, verify_possession,
};
use cms::Certificate;
use serde_json::json;
use store::Tx;

use super::error::CertificateError;
use super::{Signer, own};
use crate::challenge::{CHALLENGE_OCTETS, Challenge};
use crate::refusal::Refusal;
use crate::state::CertificatesState;
use crate::store::{challenge, delete_challenge, set_challenge};

/// Checks the certificate and stores a challenge in the place of the one before.
pub(crate) async fn begin_registration(
    state: &CertificatesState,
    signer: &Signer,
    signature_type: SignatureType,
    certificate: Certificate,
) -> Result<(), CertificateError> {
    let mut random = [0_u8; CHALLENGE_OCTETS];
    state.randomness.fill(&mut random);
    let whose = (signer.user.clone(), signer.cnum.clone());
    let challenge = Challenge::new(whose, signature_type, certificate, random, state.clock.now());
    let (state_of_unit, signer) = (state.clone(), signer.clone());
    let unit = move |tx: &mut Tx| {
        check(tx, &state_of_unit, &signer, signature_type, &challenge.certificate)?;
        Ok(set_challenge(tx, &challenge)?)
    };
    state.store.write("signing_certificates.begin_registration", unit).await
}

/// Checks everything about a certificate but that its key is there.
fn check(
    tx: &mut Tx,
    state: &CertificatesState,
    signer: &Signer,
    signature_type: SignatureType,
    certificate: &Certificate,
) -> Result<(), CertificateError> {
    let refused = CertificateError::Refused;
    let person = own::person(tx, signer, signature_type)?;
    let trust = trust_with(tx, &signer.cnum, state.missing_list, certificate)?;
    let judged = trust.check_new(certificate, state.clock.now());
    judged.map_err(|error| refused(Refusal::Certificate(error)))?;
    let names = certificate.person().map_err(|error| refused(Refusal::Unreadable(error)))?;
    own::check(tx, &person, &names, &certificate.key_fingerprint())?;
    let id = CertificateId::from(certificate);
    let is_there = trust.of_person(&signer.user).any(|one| one.id == id);
    if is_there { Err(refused(Refusal::Registered)) } else { Ok(()) }
}

/// Checks all that [`finish_registration`] does, before the registration is confirmed.
pub(crate) async fn check_registration(
    state: &CertificatesState,
    signer: &Signer,
    cms: String,
) -> Result<(), CertificateError> {
    let (unit_state, signer) = (state.clone(), signer.clone());
    let read = move |tx: &mut Tx| proven(tx, &unit_state, &signer, &cms).map(drop);
    state.store.read("signing_certificates.check_registration", read).await
}

/// Returns the challenge that `cms` signs. The time between the two steps counts too: what was revoked meanwhile is not
/// registered.
fn proven(
    tx: &mut Tx,
    state: &CertificatesState,
    signer: &Signer,
    cms: &str,
) -> Result<Challenge, CertificateError> {
    let now = state.clock.now();
    let found = challenge(tx, &signer.user, &signer.cnum)?.filter(|challenge| now < challenge.expires_at);
    let challenge = found.ok_or(CertificateError::Refused(Refusal::NoChallenge))?;
    check(tx, state, signer, challenge.signature_type, &challenge.certificate)?;
    verify_possession(&challenge.digest(), cms, &challenge.certificate)
        .map_err(|error| CertificateError::Refused(Refusal::Proof(error)))?;
    Ok(challenge)
}

/// Registers the certificate of the challenge that `cms` signs: Base64 of a detached CMS over the digest of the
/// document.
pub(crate) async fn finish_registration(
    state: &CertificatesState,
    signer: &Signer,
    cms: String,
) -> Result<(), CertificateError> {
    let (unit_state, signer, now) = (state.clone(), signer.clone(), state.clock.now());
    let unit = move |tx: &mut Tx| {
        let Challenge { signature_type, certificate, .. } = proven(tx, &unit_state, &signer, &cms)?;
        if !delete_challenge(tx, &signer.user, &signer.cnum)? {
            return Err(CertificateError::Refused(Refusal::NoChallenge));
        }
        let id = CertificateId::from(&certificate);
        let new = NewRegistration {
            cnum: signer.cnum.clone(),
            user_id: signer.user.clone(),
            signature_type,
            status: CertificateStatus::Active,
            certificate,
            at: now,
        };
        let (_, request) = register(tx, &new)?;
        let object = ("signing_certificate", id.as_str());
        let entry = signer.entry(&unit_state, now, "signing_certificate.registered", object);
        let detail = json!({ "signature_type": new.signature_type.as_str(), "request": request });
        audit::record(tx, entry.detail(detail))?;
        Ok(())
    };
    state.store.write("signing_certificates.finish_registration", unit).await
}
