//! Rules about what a person may do with a key, and its revocation, at once and for good. Signatures that were given
//! stay; those of a later day are looked at again on their day.

use clients::signatures::{
    CertificateId, has_another_owner, is_key_revoked, names_person, revoke_key, trust,
};
use clients::{SignatureType, User};
use cms::PersonName;
use kernel::hexadecimal;
use serde_json::json;
use store::Tx;

use super::Signer;
use super::error::CertificateError;
use crate::refusal::Refusal;
use crate::state::CertificatesState;

/// Revokes the key of the person's certificate, for every company of the person.
///
/// # Errors
/// [`CertificateError::NotFound`] when the person has no such certificate at this company, or revoked its key before;
/// the database's.
pub(crate) async fn revoke(
    state: &CertificatesState,
    signer: &Signer,
    id: CertificateId,
) -> Result<(), CertificateError> {
    let (unit_state, signer, now) = (state.clone(), signer.clone(), state.clock.now());
    let unit = move |tx: &mut Tx| {
        let trust = trust(tx, &signer.cnum, unit_state.missing_list)?;
        let own = trust.of_person(&signer.user).find(|one| one.id == id);
        let certificate = own.map(|own| own.certificate.clone()).ok_or(CertificateError::NotFound)?;
        let ended = revoke_key(tx, &signer.user, &certificate, now)?.ok_or(CertificateError::NotFound)?;
        let key = hexadecimal(&certificate.key_fingerprint());
        let entry = signer.entry(&unit_state, now, "signing_key.revoked", ("signing_key", &key));
        audit::record(tx, entry.detail(json!({ "certificate": id.as_str() })))?;
        for (cnum, id) in ended {
            let object = ("signing_certificate", id.as_str());
            let entry = signer.entry(&unit_state, now, "signing_certificate.revoked", object);
            audit::record(tx, entry.company(cnum))?;
        }
        Ok(())
    };
    state.store.write("signing_certificates.revoke", unit).await
}

/// Reads the person, who needs the right to sign so for the company.
pub(super) fn person(
    tx: &mut Tx,
    signer: &Signer,
    signature_type: SignatureType,
) -> Result<User, CertificateError> {
    let rights = clients::rights(tx, &signer.user, &signer.cnum)?;
    if !rights.contains(signature_type.right()) {
        return Err(CertificateError::NoRight);
    }
    clients::find_user(tx, &signer.user)?.ok_or(CertificateError::NoRight)
}

/// Checks that the subject names the person, and that the key is nobody else's and was not revoked. The bank's import
/// does not look at names: there the bank says whose a certificate is, here the certificate says so.
pub(super) fn check(
    tx: &mut Tx,
    person: &User,
    names: &PersonName,
    key: &[u8; 32],
) -> Result<(), CertificateError> {
    if !names_person(names, &person.full_name) {
        return Err(CertificateError::Refused(Refusal::OtherPerson));
    }
    if has_another_owner(tx, key, &person.id)? {
        return Err(CertificateError::Refused(Refusal::KeyOfAnother));
    }
    if is_key_revoked(tx, key)? {
        return Err(CertificateError::Refused(Refusal::KeyRevoked));
    }
    Ok(())
}
