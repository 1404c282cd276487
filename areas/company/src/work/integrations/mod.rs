//! Use cases of a company's administrator about its integrations (IDN-12).

pub mod register;
pub mod settings;
pub mod switch;

use clients::{Integration, Listed, OauthClient};
use identity::store::grants;
use identity::token::grant::{Grant, LastUse};
use kernel::ClientId;
use store::Tx;

use super::administration::{AdministrationError, Administrator, Decision, Result, look};

/// Clients on a page of the company's list.
#[derive(Clone, Debug)]
pub struct IntegrationList {
    pub listed: Listed<Integration>,
    /// The last use of each that is known.
    pub last_uses: Vec<LastUse>,
}

/// Returns the clients on the page `page`, from 1; none past the last one.
pub async fn list(administrator: &Administrator, page: u32) -> Result<IntegrationList> {
    look(administrator, "integration.list", move |tx, decision| {
        let Administrator { user, company, .. } = &decision.administrator;
        let listed = clients::integrations_on_page(tx, user, company, page)?;
        Ok(IntegrationList { listed, last_uses: grants::last_uses(tx, user, company, page)? })
    })
    .await
}

/// An integration with everything that its page shows.
#[derive(Clone, Debug)]
pub struct Presented {
    /// The client as the administrator's list has it.
    pub integration: Integration,
    pub client: OauthClient,
    /// The people who let it act for them now: one more than a page shows where there are more.
    pub grants: Vec<Grant>,
    pub last_use: Option<LastUse>,
}

/// Returns the client `id`, when it serves the company and the user administers that.
pub async fn present(administrator: &Administrator, id: &ClientId) -> Result<Presented> {
    let asked = id.clone();
    let found = look(administrator, "integration.present", move |tx, decision| {
        let integration = seen(tx, decision, &asked)?;
        let client = clients::find_client(tx, &asked)?.ok_or(AdministrationError::NotFound)?;
        Ok((integration, client))
    });
    let (integration, client) = found.await?;
    let Administrator { identity, user, company } = administrator;
    let grants = grants::of_client(&identity.store, user, company, id, identity.clock.now()).await?;
    let last_use = grants::last_use(&identity.store, user, company, id).await?;
    Ok(Presented { integration, client, grants, last_use })
}

/// Returns a client that the administrator may change: it serves no company that somebody else administers.
fn own(tx: &mut Tx, decision: &Decision, id: &ClientId) -> Result<(Integration, OauthClient)> {
    let integration = seen(tx, decision, id)?;
    if !integration.is_own {
        return Err(AdministrationError::Shared);
    }
    let client = clients::find_client(tx, id)?.ok_or(AdministrationError::NotFound)?;
    Ok((integration, client))
}

/// Returns a client that serves the company.
fn seen(tx: &mut Tx, decision: &Decision, id: &ClientId) -> Result<Integration> {
    let administrator = &decision.administrator;
    let found = clients::find_integration(tx, &administrator.user, &administrator.company, id)?;
    found.ok_or(AdministrationError::NotFound)
}
