//! Clients and users as the token endpoint asks for them: one short statement each, on the caller's own thread.
//!
//! The crate `clients` answers the same questions more fully and in several statements. These run with the exchange of
//! every code and the like, so they read its tables directly.

use clients::ClientSecrets;
use kernel::{ClientId, Cnum, UserId};
use store::{FromRow as _, Result, Row, Selected as _, Store, Tx, Value, params};

use crate::token::people::{Person, TokenClient};

store::selected! {
    TokenClient as "c" { id: "client_id", secrets: ClientSecrets, id_token_algorithm, status }
    Person as "u" { full_name, email, phone_number, status; roles: Vec::new() }
}

/// The company of a login, while the user may act for it and the client is registered for it.
macro_rules! company_to_act_for {
    ($user:literal, $client:literal, $company:literal) => {
        concat!(
            "select c.cnum from companies c join user_company_rights t on t.cnum = c.cnum and t.user_id = ",
            $user,
            " and t.right_code = 'ACT' join oauth_client_companies o on o.cnum = c.cnum and o.client_id = ",
            $client,
            " where c.cnum = ",
            $company,
            " and c.status = 'OPEN'"
        )
    };
}

pub(super) use company_to_act_for;

store::queries! {
    /// Reads what authenticates a client.
    pub TOKEN_CLIENT = store::text!("select ", TokenClient::LIST, " from oauth_clients where client_id = $1");

    /// Reads what tokens tell of a user: a row for each role, or one without a role.
    pub TOKEN_USER = store::text!("select ", Person::ALIASED, ", r.role from users u \
        left join user_roles r on r.user_id = u.user_id where u.user_id = $1 order by r.role");

    /// Reads the company of a login, while the user may act for it and the client is registered for it.
    pub TOKEN_COMPANY = company_to_act_for!("$1", "$2", "$3");
}

/// Returns the client, whatever its status.
pub async fn client(store: &Store, id: &ClientId) -> Result<Option<TokenClient>> {
    store.select_optional(&TOKEN_CLIENT, params![id]).await
}

/// Returns the user, whatever the status.
pub async fn person(store: &Store, id: &UserId) -> Result<Option<Person>> {
    person_in(&store.query(&TOKEN_USER, params![id]).await?, 0)
}

/// Returns the user in rows that have the columns of a [`Person`] from a place on, and after them a role.
pub(super) fn person_in(rows: &[Row], first: usize) -> Result<Option<Person>> {
    let Some(row) = rows.first() else { return Ok(None) };
    let roles = roles_in(rows, first + Person::COLUMNS)?;
    Ok(Some(Person { roles, ..Person::read_at(row, first)? }))
}

/// Returns the roles at a place of the rows of one user, of which one without a role has one row.
pub(super) fn roles_in(rows: &[Row], place: usize) -> Result<Vec<String>> {
    rows.iter().filter_map(|row| Option::read_at(row, place).transpose()).collect()
}

/// Tells that tokens may still be issued for the company, which can be taken away after the login.
pub async fn may_act(store: &Store, user: &UserId, client: &ClientId, company: &Cnum) -> Result<bool> {
    Ok(store.query_optional(&TOKEN_COMPANY, company_of(user, client, company)).await?.is_some())
}

/// Tells the same as [`may_act`], in a unit of work.
pub fn may_act_in(tx: &mut Tx, user: &UserId, client: &ClientId, company: &Cnum) -> Result<bool> {
    Ok(tx.query_optional(&TOKEN_COMPANY, company_of(user, client, company))?.is_some())
}

fn company_of(user: &UserId, client: &ClientId, company: &Cnum) -> Vec<Value> {
    params![user, client, company]
}
