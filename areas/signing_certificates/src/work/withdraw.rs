//! Withdraws an open request.

use clients::signatures::withdraw_request;
use store::Tx;

use super::error::CertificateError;
use super::{Signer, take_decision};
use crate::state::CertificatesState;

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
        take_decision::withdraw(tx, &id, signer.user.as_str(), now)?;
        let object = ("certificate_request", id.as_str());
        audit::record(tx, signer.entry(&unit_state, now, "certificate_request.withdrawn", object))?;
        Ok(())
    };
    state.store.write("signing_certificates.withdraw", unit).await
}
