//! Clients, users and sessions as the token endpoint asks for them: one short statement each, on the caller's own
//! thread.
//!
//! The crate `clients` answers the same questions more fully and in several statements. These run with the exchange of
//! every code and every refresh, so they read its tables directly.

use clients::{ClientSecrets, User};
use kernel::{ClientId, Cnum, SessionId, UserId};
use store::{FromRow, Joined, Result, Row, Selected as _, Store, Tx, params};

use crate::token::people::{Refreshing, TokenClient};
use crate::token::refresh::CountedDay;
use crate::token::session::Session;

store::selected! {
    TokenClient as "c" { id: "client_id", secrets: ClientSecrets, id_token_algorithm, status }
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

store::queries! {
    pub TOKEN_CLIENT = store::text!("select ", TokenClient::LIST, " from oauth_clients where client_id = $1");

    /// Reads the company of a login, while the user may act for it and the client is registered for it.
    pub TOKEN_COMPANY = company_to_act_for!("$1", "$2", "$3");

    /// Reads a session, what tokens tell of its user (a row for each role, or one without a role), and `may_act`: true
    /// while the user may act for its company through its client.
    pub SESSION_REFRESHING = store::text!("select ", Session::ALIASED, ", ", CountedDay::ALIASED, ", exists (",
        company_to_act_for!("s.user_id", "s.client_id", "s.cnum"), ") as may_act, ", User::ALIASED,
        ", r.role from sessions s \
        join users u on u.user_id = s.user_id left join user_roles r on r.user_id = u.user_id \
        where s.session_id = $1 order by r.role");

    /// The first client in service that is registered for a company; those that people register in the online bank
    /// come last.
    pub FIRST_CLIENT_OF_COMPANY = "select c.client_id from oauth_client_companies k
        join oauth_clients c on c.client_id = k.client_id
        where k.cnum = $1 and c.status = 'ACTIVE'
        order by case when substr(c.client_id, 1, 4) = 'app-' then 1 else 0 end, c.client_id limit 1";
}

/// Returns the client, whatever its status.
pub async fn client(store: &Store, id: &ClientId) -> Result<Option<TokenClient>> {
    store.select_optional(&TOKEN_CLIENT, params![id]).await
}

/// Returns the roles at a place of the rows of one user, of which one without a role has one row.
pub(super) fn roles_in<'row, R>(rows: &'row [Row], place: usize) -> Result<Vec<R>>
where
    Option<R>: FromRow<'row>,
{
    rows.iter().filter_map(|row| Option::read_at(row, place).transpose()).collect()
}

/// Tells that tokens may still be issued for the company, which can be taken away after the login.
pub fn may_act(tx: &mut Tx, user: &UserId, client: &ClientId, company: &Cnum) -> Result<bool> {
    Ok(tx.query_optional(&TOKEN_COMPANY, params![user, client, company])?.is_some())
}

/// Returns the session with its user, as of now; nothing when there is no such session or its user is gone.
pub async fn refreshing(store: &Store, id: &SessionId) -> Result<Option<Refreshing>> {
    let rows = store.query(&SESSION_REFRESHING, params![id]).await?;
    let place = <(Session, Joined<CountedDay>, bool)>::COLUMNS;
    let Some(first) = rows.first() else { return Ok(None) };
    let (session, Joined(counted), may_act) = first.read()?;
    let person = User { roles: roles_in(&rows, place + User::COLUMNS)?, ..User::read_at(first, place)? };
    Ok(Some(Refreshing { session, counted, person, may_act }))
}

/// Returns the first client in service that is registered for the company.
pub fn first_client_of(tx: &mut Tx, company: &Cnum) -> Result<Option<ClientId>> {
    tx.select_optional(&FIRST_CLIENT_OF_COMPANY, params![company])
}
