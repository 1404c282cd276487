//! Begins the registration of a certificate that an authority has issued: checks it, and gives the person something to
//! sign with its key.

use clients::SignatureType;
use clients::signatures::{CertificateId, trust_with};
use cms::Certificate;
use store::Tx;

use super::error::CertificateError;
use super::{Signer, own};
use crate::challenge::{CHALLENGE_OCTETS, Challenge};
use crate::refusal::Refusal;
use crate::state::CertificatesState;
use crate::store::set_challenge;

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
pub(super) fn check(
    tx: &mut Tx,
    state: &CertificatesState,
    signer: &Signer,
    signature_type: SignatureType,
    certificate: &Certificate,
) -> Result<(), CertificateError> {
    let refused = |refusal| Err(CertificateError::Refused(refusal));
    let person = own::person(tx, signer, signature_type)?;
    let trust = trust_with(tx, &signer.cnum, state.missing_list, certificate)?;
    if let Err(error) = trust.check_new(certificate, state.clock.now()) {
        return refused(Refusal::Certificate(error));
    }
    let names = match certificate.person() {
        Ok(names) => names,
        Err(error) => return refused(Refusal::Unreadable(error)),
    };
    own::check(tx, &person, &names, &certificate.key_fingerprint())?;
    let id = CertificateId::from(certificate);
    if trust.of_person(&signer.user).any(|one| one.id == id) {
        return refused(Refusal::Registered);
    }
    Ok(())
}
