//! Registers an integration: a client with a secret, for one company.

use clients::{ClientSecrets, ClientStatus, IdTokenAlgorithm, OauthClient, SecretHash, mint_secret};
use kernel::ClientId;
use serde_json::json;
use store::Tx;

use crate::integration::IntegrationSettings;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result, decide, look};

#[derive(Clone, PartialEq, Eq)]
pub enum Registered {
    /// The client is there now; this is its secret, which nobody can read again.
    Now(String),
    /// The same form has registered it before.
    Before,
}

/// Registers the client `id`. The same identifier registers once: a form that is sent again makes no second client and
/// shows no secret.
pub async fn register(
    administrator: &Administrator,
    id: ClientId,
    settings: IntegrationSettings,
) -> Result<Registered> {
    let secret = mint_secret(administrator.identity.randomness.as_ref());
    let client = OauthClient {
        secrets: ClientSecrets::first(SecretHash::compute(&id, &secret), administrator.identity.clock.now()),
        id,
        name: settings.name,
        profile: settings.profile,
        id_token_algorithm: IdTokenAlgorithm::Rs256,
        status: ClientStatus::Active,
        version: 1,
        redirect_uris: settings.redirect_uris,
        post_logout_redirect_uris: settings.post_logout_redirect_uris,
        companies: vec![administrator.company.clone()],
    };
    let write = move |tx: &mut Tx, decision: &Decision| write(tx, decision, &client);
    let is_new = decide(administrator, "integration.register", write).await?;
    Ok(if is_new { Registered::Now(secret) } else { Registered::Before })
}

/// Tells, before it is confirmed, that the form with the client `id` may be carried out: false when it has been.
///
/// # Errors
/// It has not, and the company has as many clients as it may have; the user does not administer it; or the database
/// failed.
pub async fn may_register(administrator: &Administrator, id: ClientId) -> Result<bool> {
    let read = move |tx: &mut Tx, decision: &Decision| may_add(tx, decision, &id);
    look(administrator, "integration.may_register", read).await
}

/// Tells so as of this unit of work.
fn may_add(tx: &mut Tx, decision: &Decision, id: &ClientId) -> Result<bool> {
    let Administrator { user, company, .. } = &decision.administrator;
    if clients::find_integration(tx, user, company, id)?.is_some() {
        return Ok(false);
    }
    if clients::may_register_client(tx, company)? { Ok(true) } else { Err(AdministrationError::TooMany) }
}

fn write(tx: &mut Tx, decision: &Decision, client: &OauthClient) -> Result<bool> {
    if !may_add(tx, decision, &client.id)? {
        return Ok(false);
    }
    if !clients::register_client(tx, client, decision.now)? {
        // Somebody else's client has the identifier: the key of the form was made up.
        return Err(AdministrationError::Changed);
    }
    let detail = json!({ "name": client.name, "profile": client.profile.as_str(),
        "redirect_uris": client.redirect_uris.len() });
    let entry = decision.entry("client.registered", ("client", client.id.as_str()));
    audit::record(tx, entry.detail(detail))?;
    Ok(true)
}
