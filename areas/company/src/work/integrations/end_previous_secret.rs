//! Ends the secret before the present one.

use identity::IdentityState;
use kernel::ClientId;

use super::own;
use crate::work::administration::{Administrator, Result, decide};

/// Ends the secret of the client `id` before the present one. Nothing happens when there is none.
///
/// # Errors
/// It is not for the user to change, or the database failed.
pub async fn end_previous_secret(
    state: &IdentityState,
    administrator: &Administrator,
    id: ClientId,
) -> Result<()> {
    decide(state, administrator, "integration.end_previous_secret", move |tx, decision| {
        own(tx, decision, &id)?;
        if clients::end_previous_secret(tx, &id)? {
            audit::record(tx, decision.entry("client.previous_secret_ended", ("client", id.as_str())))?;
        }
        Ok(())
    })
    .await
}
