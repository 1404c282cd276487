//! Changes name, profile and addresses of an integration, or replaces its secret; the one before goes on for a
//! while, or is ended at once.

use clients::{OauthClient, RedirectUri, SecretHash, mint_secret};
use kernel::ClientId;
use serde_json::{Value, json};

use super::own;
use crate::integration::{IntegrationSettings, Overlap};
use crate::work::administration::{AdministrationError, Administrator, Result, decide};

/// The most addresses of each list that an entry of the trail tells one by one.
const TOLD_MAX: usize = 5;

/// Changes the client `id` from the version that the form showed.
pub async fn change_settings(
    administrator: &Administrator,
    id: ClientId,
    version: i64,
    settings: IntegrationSettings,
) -> Result<()> {
    decide(administrator, "integration.change", move |tx, decision| {
        let (_, before) = own(tx, decision, &id)?;
        let IntegrationSettings { name, profile, redirect_uris, post_logout_redirect_uris } =
            settings.clone();
        let after = OauthClient { name, profile, redirect_uris, post_logout_redirect_uris, ..before.clone() };
        if !clients::change_settings(tx, version, &before, &after)? {
            return Err(AdministrationError::Changed);
        }
        let detail = json!({ "before": told(&before), "after": told(&after) });
        Ok(audit::record(tx, decision.entry("client.changed", ("client", id.as_str())).detail(detail))?)
    })
    .await
}

fn told(client: &OauthClient) -> Value {
    json!({
        "name": client.name,
        "profile": client.profile.as_str(),
        "redirect_uris": told_uris(&client.redirect_uris),
        "post_logout_redirect_uris": told_uris(&client.post_logout_redirect_uris),
    })
}

/// Writes the first addresses, each shortened, and their number: an entry is a pointer and no copy.
fn told_uris(uris: &[RedirectUri]) -> Value {
    const CHARACTERS_MAX: usize = 100;
    let first =
        uris.iter().take(TOLD_MAX).map(|uri| uri.as_str().chars().take(CHARACTERS_MAX).collect::<String>());
    json!({ "count": uris.len(), "first": first.collect::<Vec<_>>() })
}

/// Gives the client `id` another secret and returns it; nobody can read it again. The form names the version that it
/// showed, so that a form that is sent again changes nothing.
pub async fn replace_secret(
    administrator: &Administrator,
    id: ClientId,
    version: i64,
    overlap: Overlap,
) -> Result<String> {
    let secret = mint_secret(administrator.identity.randomness.as_ref());
    let hash = SecretHash::compute(&id, &secret);
    let replaced = decide(administrator, "integration.replace_secret", move |tx, decision| {
        own(tx, decision, &id)?;
        let until = overlap.until(decision.now);
        if !clients::replace_secret(tx, &id, version, &hash, until, decision.now)? {
            return Err(AdministrationError::Changed);
        }
        let entry = decision.entry("client.secret_replaced", ("client", id.as_str()));
        let detail = json!({ "previous_until": until.map(|until| until.to_string()) });
        Ok(audit::record(tx, entry.detail(detail))?)
    });
    replaced.await?;
    Ok(secret)
}

/// Ends the secret of the client `id` before the present one, in the version that the form showed: after another
/// replacement it is the one that software still has. Nothing happens when there is none.
pub async fn end_previous_secret(administrator: &Administrator, id: ClientId, version: i64) -> Result<()> {
    decide(administrator, "integration.end_previous_secret", move |tx, decision| {
        let (_, client) = own(tx, decision, &id)?;
        if client.secrets.previous.is_none() {
            return Ok(());
        }
        if client.version != version || !clients::end_previous_secret(tx, &id)? {
            return Err(AdministrationError::Changed);
        }
        Ok(audit::record(tx, decision.entry("client.previous_secret_ended", ("client", id.as_str())))?)
    })
    .await
}
