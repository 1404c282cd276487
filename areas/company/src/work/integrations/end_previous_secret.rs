//! Ends the secret before the present one.

use identity::IdentityState;
use kernel::ClientId;
use store::Tx;

use super::own;
use crate::work::administration::{Administrator, Decision, Result};

/// Ends the secret of the client `id` before the present one. Nothing happens when there is none.
///
/// # Errors
/// It is not for the user to change, or the database failed.
pub async fn end_previous_secret(
    state: &IdentityState,
    administrator: &Administrator,
    id: ClientId,
) -> Result<()> {
    let decision = Decision::of_request(state, administrator);
    let unit = move |tx: &mut Tx| write(tx, &decision, &id);
    state.store.write("integration.end_previous_secret", unit).await
}

fn write(tx: &mut Tx, decision: &Decision, id: &ClientId) -> Result<()> {
    own(tx, decision, id)?;
    if clients::end_previous_secret(tx, id)? {
        audit::record(tx, decision.entry("client.previous_secret_ended", ("client", id.as_str())))?;
    }
    Ok(())
}
