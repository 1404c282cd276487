//! Tells a person what waits among the own certificates.

use clients::signatures::is_latest_refused;
use kernel::{Cnum, UserId};
use store::{Result, Tx};

use super::present::types;
use crate::state::CertificatesState;

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
