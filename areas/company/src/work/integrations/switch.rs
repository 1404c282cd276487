//! Switches an integration off and on, or ends what people granted to it for the company. What ends loses sessions and
//! codes, and logins under way, in the same unit of work (IDN-11), and gets nothing of it back.

use clients::ClientStatus;
use identity::store::grants;
use identity::token::session::EndReason;
use identity::work::end_access::{end_access, end_remains};
use kernel::{ClientId, UserId};
use serde_json::json;

use super::{own, seen};
use crate::work::administration::{AdministrationError, Administrator, Result, decide};

/// Switches the client `id` off, also while the bank has stopped it. Nothing happens when it is off already.
pub async fn switch_off(administrator: &Administrator, id: ClientId) -> Result<()> {
    decide(administrator, "integration.switch_off", move |tx, decision| {
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
pub async fn switch_on(administrator: &Administrator, id: ClientId) -> Result<()> {
    decide(administrator, "integration.switch_on", move |tx, decision| {
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

/// Ends the grants of one user, or of everybody, to the client `id` for the company. A client that serves other
/// companies too goes on there.
pub async fn revoke_grants(administrator: &Administrator, id: ClientId, user: Option<UserId>) -> Result<()> {
    decide(administrator, "integration.revoke", move |tx, decision| {
        seen(tx, decision, &id)?;
        let (company, user) = (&decision.administrator.company, user.as_ref());
        // Codes first: an exchange that is under way holds its code, so that its session is among those below.
        let codes = grants::withdraw_codes(tx, company, &id, user)?;
        let sessions = decision.end_sessions(tx, |tx| grants::some_open_sessions(tx, company, &id, user))?;
        let user = user.map(UserId::as_str);
        let detail = json!({ "user": user, "sessions": sessions, "codes": codes });
        let entry = decision.entry("client.grants_revoked", ("client", id.as_str()));
        Ok(audit::record(tx, entry.detail(detail))?)
    })
    .await
}
