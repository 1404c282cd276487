//! Companies and the rights for them.

use std::collections::{BTreeSet, HashSet};

use kernel::{Cnum, UserId};
use store::{Result, Tx, params};

use super::queries::{COMPANIES_OF_USER, COMPANIES_VISIBLE, COMPANY_BY_CNUM, RIGHTS};
use crate::{Company, Right, Rights};

/// The company with the number `cnum`.
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

/// Lists the companies whose accounts `user` sees while acting for `chosen`, ordered by number: that one and those of
/// its group, each only with the right to view accounts (ACC-04). Empty once the user may not act for `chosen` any
/// more.
pub fn visible_companies(tx: &mut Tx, user: &UserId, chosen: &Cnum) -> Result<Vec<Company>> {
    tx.select(&COMPANIES_VISIBLE, params![user, chosen])
}

/// Reads the rights of `user` for the company.
pub fn rights(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Rights> {
    Ok(tx.select::<Right>(&RIGHTS, params![user, cnum])?.into_iter().collect())
}
