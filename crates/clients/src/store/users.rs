//! Users.

use kernel::{ClientId, Instant, UserId};
use store::{Row, Store, StoreError, Tx, params};

use super::STOPPED_MAX;
use super::queries::{
    CLIENTS_STOPPED, ROLES, USER_BY_ID, USER_BY_LOGIN, USER_INSERT, USER_SET_STATUS, USERS_STOPPED,
};
use crate::{Login, Role, User, UserStatus};

/// Finds the user with the identifier `id`, in any status.
pub fn find_user(tx: &mut Tx, id: &UserId) -> Result<Option<User>, StoreError> {
    let row = tx.query_optional(&USER_BY_ID, params![id])?;
    row.map(|row| with_roles(tx, &row)).transpose()
}

/// Finds the user with the login `typed`, in any status. A text that cannot be a login belongs to no user.
pub fn find_user_by_login(tx: &mut Tx, typed: &str) -> Result<Option<User>, StoreError> {
    let Ok(login) = typed.parse::<Login>() else { return Ok(None) };
    let row = tx.query_optional(&USER_BY_LOGIN, params![login.as_str()])?;
    row.map(|row| with_roles(tx, &row)).transpose()
}

fn with_roles(tx: &mut Tx, row: &Row) -> Result<User, StoreError> {
    let id: UserId = row.parse("user_id")?;
    let roles = roles(tx, &id)?;
    Ok(User {
        id,
        login: row.parse("login")?,
        full_name: row.text("full_name")?.to_owned(),
        email: row.optional_parse("email")?,
        phone_number: row.optional_parse("phone_number")?,
        roles,
        status: row.parse("status")?,
    })
}

/// The roles of a user, sorted here, because databases differ in how they order texts.
pub(crate) fn roles(tx: &mut Tx, id: &UserId) -> Result<Vec<Role>, StoreError> {
    let rows = tx.query(&ROLES, params![id])?;
    let mut roles: Vec<Role> = rows.iter().map(|row| row.parse("role")).collect::<Result<_, _>>()?;
    roles.sort();
    Ok(roles)
}

/// Adds a user, whose login must be nobody's.
///
/// # Errors
/// The database's, which end the unit of work: somebody has the login, for example.
pub fn create_user(tx: &mut Tx, user: &User, now: Instant) -> Result<(), StoreError> {
    let values = params![
        &user.id,
        user.login.as_str(),
        user.full_name.as_str(),
        user.email.as_ref().map(|email| email.as_str().to_owned()),
        user.phone_number.as_ref().map(|number| number.as_str().to_owned()),
        user.status.as_str(),
        now
    ];
    tx.execute_one(&USER_INSERT, values)
}

/// Changes the user's status; `false` for an unknown user, or one who has the status already.
pub fn set_user_status(
    tx: &mut Tx,
    id: &UserId,
    status: UserStatus,
    now: Instant,
) -> Result<bool, StoreError> {
    Ok(tx.execute(&USER_SET_STATUS, params![id, status.as_str(), now])? == 1)
}

/// Users and clients whose tokens must not be accepted (IDN-11).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopped {
    /// Users that are locked or closed, the latest first.
    pub users: Vec<UserId>,
    /// Clients that are disabled, the latest first.
    pub clients: Vec<ClientId>,
}

/// The users and clients that were stopped at `since` or later and still are; at most [`STOPPED_MAX`] of each.
/// Asked with the moment before which every token has expired anyway, this is all a verifier must know.
pub async fn stopped_since(store: &Store, since: Instant) -> Result<Stopped, StoreError> {
    // Statements of their own: a unit of work would take four times as long as the way to the database.
    let users = store.query(&USERS_STOPPED, params![since, STOPPED_MAX]).await?;
    let clients = store.query(&CLIENTS_STOPPED, params![since, STOPPED_MAX]).await?;
    Ok(Stopped {
        users: users.iter().map(|row| row.parse("user_id")).collect::<Result<_, _>>()?,
        clients: clients.iter().map(|row| row.parse("client_id")).collect::<Result<_, _>>()?,
    })
}
