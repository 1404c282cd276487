//! Clients and users as the token endpoint asks for them: one short statement each, on the caller's own thread.
//!
//! The crate `clients` answers the same questions more fully and in several statements. These run with the exchange of
//! every code and the like, so they read its tables directly.

use kernel::{ClientId, Cnum, UserId};
use store::{Row, Store, StoreError, Tx, Value, params};

use crate::token::people::{Person, TokenClient};

/// Columns of a user `u` and a role `r` that make a [`Person`], a row for each role.
macro_rules! person_columns {
    () => {
        "u.full_name, u.email, u.phone_number, u.status, r.role"
    };
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

pub(super) use {company_to_act_for, person_columns};

store::queries! {
    /// Reads what authenticates a client.
    pub TOKEN_CLIENT = "select client_id, secret_hash, secret_set_at_us, previous_secret_hash,
            previous_secret_until_us, id_token_algorithm, status from oauth_clients where client_id = $1";

    /// Reads what tokens tell of a user: a row for each role, or one without a role.
    pub TOKEN_USER = concat!("select ", person_columns!(), " from users u left join user_roles r on r.user_id = \
        u.user_id \
        where u.user_id = $1 order by r.role");

    /// Reads the company of a login, while the user may act for it and the client is registered for it.
    pub TOKEN_COMPANY = company_to_act_for!("$1", "$2", "$3");
}

/// Returns the client, whatever its status.
pub async fn client(store: &Store, id: &ClientId) -> Result<Option<TokenClient>, StoreError> {
    let Some(row) = store.query_optional(&TOKEN_CLIENT, params![id]).await? else { return Ok(None) };
    Ok(Some(TokenClient {
        id: row.parse("client_id")?,
        secrets: clients::client_secrets(&row)?,
        id_token_algorithm: row.parse("id_token_algorithm")?,
        status: row.parse("status")?,
    }))
}

/// Returns the user, whatever the status.
pub async fn person(store: &Store, id: &UserId) -> Result<Option<Person>, StoreError> {
    person_in(&store.query(&TOKEN_USER, params![id]).await?)
}

/// Returns the user in the rows of a statement that has [`person_columns`].
pub(super) fn person_in(rows: &[Row]) -> Result<Option<Person>, StoreError> {
    let Some(first) = rows.first() else { return Ok(None) };
    let mut roles = Vec::with_capacity(rows.len());
    for row in rows {
        roles.extend(row.optional_text("role")?.map(str::to_owned));
    }
    Ok(Some(Person {
        full_name: first.text("full_name")?.to_owned(),
        email: first.optional_text("email")?.map(str::to_owned),
        phone_number: first.optional_text("phone_number")?.map(str::to_owned),
        roles,
        status: first.parse("status")?,
    }))
}

/// Tells that tokens may still be issued for the company, which can be taken away after the login.
pub async fn may_act(
    store: &Store,
    user: &UserId,
    client: &ClientId,
    company: &Cnum,
) -> Result<bool, StoreError> {
    Ok(store.query_optional(&TOKEN_COMPANY, company_of(user, client, company)).await?.is_some())
}

/// Tells the same as [`may_act`], in a unit of work.
pub fn may_act_in(tx: &mut Tx, user: &UserId, client: &ClientId, company: &Cnum) -> Result<bool, StoreError> {
    Ok(tx.query_optional(&TOKEN_COMPANY, company_of(user, client, company))?.is_some())
}

fn company_of(user: &UserId, client: &ClientId, company: &Cnum) -> Vec<Value> {
    params![user, client, company]
}
