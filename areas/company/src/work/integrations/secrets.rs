//! Replaces the secret of an integration; the one before goes on for a while, or is ended at once.

use clients::{SecretHash, mint_secret};
use identity::IdentityState;
use kernel::ClientId;
use serde_json::json;

use super::own;
use crate::integration::Overlap;
use crate::work::administration::{AdministrationError, Administrator, Result, decide};

/// Gives the client `id` another secret and returns it; nobody can read it again. The form names the version that it
/// showed, so that a form that is sent again changes nothing.
pub async fn replace_secret(
    state: &IdentityState,
    administrator: &Administrator,
    id: ClientId,
    version: i64,
    overlap: Overlap,
) -> Result<String> {
    let secret = mint_secret(state.randomness.as_ref());
    let hash = SecretHash::compute(&id, &secret);
    let replaced = decide(state, administrator, "integration.replace_secret", move |tx, decision| {
        own(tx, decision, &id)?;
        let until = overlap.until(decision.now);
        if !clients::replace_secret(tx, &id, version, &hash, until, decision.now)? {
            return Err(AdministrationError::Changed);
        }
        let entry = decision.entry("client.secret_replaced", ("client", id.as_str()));
        let detail = json!({ "previous_until": until.map(|until| until.to_string()) });
        audit::record(tx, entry.detail(detail))?;
        Ok(())
    });
    replaced.await?;
    Ok(secret)
}

/// Ends the secret of the client `id` before the present one. Nothing happens when there is none.
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
