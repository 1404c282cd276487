//! Reads one integration for its page.

use clients::{Integration, OauthClient};
use identity::IdentityState;
use identity::store::grants;
use identity::token::grant::{Grant, LastUse};
use kernel::ClientId;
use store::Tx;

use super::seen;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result};

/// An integration with everything that its page shows.
#[derive(Clone, Debug)]
pub struct Presented {
    /// The client as the administrator's list has it.
    pub integration: Integration,
    pub client: OauthClient,
    /// The people who let it act for them now.
    pub grants: Vec<Grant>,
    /// The last use that is known.
    pub last_use: Option<LastUse>,
}

/// Returns the client `id`, when it serves the company and the user administers that.
///
/// # Errors
/// There is no such client for this user, or the database failed.
pub async fn present(
    state: &IdentityState,
    administrator: &Administrator,
    id: &ClientId,
) -> Result<Presented> {
    let decision = Decision::of_request(state, administrator);
    let (now, client) = (decision.now, id.clone());
    let unit = move |tx: &mut Tx| {
        let integration = seen(tx, &decision, &client)?;
        let client = clients::find_client(tx, &client)?.ok_or(AdministrationError::NotFound)?;
        Ok::<_, AdministrationError>((integration, client))
    };
    let (integration, client) = state.store.read("integration.present", unit).await?;
    let Administrator { user, company } = administrator;
    let grants = grants::of_client(&state.store, user, company, id, now).await?;
    let uses = grants::last_uses(&state.store, user, company).await?;
    let last_use = uses.into_iter().find(|last_use| last_use.client == *id);
    Ok(Presented { integration, client, grants, last_use })
}
