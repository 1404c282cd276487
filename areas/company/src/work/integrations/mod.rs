//! Use cases of a company's administrator about its integrations (IDN-12).

pub mod present;
pub mod register;
pub mod settings;
pub mod switch;

use clients::{Integration, OauthClient};
use kernel::ClientId;
use store::Tx;

use super::administration::{AdministrationError, Decision, Result};

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
