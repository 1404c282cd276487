//! Companies, people and rights, many at a time: for imports.

use std::collections::{BTreeSet, HashMap};

use kernel::{Instant, UserId};
use store::{Column, Result, Tx, Value, Written as _, params};

use super::company_users::{COMPANY_LOCK, LOCKED_RIGHTS};
use super::queries::{
    COMPANY_BY_CNUM, COMPANY_INSERT, COMPANY_UPDATE, GROUP_BY_ID, RIGHTS, RIGHTS_COMPANIES_COUNT,
    RIGHTS_DELETE, RIGHTS_INSERT, ROLES, ROLES_DELETE, ROLES_INSERT, USER_BY_ID, USER_BY_LOGIN, USER_INSERT,
    USER_UPDATE,
};
use super::users::{role_rows, user_values};
use crate::{Company, Right, Rights, Role, User};

/// Picks from `names` those of groups.
pub(crate) fn existing_groups(tx: &mut Tx, names: &BTreeSet<&str>) -> Result<BTreeSet<String>> {
    Ok(tx.query_by_name(&GROUP_BY_ID, names)?.into_keys().collect())
}

pub(crate) fn companies_by_cnum(tx: &mut Tx, cnums: &[&str]) -> Result<HashMap<String, Company>> {
    tx.select_by_name(&COMPANY_BY_CNUM, cnums)
}

/// Adds the companies that are new, and changes those that are different.
pub(crate) fn keep_companies(tx: &mut Tx, new: &[&Company], different: &[&Company]) -> Result<()> {
    let values = |company: &&Company| {
        let mut values = Vec::new();
        company.write(&mut values);
        values
    };
    tx.execute_many(&COMPANY_UPDATE, different.iter().map(values).collect())?;
    tx.insert_many(&COMPANY_INSERT, new.iter().map(values).collect()).map(drop)
}

/// Users with their roles, by identifier.
pub(crate) fn users_by_id(tx: &mut Tx, ids: &[&str]) -> Result<HashMap<String, User>> {
    let mut users: HashMap<String, User> = tx.select_by_name(&USER_BY_ID, ids)?;
    if !users.is_empty() {
        for (position, row) in tx.query_bulk(&ROLES, &[Column::Texts(ids)])? {
            if let Some(user) = ids.get(position).and_then(|id| users.get_mut(*id)) {
                user.roles.push(row.read::<Role>()?);
            }
        }
    }
    // Sorted here, because databases differ in how they order texts.
    for user in users.values_mut() {
        user.roles.sort();
    }
    Ok(users)
}

/// Identifiers of the users who have the logins, by login.
pub(crate) fn ids_by_login(tx: &mut Tx, logins: &[&str]) -> Result<HashMap<String, UserId>> {
    let users: HashMap<String, User> = tx.select_by_name(&USER_BY_LOGIN, logins)?;
    Ok(users.into_iter().map(|(login, user)| (login, user.id)).collect())
}

/// Adds users, or changes them from what they were. A login that one of them gives up may be another's.
pub(crate) fn keep_users(tx: &mut Tx, users: &[(&User, Option<&User>)], now: Instant) -> Result<()> {
    let (different, new): (Vec<_>, Vec<_>) = users.iter().partition(|(_, before)| before.is_some());
    let values = |(user, _): &(&User, Option<&User>)| user_values(user, now);
    tx.execute_many(&USER_UPDATE, different.iter().map(values).collect())?;
    tx.insert_many(&USER_INSERT, new.iter().map(values).collect())?;
    let has_other_roles = |(user, before): &&(&User, Option<&User>)| {
        before.map(|before| before.roles.as_slice()).unwrap_or_default() != user.roles.as_slice()
    };
    let of_roles: Vec<&(&User, Option<&User>)> = users.iter().filter(has_other_roles).collect();
    let had_roles = of_roles.iter().filter(|(_, before)| before.is_some());
    tx.execute_many(&ROLES_DELETE, had_roles.map(|(user, _)| params![&user.id]).collect())?;
    let rows = of_roles.iter().flat_map(|(user, _)| role_rows(user)).collect();
    tx.insert_many(&ROLES_INSERT, rows).map(drop)
}

/// Rights of a user for a company.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Present {
    /// Those that wait, while the user is locked for the company.
    pub(crate) rights: Rights,
    pub(crate) is_locked: bool,
}

/// The rights of each of `users` for the company at the same place of `companies`.
pub(crate) fn present_rights(tx: &mut Tx, users: &[&str], companies: &[&str]) -> Result<Vec<Present>> {
    let mut present = vec![Present::default(); users.len()];
    if users.is_empty() {
        return Ok(present);
    }
    let pairs = [Column::Texts(users), Column::Texts(companies)];
    for (position, _) in tx.query_bulk(&COMPANY_LOCK, &pairs)? {
        if let Some(present) = present.get_mut(position) {
            present.is_locked = true;
        }
    }
    for (query, is_locked) in [(&RIGHTS, false), (&LOCKED_RIGHTS, true)] {
        for (position, row) in tx.query_bulk(query, &pairs)? {
            let right: Right = row.read()?;
            if let Some(present) = present.get_mut(position).filter(|present| present.is_locked == is_locked)
            {
                present.rights = present.rights.iter().chain([right]).collect();
            }
        }
    }
    Ok(present)
}

/// For how many companies each user has rights, by identifier.
pub(crate) fn companies_counts(tx: &mut Tx, users: &BTreeSet<&str>) -> Result<HashMap<String, i64>> {
    tx.select_by_name(&RIGHTS_COMPANIES_COUNT, users)
}

/// Replaces rights of users who are not locked for the company.
pub(crate) fn replace_rights(tx: &mut Tx, rows: &[(&UserId, &str, Rights)]) -> Result<()> {
    let pairs = rows.iter().map(|(user, company, _)| params![*user, *company]).collect();
    tx.execute_many(&RIGHTS_DELETE, pairs)?;
    let of_row = |(user, company, rights): &(&UserId, &str, Rights)| -> Vec<Vec<Value>> {
        rights.iter().map(|right| params![*user, *company, right.as_str()]).collect()
    };
    tx.insert_many(&RIGHTS_INSERT, rows.iter().flat_map(of_row).collect()).map(drop)
}
