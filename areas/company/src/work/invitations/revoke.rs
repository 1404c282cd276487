//! Takes an invitation back.

use identity::IdentityState;
use uuid::Uuid;

use crate::store::invitations;
use crate::work::administration::{AdministrationError, Administrator, Result, decide};

/// Takes an invitation of the company back: its link stops working at once.
///
/// # Errors
/// The company has no such invitation that waits, the user does not administer it, or the database failed.
pub async fn revoke_invitation(state: &IdentityState, administrator: &Administrator, id: Uuid) -> Result<()> {
    decide(state, administrator, "invitation.revoke", move |tx, decision| {
        if !invitations::revoke(tx, id, &decision.administrator.company, decision.now)? {
            return Err(AdministrationError::NotFound);
        }
        let id = id.to_string();
        Ok(audit::record(tx, decision.entry("invitation.revoked", ("invitation", &id)))?)
    })
    .await
}
