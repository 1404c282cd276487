//! Grants: people who logged in through a client for a company, as its administrator sees and ends them. Texts that
//! read begin with the administrator's right.

use clients::INTEGRATIONS_PER_PAGE;
use kernel::{ClientId, Cnum, Instant, SessionId, UserId};
use store::{Result, Selected as _, Store, Tx, params};

use crate::token::grant::{GRANTS_SHOWN_MAX, Grant, LastUse};

/// The most sessions that one statement lists.
const SESSIONS_AT_ONCE_MAX: i64 = 1_000;

store::selected! {
    LastUse {
        client: "k.client_id",
        used_at: "(select max(coalesce(s.refreshed_at_us, s.created_at_us)) from sessions s
            where s.cnum = k.cnum and s.client_id = k.client_id) as used_at_us",
    }
    Grant {
        user: "s.user_id", full_name: "u.full_name", login: "u.login", scope: "s.scope", logins: "count(*) as logins",
        granted_at: "min(s.created_at_us) as granted_at_us",
        used_at: "max(coalesce(s.refreshed_at_us, s.created_at_us)) as used_at_us",
    }
}

store::queries! {
    /// Reads when each client on a page of a company's list was used last for it, as far back as sessions are kept: in
    /// the order of `clients::INTEGRATIONS_OF_COMPANY`.
    pub LAST_USES = store::text!("select ", LastUse::LIST, "
        from user_company_rights a join oauth_client_companies k on k.cnum = a.cnum
        where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'
        order by (select c.name from oauth_clients c where c.client_id = k.client_id), k.client_id
        limit $3 offset $4");

    /// Reads the same of one client.
    pub LAST_USE = store::text!("select ", LastUse::LIST, "
        from user_company_rights a join oauth_client_companies k on k.cnum = $2 and k.client_id = $3
        where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'");

    /// Reads who has open logins through a client for a company, by person.
    pub GRANTS = store::text!("select ", Grant::LIST, "
        from user_company_rights a
        join sessions s on s.cnum = a.cnum and s.client_id = $3 and s.ended_at_us is null and s.expires_at_us > $4
        join users u on u.user_id = s.user_id
        where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR'
        group by s.user_id, u.full_name, u.login, s.scope
        order by s.user_id, s.scope limit $5");

    pub SESSIONS_OF_GRANT = "select session_id from sessions
        where cnum = $1 and client_id = $2 and user_id = $3 and ended_at_us is null limit $4";

    pub SESSIONS_OF_GRANTS = "select session_id from sessions
        where cnum = $1 and client_id = $2 and ended_at_us is null limit $3";

    pub SESSIONS_OF_COMPANY_USER = "select session_id from sessions
        where user_id = $1 and cnum = $2 and ended_at_us is null limit $3";

    pub CODES_OF_COMPANY_USER_WITHDRAW = "delete from authorization_codes
        where user_id = $1 and cnum = $2 and redeemed_at_us is null";

    pub CODES_OF_GRANT_WITHDRAW = "delete from authorization_codes
        where client_id = $2 and cnum = $1 and user_id = $3 and redeemed_at_us is null";

    pub CODES_OF_GRANTS_WITHDRAW = "delete from authorization_codes
        where client_id = $2 and cnum = $1 and redeemed_at_us is null";
}

/// Returns when each client of the company was used last for it: those on a page of its list, from 1.
pub fn last_uses(tx: &mut Tx, administrator: &UserId, company: &Cnum, page: u32) -> Result<Vec<LastUse>> {
    let per_page = i64::from(INTEGRATIONS_PER_PAGE);
    let offset = i64::from(page.saturating_sub(1)) * per_page;
    tx.select(&LAST_USES, params![administrator, company, per_page, offset])
}

pub async fn last_use(
    store: &Store,
    administrator: &UserId,
    company: &Cnum,
    client: &ClientId,
) -> Result<Option<LastUse>> {
    store.select_optional(&LAST_USE, params![administrator, company, client]).await
}

/// Returns who has open logins through the client for the company: the first by person, one more than
/// [`GRANTS_SHOWN_MAX`] where there are more.
pub async fn of_client(
    store: &Store,
    administrator: &UserId,
    company: &Cnum,
    client: &ClientId,
    now: Instant,
) -> Result<Vec<Grant>> {
    let most = i64::try_from(GRANTS_SHOWN_MAX + 1).unwrap_or(i64::MAX);
    store.select(&GRANTS, params![administrator, company, client, now, most]).await
}

/// Lists open sessions through the client for the company, of one user or of everybody: some of them, so that a
/// caller who ends them asks again until there is none.
pub fn some_open_sessions(
    tx: &mut Tx,
    company: &Cnum,
    client: &ClientId,
    user: Option<&UserId>,
) -> Result<Vec<SessionId>> {
    match user {
        Some(user) => tx.select(&SESSIONS_OF_GRANT, params![company, client, user, SESSIONS_AT_ONCE_MAX]),
        None => tx.select(&SESSIONS_OF_GRANTS, params![company, client, SESSIONS_AT_ONCE_MAX]),
    }
}

/// Lists open sessions of the user for the company through any client: some of them.
pub fn some_open_sessions_of_user(tx: &mut Tx, company: &Cnum, user: &UserId) -> Result<Vec<SessionId>> {
    tx.select(&SESSIONS_OF_COMPANY_USER, params![user, company, SESSIONS_AT_ONCE_MAX])
}

/// Takes back codes of the user for the company that nobody has exchanged.
pub fn withdraw_codes_of_user(tx: &mut Tx, company: &Cnum, user: &UserId) -> Result<u64> {
    tx.execute(&CODES_OF_COMPANY_USER_WITHDRAW, params![user, company])
}

/// Takes back codes through the client for the company that nobody has exchanged, of one user or of everybody.
pub fn withdraw_codes(tx: &mut Tx, company: &Cnum, client: &ClientId, user: Option<&UserId>) -> Result<u64> {
    match user {
        Some(user) => tx.execute(&CODES_OF_GRANT_WITHDRAW, params![company, client, user]),
        None => tx.execute(&CODES_OF_GRANTS_WITHDRAW, params![company, client]),
    }
}
