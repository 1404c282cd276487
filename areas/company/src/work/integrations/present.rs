//! Reads one integration for its page.

use clients::{Integration, OauthClient};
use identity::IdentityState;
use identity::store::grants;
use identity::token::grant::{Grant, LastUse};
use kernel::ClientId;

use super::seen;
use crate::work::administration::{AdministrationError, Administrator, Result, look};

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
pub async fn present(
    state: &IdentityState,
    administrator: &Administrator,
    id: &ClientId,
) -> Result<Presented> {
    let asked = id.clone();
    let found = look(state, administrator, "integration.present", move |tx, decision| {
        let integration = seen(tx, decision, &asked)?;
        let client = clients::find_client(tx, &asked)?.ok_or(AdministrationError::NotFound)?;
        Ok((integration, client))
    });
    let (integration, client) = found.await?;
    let Administrator { user, company } = administrator;
    let grants = grants::of_client(&state.store, user, company, id, state.clock.now()).await?;
    let uses = grants::last_uses(&state.store, user, company).await?;
    let last_use = uses.into_iter().find(|last_use| last_use.client == *id);
    Ok(Presented { integration, client, grants, last_use })
}
