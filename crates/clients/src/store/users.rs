//! Companies and users, and the rights of one for the other.

use std::collections::{BTreeSet, HashSet};

use kernel::{ClientId, Cnum, Instant, UserId};
use store::{Result, Store, Tx, Value, Written as _, params};

use super::STOPPED_MAX;
use super::queries::{
    CLIENTS_STOPPED, COMPANIES_OF_USER, COMPANIES_OF_USER_THROUGH_CLIENT, COMPANIES_VISIBLE, COMPANY_BY_CNUM,
    RIGHTS, RIGHTS_IN_FORCE, ROLES, USER_BY_ID, USER_BY_LOGIN, USER_INSERT, USER_SET_STATUS,
    USER_STATUS_SINCE, USERS_STOPPED,
};
use crate::{Company, Login, Right, Rights, Role, User, UserStatus};

pub fn find_company(tx: &mut Tx, cnum: &Cnum) -> Result<Option<Company>> {
    tx.select_optional(&COMPANY_BY_CNUM, params![cnum])
}

/// Picks from the client numbers `cnums` those of companies.
pub fn existing_companies(tx: &mut Tx, cnums: &BTreeSet<&str>) -> Result<HashSet<String>> {
    Ok(tx.query_by_name(&COMPANY_BY_CNUM, cnums)?.into_keys().collect())
}

/// Lists the open companies that `user` may act for, ordered by number: the choices of company after the login.
pub fn companies_user_may_act_for(tx: &mut Tx, user: &UserId) -> Result<Vec<Company>> {
    tx.select(&COMPANIES_OF_USER, params![user])
}

/// Those of them for which the software `client` is registered; all in the online bank, which is none.
pub fn companies_user_may_act_for_through(
    tx: &mut Tx,
    user: &UserId,
    client: Option<&ClientId>,
) -> Result<Vec<Company>> {
    let Some(client) = client else { return companies_user_may_act_for(tx, user) };
    tx.select(&COMPANIES_OF_USER_THROUGH_CLIENT, params![user, client])
}

/// Lists the companies whose accounts `user` sees while acting for `chosen`, ordered by number: that one and those of
/// its group, each only with the right to view accounts (ACC-04). Empty once the user may not act for `chosen` any
/// more.
pub fn visible_companies(tx: &mut Tx, user: &UserId, chosen: &Cnum) -> Result<Vec<Company>> {
    tx.select(&COMPANIES_VISIBLE, params![user, chosen])
}

/// Reads the rights of a user for a company; none once the company is closed.
pub fn rights(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Rights> {
    Ok(tx.select::<Right>(&RIGHTS_IN_FORCE, params![user, cnum])?.into_iter().collect())
}

/// Reads the rights that a user was given for a company, open or closed.
pub(crate) fn given_rights(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Rights> {
    Ok(tx.select::<Right>(&RIGHTS, params![user, cnum])?.into_iter().collect())
}

/// Finds the user with the identifier `id`, in any status.
pub fn find_user(tx: &mut Tx, id: &UserId) -> Result<Option<User>> {
    tx.select_optional(&USER_BY_ID, params![id])?.map(|user| with_roles(tx, user)).transpose()
}

/// Finds the user with the login `typed`, in any status. A text that cannot be a login belongs to no user.
pub fn find_user_by_login(tx: &mut Tx, typed: &str) -> Result<Option<User>> {
    let Ok(login) = typed.parse::<Login>() else { return Ok(None) };
    let user = tx.select_optional(&USER_BY_LOGIN, params![login.as_str()])?;
    user.map(|user| with_roles(tx, user)).transpose()
}

fn with_roles(tx: &mut Tx, user: User) -> Result<User> {
    Ok(User { roles: roles(tx, &user.id)?, ..user })
}

/// The roles of a user, sorted here, because databases differ in how they order texts.
pub(crate) fn roles(tx: &mut Tx, id: &UserId) -> Result<Vec<Role>> {
    let mut roles: Vec<Role> = tx.select(&ROLES, params![id])?;
    roles.sort();
    Ok(roles)
}

/// Adds a user, whose login must be nobody's.
pub fn create_user(tx: &mut Tx, user: &User, now: Instant) -> Result<()> {
    tx.execute_one(&USER_INSERT, user_values(user, now))
}

/// The values of `USER_INSERT` and `USER_UPDATE`.
pub(crate) fn user_values(user: &User, now: Instant) -> Vec<Value> {
    let mut values = Vec::new();
    user.write(&mut values);
    values.push(now.into());
    values
}

/// The values of `ROLES_INSERT`, for each role of the user.
pub(crate) fn role_rows(user: &User) -> Vec<Vec<Value>> {
    user.roles.iter().map(|role| params![&user.id, role.as_str()]).collect()
}

/// Changes the user's status; `false` for an unknown user, or one who has the status already.
pub fn set_user_status(tx: &mut Tx, id: &UserId, status: UserStatus, now: Instant) -> Result<bool> {
    Ok(tx.execute(&USER_SET_STATUS, params![id, status.as_str(), now])? == 1)
}

pub fn user_status_since(tx: &mut Tx, id: &UserId) -> Result<Option<Instant>> {
    tx.select_optional(&USER_STATUS_SINCE, params![id])
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
pub async fn stopped_since(store: &Store, since: Instant) -> Result<Stopped> {
    // Statements of their own: a unit of work would take four times as long as the way to the database.
    let users = store.select(&USERS_STOPPED, params![since, STOPPED_MAX]).await?;
    Ok(Stopped { users, clients: store.select(&CLIENTS_STOPPED, params![since, STOPPED_MAX]).await? })
}
