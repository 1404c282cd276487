//! Tells a person what waits among the own certificates.

use clients::signatures::is_latest_refused;
use kernel::{Cnum, UserId};
use store::{Result, StoreError, Tx};

use super::present::types;
use crate::state::CertificatesState;

/// Seconds for which a refusal is told on the first page: 30 days, or until the person asks anew.
const REFUSAL_TOLD_S: i64 = 30 * 86_400;

/// Signatures and certificates that wait for a person who may sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waits {
    /// The bank has refused the latest request.
    pub(crate) is_refused: bool,
}

/// Looks at what waits; `None` for a person who may not sign.
pub(crate) async fn waiting(state: &CertificatesState, user: &UserId, cnum: &Cnum) -> Result<Option<Waits>> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let since = state.clock.now().plus_seconds(-REFUSAL_TOLD_S);
    let read = move |tx: &mut Tx| {
        if types(clients::rights(tx, &user, &cnum)?).is_empty() {
            return Ok(None);
        }
        Ok::<_, StoreError>(Some(Waits { is_refused: is_latest_refused(tx, &user, &cnum, since)? }))
    };
    state.store.read("signing_certificates.waiting", read).await
}
