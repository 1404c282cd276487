//! Switches an integration off and on. What is switched off loses sessions, codes and logins under way in the same
//! unit of work (IDN-11), and gets nothing of it back.

use clients::ClientStatus;
use identity::IdentityState;
use identity::token::session::EndReason;
use identity::work::end_access::{end_access, end_remains};
use kernel::ClientId;

use super::own;
use crate::work::administration::{AdministrationError, Administrator, Result, decide};

/// Switches the client `id` off. Nothing happens when it is not in service.
///
/// # Errors
/// It is not for the user to change, or the database failed.
pub async fn switch_off(state: &IdentityState, administrator: &Administrator, id: ClientId) -> Result<()> {
    decide(state, administrator, "integration.switch_off", move |tx, decision| {
        own(tx, decision, &id)?;
        if clients::switch_off(tx, &id, decision.now)? {
            audit::record(tx, decision.entry("client.switched_off", ("client", id.as_str())))?;
            end_access(tx, &id, EndReason::ByCompany, &decision.occasion())?;
        }
        Ok(())
    })
    .await
}

/// Switches the client `id` on. Nothing happens when it is in service.
///
/// # Errors
/// It is not for the user to change, the bank has stopped it ([`AdministrationError::Changed`]), or the database
/// failed.
pub async fn switch_on(state: &IdentityState, administrator: &Administrator, id: ClientId) -> Result<()> {
    decide(state, administrator, "integration.switch_on", move |tx, decision| {
        let (integration, _) = own(tx, decision, &id)?;
        if integration.status == ClientStatus::Active {
            return Ok(());
        }
        if !clients::switch_on(tx, &id, decision.now)? {
            return Err(AdministrationError::Changed);
        }
        audit::record(tx, decision.entry("client.switched_on", ("client", id.as_str())))?;
        end_remains(tx, &id, &decision.occasion())?;
        Ok(())
    })
    .await
}
