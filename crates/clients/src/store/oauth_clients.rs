//! OAuth clients.

use kernel::{ClientId, Cnum, Instant, text_enum};
use store::{Row, StoreError, Tx, params};

use super::queries::{
    CLIENT_BY_ID, CLIENT_COMPANIES, CLIENT_SET_SECRET, CLIENT_SET_STATUS, CLIENT_URIS, CLIENT_URIS_DELETE,
    CLIENT_URIS_INSERT,
};
use crate::{ClientSecrets, ClientStatus, OauthClient, PreviousSecret, RedirectUri, SecretHash};

text_enum! {
    /// The use of a registered URI.
    pub enum RedirectUse {
        /// A login returns there.
        Login = "LOGIN",
        /// A logout returns there.
        Logout = "LOGOUT",
    }
}

/// Finds the client with the identifier `id`, in any status, with its URIs and companies.
pub fn find_client(tx: &mut Tx, id: &ClientId) -> Result<Option<OauthClient>, StoreError> {
    let Some(row) = tx.query_optional(&CLIENT_BY_ID, params![id])? else { return Ok(None) };
    let uris = tx.query(&CLIENT_URIS, params![id])?;
    let companies = client_companies(tx, id)?;
    Ok(Some(OauthClient {
        id: row.parse("client_id")?,
        name: row.text("name")?.to_owned(),
        secrets: client_secrets(&row)?,
        profile: row.parse("profile")?,
        id_token_algorithm: row.parse("id_token_algorithm")?,
        status: row.parse("status")?,
        version: row.integer("version")?,
        redirect_uris: uris_for(&uris, RedirectUse::Login)?,
        post_logout_redirect_uris: uris_for(&uris, RedirectUse::Logout)?,
        companies,
    }))
}

/// The companies that the client `id` may be used for, ordered; none for an unknown client. For areas that need
/// nothing else of a client.
pub fn client_companies(tx: &mut Tx, id: &ClientId) -> Result<Vec<Cnum>, StoreError> {
    let rows = tx.query(&CLIENT_COMPANIES, params![id])?;
    let mut companies: Vec<Cnum> = rows.iter().map(|row| row.parse("cnum")).collect::<Result<_, _>>()?;
    companies.sort();
    Ok(companies)
}

/// The secrets of a client in a row that has the columns `secret_hash`, `secret_set_at_us`, `previous_secret_hash` and
/// `previous_secret_until_us`.
pub fn client_secrets(row: &Row) -> Result<ClientSecrets, StoreError> {
    let hash = row.optional_parse("previous_secret_hash")?;
    let previous = match (hash, row.optional_instant("previous_secret_until_us")?) {
        (Some(hash), Some(until)) => Some(PreviousSecret { hash, until }),
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => {
            return Err(row.inconsistency("previous_secret_until_us", "is null, or the hash is"));
        }
    };
    Ok(ClientSecrets {
        hash: row.parse("secret_hash")?,
        set_at: row.optional_instant("secret_set_at_us")?,
        previous,
    })
}

fn uris_for(rows: &[Row], wanted: RedirectUse) -> Result<Vec<RedirectUri>, StoreError> {
    let mut uris = Vec::new();
    for row in rows {
        if row.parse::<RedirectUse>("uri_use")? == wanted {
            uris.push(row.parse("uri")?);
        }
    }
    // Sorted here, because databases differ in how they order texts.
    uris.sort();
    Ok(uris)
}

/// Changes the client's status; `false` for an unknown client, or one that has the status already.
pub fn set_client_status(
    tx: &mut Tx,
    id: &ClientId,
    status: ClientStatus,
    now: Instant,
) -> Result<bool, StoreError> {
    Ok(tx.execute(&CLIENT_SET_STATUS, params![id, status.as_str(), now])? == 1)
}

/// Gives the client another secret. A secret before it stops working too, whatever was agreed.
///
/// # Errors
/// There is no such client, or the database's; both end the unit of work.
pub fn set_client_secret(
    tx: &mut Tx,
    id: &ClientId,
    secret: &SecretHash,
    now: Instant,
) -> Result<(), StoreError> {
    tx.execute_one(&CLIENT_SET_SECRET, params![id, secret.as_str(), now])
}

/// Replaces the registered URIs of one use; `uris` has no URI twice and at most [`crate::REDIRECT_URIS_MAX`].
pub fn set_redirect_uris(
    tx: &mut Tx,
    id: &ClientId,
    redirect_use: RedirectUse,
    uris: &[RedirectUri],
) -> Result<(), StoreError> {
    tx.execute(&CLIENT_URIS_DELETE, params![id, redirect_use.as_str()])?;
    let rows = uris.iter().map(|uri| params![id, redirect_use.as_str(), uri.as_str()]).collect();
    tx.execute_many(&CLIENT_URIS_INSERT, rows)?;
    Ok(())
}
