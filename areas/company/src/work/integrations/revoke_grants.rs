//! Ends what people granted to a client for a company: sessions and codes, in one unit of work (IDN-11).

use identity::IdentityState;
use identity::store::grants;
use kernel::{ClientId, UserId};
use serde_json::json;

use super::seen;
use crate::work::administration::{Administrator, Result, decide};

/// Ends the grants of one user, or of everybody, to the client `id` for the company. A client that serves other
/// companies too goes on there.
///
/// # Errors
/// The client does not serve the company, the user does not administer it, or the database failed.
pub async fn revoke_grants(
    state: &IdentityState,
    administrator: &Administrator,
    id: ClientId,
    user: Option<UserId>,
) -> Result<()> {
    decide(state, administrator, "integration.revoke", move |tx, decision| {
        seen(tx, decision, &id)?;
        let (company, user) = (&decision.administrator.company, user.as_ref());
        // Codes first: an exchange that is under way holds its code, so that its session is among those below.
        let codes = grants::withdraw_codes(tx, company, &id, user)?;
        let sessions = decision.end_sessions(tx, |tx| grants::some_open_sessions(tx, company, &id, user))?;
        let user = user.map(UserId::as_str);
        let detail = json!({ "user": user, "sessions": sessions, "codes": codes });
        let entry = decision.entry("client.grants_revoked", ("client", id.as_str()));
        audit::record(tx, entry.detail(detail))?;
        Ok(())
    })
    .await
}
