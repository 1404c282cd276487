//! Takes a request for a certificate, and withdraws it.
//!
//! The unit of work stores it; an issuer, where there is one, answers it after the commit. When that fails, the request
//! stays open, as it does at a bank whose authority takes its time.

use clients::signatures::{AskedCertificate, RequestState, insert_request, requests_of, withdraw_request};
use clients::{SignatureType, User};
use cms::CertificateRequest;
use orders::Player;
use serde_json::json;
use store::Tx;

use super::error::CertificateError;
use super::take_decision::{DECIDE, place, withdraw as withdraw_order};
use super::{Signer, own};
use crate::refusal::Refusal;
use crate::state::CertificatesState;

/// Checks whose the request is and that no other one is open, before it is confirmed.
pub(crate) async fn check_request(
    state: &CertificatesState,
    signer: &Signer,
    signature_type: SignatureType,
    request: &CertificateRequest,
) -> Result<(), CertificateError> {
    let (signer, request) = (signer.clone(), request.clone());
    let read = move |tx: &mut Tx| {
        own_person(tx, &signer, signature_type, &request)?;
        let is_open = |asked: &AskedCertificate| asked.state == RequestState::Requested;
        if requests_of(tx, &signer.user, &signer.cnum)?.iter().any(is_open) {
            return Err(CertificateError::Refused(Refusal::RequestOpen));
        }
        Ok(())
    };
    state.store.read("signing_certificates.check_request", read).await
}

fn own_person(
    tx: &mut Tx,
    signer: &Signer,
    signature_type: SignatureType,
    request: &CertificateRequest,
) -> Result<User, CertificateError> {
    let person = own::person(tx, signer, signature_type)?;
    own::check(tx, &person, request.person(), &request.key_fingerprint())?;
    Ok(person)
}

/// Stores the request; `true` when its certificate is there already.
pub(crate) async fn ask(
    state: &CertificatesState,
    signer: &Signer,
    signature_type: SignatureType,
    request: CertificateRequest,
) -> Result<bool, CertificateError> {
    let now = state.clock.now();
    let asked = AskedCertificate {
        id: state.randomness.uuid(now).to_string(),
        cnum: signer.cnum.clone(),
        user_id: signer.user.clone(),
        signature_type,
        request,
        requested_at: now,
        state: RequestState::Requested,
    };
    let (unit_state, unit_signer, unit_asked) = (state.clone(), signer.clone(), asked.clone());
    let unit = move |tx: &mut Tx| {
        let (signer, asked) = (&unit_signer, &unit_asked);
        let person = own_person(tx, signer, asked.signature_type, &asked.request)?;
        if !insert_request(tx, asked)? {
            return Err(CertificateError::Refused(Refusal::RequestOpen));
        }
        let object = ("certificate_request", asked.id.as_str());
        let entry = signer.entry(&unit_state, now, "certificate_request.made", object);
        audit::record(tx, entry.detail(json!({ "signature_type": asked.signature_type.as_str() })))?;
        if unit_state.desk.player(&DECIDE) == Player::Bank {
            place(tx, asked, (person.login.as_str(), &person.full_name), now)?;
        }
        Ok((person.login.to_string(), person.full_name))
    };
    let (login, full_name) = state.store.write("signing_certificates.ask", unit).await?;
    let issuer = state.issuer.as_ref().filter(|_| state.desk.player(&DECIDE) == Player::Embedded);
    let Some(issuer) = issuer else { return Ok(false) };
    match issuer.issue(&asked, &login, &full_name).await {
        Ok(()) => Ok(true),
        Err(reason) => {
            tracing::error!(request.id = asked.id, "the certificate was not issued: {reason}");
            Ok(false)
        }
    }
}

/// Ends the person's open request with this name.
///
/// # Errors
/// [`CertificateError::NotFound`] when it is not open any more; the database's.
pub(crate) async fn withdraw(
    state: &CertificatesState,
    signer: &Signer,
    id: String,
) -> Result<(), CertificateError> {
    let (unit_state, signer, now) = (state.clone(), signer.clone(), state.clock.now());
    let unit = move |tx: &mut Tx| {
        if !withdraw_request(tx, &signer.user, &signer.cnum, &id, now)? {
            return Err(CertificateError::NotFound);
        }
        withdraw_order(tx, &id, signer.user.as_str(), now)?;
        let object = ("certificate_request", id.as_str());
        audit::record(tx, signer.entry(&unit_state, now, "certificate_request.withdrawn", object))?;
        Ok(())
    };
    state.store.write("signing_certificates.withdraw", unit).await
}
