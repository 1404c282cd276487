//! Clients as their company's administrator sees and changes them.

use kernel::{ClientId, Cnum, Instant, UserId};
use store::{Result, Selected as _, Store, Tx, params};

use super::Listed;
use super::oauth_clients::{client_values, keep_lists};
use super::queries::CLIENT_INSERT;
use crate::{ClientStatus, OauthClient, SecretHash};

store::selected! {
    Integration {
        id: "c.client_id", name: "c.name", status: "c.status",
        is_own: "not exists (select 1 from oauth_client_companies o where o.client_id = c.client_id and not exists (
            select 1 from user_company_rights b
            where b.user_id = $1 and b.cnum = o.cnum and b.right_code = 'COMPANY_ADMINISTRATOR')) as is_own",
    }
}

store::queries! {
    /// Some of the clients that serve a company, for a user who administers it, with whether each serves no other
    /// company which the user does not administer.
    pub INTEGRATIONS_OF_COMPANY = store::text!("select ", Integration::LIST, "
        from user_company_rights a
        join oauth_client_companies k on k.cnum = a.cnum
        join oauth_clients c on c.client_id = k.client_id
        where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'
        order by c.name, c.client_id
        limit $3 offset $4");

    pub INTEGRATION_OF_COMPANY = store::text!("select ", Integration::LIST, "
        from user_company_rights a
        join oauth_client_companies k on k.cnum = a.cnum and k.client_id = $3
        join oauth_clients c on c.client_id = k.client_id
        where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'");

    pub INTEGRATIONS_COUNT = "select count(*) as clients from oauth_client_companies where cnum = $1";

    /// Changes the name and the profile of a client that is still the one of the form.
    pub CLIENT_CHANGE_SETTINGS = "update oauth_clients set name = $3, profile = $4, version = version + 1
        where client_id = $1 and version = $2";

    /// Puts another secret in the place of the present one, which works until a moment.
    pub CLIENT_REPLACE_SECRET = "update oauth_clients set previous_secret_hash = secret_hash,
            previous_secret_until_us = $3, secret_hash = $4, secret_set_at_us = $5, version = version + 1
        where client_id = $1 and version = $2";

    /// Puts another secret in the place of the present one, which stops working at once.
    pub CLIENT_REPLACE_SECRET_AT_ONCE = "update oauth_clients set previous_secret_hash = null,
            previous_secret_until_us = null, secret_hash = $3, secret_set_at_us = $4, version = version + 1
        where client_id = $1 and version = $2";

    pub CLIENT_END_PREVIOUS_SECRET = "update oauth_clients set previous_secret_hash = null,
            previous_secret_until_us = null, version = version + 1
        where client_id = $1 and previous_secret_hash is not null";

    /// Keeps a client that the bank has stopped from coming back into service by itself.
    pub CLIENT_KEEP_OFF = "update oauth_clients set was_switched_off = true, version = version + 1
        where client_id = $1 and status = 'DISABLED' and not was_switched_off";

    /// Moves a client from one status to another, unless it has a third one.
    pub CLIENT_MOVE_STATUS = "update oauth_clients set status = $3, status_changed_at_us = $4, version = version + 1
        where client_id = $1 and status = $2";
}

/// The most clients that an administrator registers for a company. The bank registers as many as it likes.
pub const INTEGRATIONS_PER_COMPANY_MAX: u32 = 100;
/// Clients of a company on one page of their list.
pub const INTEGRATIONS_PER_PAGE: u32 = 100;
/// The most clients of a company that a form offers.
const INTEGRATIONS_OFFERED_MAX: i64 = 1_000;

/// A client that serves a company, in the list of its administrator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integration {
    pub id: ClientId,
    pub name: String,
    pub status: ClientStatus,
    /// False for a client that serves another company too, which the administrator does not administer: it is seen, and
    /// what others decide about is not changed.
    pub is_own: bool,
}

/// The clients that serve `company`, by name and at most 1,000, for a choice of one; none for a user who does not
/// administer it.
pub async fn integrations_of(
    store: &Store,
    administrator: &UserId,
    company: &Cnum,
) -> Result<Vec<Integration>> {
    let values = params![administrator, company, INTEGRATIONS_OFFERED_MAX, 0_i64];
    store.select(&INTEGRATIONS_OF_COMPANY, values).await
}

/// The clients that serve `company` on the page `page`, from 1, by name and at most [`INTEGRATIONS_PER_PAGE`]; none for
/// a user who does not administer it.
pub fn integrations_on_page(
    tx: &mut Tx,
    administrator: &UserId,
    company: &Cnum,
    page: u32,
) -> Result<Listed<Integration>> {
    let per_page = i64::from(INTEGRATIONS_PER_PAGE);
    let values = params![administrator, company, per_page, i64::from(page.saturating_sub(1)) * per_page];
    let clients = tx.select(&INTEGRATIONS_OF_COMPANY, values)?;
    let count = tx.select_one(&INTEGRATIONS_COUNT, params![company])?;
    Ok(Listed::new(clients, count, INTEGRATIONS_PER_PAGE))
}

pub fn find_integration(
    tx: &mut Tx,
    administrator: &UserId,
    company: &Cnum,
    id: &ClientId,
) -> Result<Option<Integration>> {
    tx.select_optional(&INTEGRATION_OF_COMPANY, params![administrator, company, id])
}

pub fn may_register_client(tx: &mut Tx, company: &Cnum) -> Result<bool> {
    let present = tx.select_one::<i64>(&INTEGRATIONS_COUNT, params![company])?;
    Ok(present < i64::from(INTEGRATIONS_PER_COMPANY_MAX))
}

/// Adds a client with its lists. `false` when the identifier is taken. Whoever calls asks before whether the company
/// [may have one more](may_register_client).
pub fn register_client(tx: &mut Tx, client: &OauthClient, now: Instant) -> Result<bool> {
    if tx.execute(&CLIENT_INSERT, client_values(client, now))? == 0 {
        return Ok(false);
    }
    keep_lists(tx, None, client)?;
    Ok(true)
}

/// Changes name, profile and addresses of the client whose version is still `version`; `false` when it has changed
/// meanwhile.
pub fn change_settings(tx: &mut Tx, version: i64, before: &OauthClient, after: &OauthClient) -> Result<bool> {
    let values = params![&before.id, version, after.name.as_str(), after.profile.as_str()];
    if tx.execute(&CLIENT_CHANGE_SETTINGS, values)? == 0 {
        return Ok(false);
    }
    keep_lists(tx, Some(before), after)?;
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

/// Switches a client off; one that the bank has stopped comes back switched off. `false` when it is off already.
pub fn switch_off(tx: &mut Tx, id: &ClientId, now: Instant) -> Result<bool> {
    Ok(move_status(tx, id, ClientStatus::Active, ClientStatus::SwitchedOff, now)?
        || tx.execute(&CLIENT_KEEP_OFF, params![id])? == 1)
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
