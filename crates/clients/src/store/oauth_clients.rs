//! OAuth clients.

use kernel::{ClientId, Cnum, Instant, text_enum};
use store::{Result, Tx, Value, params};

use super::queries::{
    CLIENT_BY_ID, CLIENT_COMPANIES, CLIENT_COMPANIES_DELETE, CLIENT_COMPANIES_INSERT, CLIENT_LET_IN,
    CLIENT_OF_COMPANY, CLIENT_SET_SECRET, CLIENT_STATUS_SINCE, CLIENT_STOP, CLIENT_URIS, CLIENT_URIS_DELETE,
    CLIENT_URIS_INSERT,
};
use crate::{OauthClient, RedirectUri, SecretHash};

text_enum! {
    pub enum RedirectUse {
        Login = "LOGIN",
        Logout = "LOGOUT",
    }
}

pub fn client_status_since(tx: &mut Tx, id: &ClientId) -> Result<Option<Instant>> {
    tx.select_optional(&CLIENT_STATUS_SINCE, params![id])
}

/// Finds the client with the identifier `id`, in any status, with its URIs and companies.
pub fn find_client(tx: &mut Tx, id: &ClientId) -> Result<Option<OauthClient>> {
    let Some(mut client) = tx.select_optional::<OauthClient>(&CLIENT_BY_ID, params![id])? else {
        return Ok(None);
    };
    for (redirect_use, uri) in tx.select(&CLIENT_URIS, params![id])? {
        match redirect_use {
            RedirectUse::Login => client.redirect_uris.push(uri),
            RedirectUse::Logout => client.post_logout_redirect_uris.push(uri),
        }
    }
    // Sorted here, because databases differ in how they order texts.
    client.redirect_uris.sort();
    client.post_logout_redirect_uris.sort();
    client.companies = client_companies(tx, id)?;
    Ok(Some(client))
}

/// The companies that the client `id` may be used for, ordered; none for an unknown client. For areas that need
/// nothing else of a client.
pub fn client_companies(tx: &mut Tx, id: &ClientId) -> Result<Vec<Cnum>> {
    let mut companies: Vec<Cnum> = tx.select(&CLIENT_COMPANIES, params![id])?;
    companies.sort();
    Ok(companies)
}

/// Tells whether the client `id` is registered for the company; not for an unknown client.
pub fn is_registered_for(tx: &mut Tx, id: &ClientId, company: &Cnum) -> Result<bool> {
    Ok(tx.query_optional(&CLIENT_OF_COMPANY, params![id, company])?.is_some())
}

/// Stops the client for the bank; `false` for an unknown client, or one that is stopped already.
pub fn stop_client(tx: &mut Tx, id: &ClientId, now: Instant) -> Result<bool> {
    Ok(tx.execute(&CLIENT_STOP, params![id, now])? == 1)
}

/// Lets a client in that the bank has stopped: into service, or back to where its company had switched it off. `false`
/// for an unknown client, or one that the bank has not stopped: what the company switches off is its own.
pub fn let_client_in(tx: &mut Tx, id: &ClientId, now: Instant) -> Result<bool> {
    Ok(tx.execute(&CLIENT_LET_IN, params![id, now])? == 1)
}

/// Gives the client another secret. A secret before it stops working too, whatever was agreed.
///
/// # Errors
/// There is no such client, or the database's; both end the unit of work.
pub fn set_client_secret(tx: &mut Tx, id: &ClientId, secret: &SecretHash, now: Instant) -> Result<()> {
    tx.execute_one(&CLIENT_SET_SECRET, params![id, secret.as_str(), now])
}

/// Replaces the registered URIs of one use; `uris` has no URI twice and at most [`crate::REDIRECT_URIS_MAX`].
pub fn set_redirect_uris(
    tx: &mut Tx,
    id: &ClientId,
    redirect_use: RedirectUse,
    uris: &[RedirectUri],
) -> Result<()> {
    tx.execute(&CLIENT_URIS_DELETE, params![id, redirect_use.as_str()])?;
    let rows = uris.iter().map(|uri| params![id, redirect_use.as_str(), uri.as_str()]).collect();
    tx.execute_many(&CLIENT_URIS_INSERT, rows)?;
    Ok(())
}

/// Gives a client its addresses and companies, where they differ from those that it has in `before`. Tells whether any
/// did.
pub(crate) fn keep_lists(tx: &mut Tx, before: Option<&OauthClient>, after: &OauthClient) -> Result<bool> {
    let id = &after.id;
    let mut changed = false;
    if before.is_none_or(|before| before.redirect_uris != after.redirect_uris) {
        set_redirect_uris(tx, id, RedirectUse::Login, &after.redirect_uris)?;
        changed = true;
    }
    if before.is_none_or(|before| before.post_logout_redirect_uris != after.post_logout_redirect_uris) {
        set_redirect_uris(tx, id, RedirectUse::Logout, &after.post_logout_redirect_uris)?;
        changed = true;
    }
    if before.is_none_or(|before| before.companies != after.companies) {
        tx.execute(&CLIENT_COMPANIES_DELETE, params![id])?;
        let rows = after.companies.iter().map(|cnum| params![id, cnum]).collect();
        tx.execute_many(&CLIENT_COMPANIES_INSERT, rows)?;
        changed = true;
    }
    Ok(changed)
}

/// The values of `CLIENT_INSERT` and `CLIENT_UPDATE`.
pub(crate) fn client_values(client: &OauthClient, now: Instant) -> Vec<Value> {
    params![
        &client.id,
        client.name.as_str(),
        client.secrets.hash.as_str(),
        client.profile.as_str(),
        client.id_token_algorithm.as_str(),
        client.status.as_str(),
        now,
    ]
}
