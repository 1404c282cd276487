//! Revokes the key of a certificate, at once and for good. Signatures that were given stay; those of a later day are
//! looked at again on their day.

use clients::signatures::{CertificateId, revoke_key, trust};
use kernel::hexadecimal;
use serde_json::json;
use store::Tx;

use super::Signer;
use super::error::CertificateError;
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
