//! Clients as their company's administrator sees and changes them.

use kernel::{ClientId, Cnum, Instant, UserId};
use store::{Result, Store, Tx, params};

use super::integration_queries::{
    CLIENT_CHANGE_SETTINGS, CLIENT_END_PREVIOUS_SECRET, CLIENT_MOVE_STATUS, CLIENT_REPLACE_SECRET,
    CLIENT_REPLACE_SECRET_AT_ONCE, INTEGRATION_OF_COMPANY, INTEGRATIONS_COUNT, INTEGRATIONS_OF_COMPANY,
};
use super::queries::{CLIENT_COMPANIES_INSERT, CLIENT_INSERT};
use crate::{ClientStatus, OauthClient, RedirectUse, SecretHash, set_redirect_uris};

/// The most clients that an administrator registers for a company, and that a list shows.
pub const INTEGRATIONS_PER_COMPANY_MAX: u32 = 100;

/// A client that serves a company, in the list of its administrator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integration {
    pub id: ClientId,
    /// The name that users are shown.
    pub name: String,
    /// Its service: it gets and uses tokens, or none.
    pub status: ClientStatus,
    /// The moment until which the secret before the present one works.
    pub previous_secret_until: Option<Instant>,
    /// False for a client that serves another company too, which the administrator does not administer: it is seen, and
    /// what others decide about is not changed.
    pub is_own: bool,
}

/// The clients that serve `company`, ordered by name; none for a user who does not administer it.
pub async fn integrations_of(
    store: &Store,
    administrator: &UserId,
    company: &Cnum,
) -> Result<Vec<Integration>> {
    let values = params![administrator, company];
    let mut found: Vec<Integration> = store.select(&INTEGRATIONS_OF_COMPANY, values).await?;
    // Sorted here, because databases differ in how they order texts.
    found.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    Ok(found)
}

/// The client `id` among them.
pub fn find_integration(
    tx: &mut Tx,
    administrator: &UserId,
    company: &Cnum,
    id: &ClientId,
) -> Result<Option<Integration>> {
    tx.select_optional(&INTEGRATION_OF_COMPANY, params![administrator, company, id])
}

/// Adds a client with its lists. `None` when the company has as many as it may have; `false` when the identifier is
/// taken.
pub fn register_client(
    tx: &mut Tx,
    company: &Cnum,
    client: &OauthClient,
    now: Instant,
) -> Result<Option<bool>> {
    let present = tx.select_one::<i64>(&INTEGRATIONS_COUNT, params![company])?;
    if present >= i64::from(INTEGRATIONS_PER_COMPANY_MAX) {
        return Ok(None);
    }
    let values = params![
        &client.id,
        client.name.as_str(),
        client.secrets.hash.as_str(),
        client.profile.as_str(),
        client.id_token_algorithm.as_str(),
        client.status.as_str(),
        now,
    ];
    if tx.execute(&CLIENT_INSERT, values)? == 0 {
        return Ok(Some(false));
    }
    set_redirect_uris(tx, &client.id, RedirectUse::Login, &client.redirect_uris)?;
    set_redirect_uris(tx, &client.id, RedirectUse::Logout, &client.post_logout_redirect_uris)?;
    let companies = client.companies.iter().map(|cnum| params![&client.id, cnum]).collect();
    tx.execute_many(&CLIENT_COMPANIES_INSERT, companies)?;
    Ok(Some(true))
}

/// Changes name, profile and addresses of the client whose version is still `version`; `false` when it has changed
/// meanwhile.
pub fn change_settings(tx: &mut Tx, version: i64, before: &OauthClient, after: &OauthClient) -> Result<bool> {
    let values = params![&before.id, version, after.name.as_str(), after.profile.as_str()];
    if tx.execute(&CLIENT_CHANGE_SETTINGS, values)? == 0 {
        return Ok(false);
    }
    if before.redirect_uris != after.redirect_uris {
        set_redirect_uris(tx, &before.id, RedirectUse::Login, &after.redirect_uris)?;
    }
    if before.post_logout_redirect_uris != after.post_logout_redirect_uris {
        set_redirect_uris(tx, &before.id, RedirectUse::Logout, &after.post_logout_redirect_uris)?;
    }
    Ok(true)
}

/// Gives the client whose version is still `version` another secret; the present one works until `until`, or stops at
/// once. A secret before the present one stops in any case. `false` when the client has changed meanwhile.
pub fn replace_secret(
    tx: &mut Tx,
    id: &ClientId,
    version: i64,
    secret: &SecretHash,
    until: Option<Instant>,
    now: Instant,
) -> Result<bool> {
    let changed = match until {
        Some(until) => {
            tx.execute(&CLIENT_REPLACE_SECRET, params![id, version, until, secret.as_str(), now])?
        }
        None => tx.execute(&CLIENT_REPLACE_SECRET_AT_ONCE, params![id, version, secret.as_str(), now])?,
    };
    Ok(changed == 1)
}

/// Ends the secret before the present one; `false` when there is none.
pub fn end_previous_secret(tx: &mut Tx, id: &ClientId) -> Result<bool> {
    Ok(tx.execute(&CLIENT_END_PREVIOUS_SECRET, params![id])? == 1)
}

/// Switches a client off that is in service; `false` when it is not.
pub fn switch_off(tx: &mut Tx, id: &ClientId, now: Instant) -> Result<bool> {
    move_status(tx, id, ClientStatus::Active, ClientStatus::SwitchedOff, now)
}

/// Switches a client on that its company has switched off; `false` when it is in service or the bank has stopped it.
pub fn switch_on(tx: &mut Tx, id: &ClientId, now: Instant) -> Result<bool> {
    move_status(tx, id, ClientStatus::SwitchedOff, ClientStatus::Active, now)
}

fn move_status(
    tx: &mut Tx,
    id: &ClientId,
    from: ClientStatus,
    to: ClientStatus,
    now: Instant,
) -> Result<bool> {
    Ok(tx.execute(&CLIENT_MOVE_STATUS, params![id, from.as_str(), to.as_str(), now])? == 1)
}
