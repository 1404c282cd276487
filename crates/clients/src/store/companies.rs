//! Companies and the rights for them.

use std::collections::{BTreeSet, HashSet};

use kernel::{Cnum, UserId};
use store::{Column, Row, StoreError, Tx, params};

use super::queries::{COMPANIES_OF_USER, COMPANIES_VISIBLE, COMPANY_BY_CNUM, RIGHTS};
use crate::{Company, Rights};

/// The company with the number `cnum`.
pub fn find_company(tx: &mut Tx, cnum: &Cnum) -> Result<Option<Company>, StoreError> {
    tx.query_optional(&COMPANY_BY_CNUM, params![cnum])?.as_ref().map(company).transpose()
}

/// Picks from the client numbers `cnums` those of companies.
pub fn existing_companies(tx: &mut Tx, cnums: &BTreeSet<&str>) -> Result<HashSet<String>, StoreError> {
    let cnums: Vec<&str> = cnums.iter().copied().collect();
    if cnums.is_empty() {
        return Ok(HashSet::new());
    }
    let rows = tx.query_bulk(&COMPANY_BY_CNUM, &[Column::Texts(&cnums)])?;
    rows.iter().map(|(_, row)| Ok(row.text("cnum")?.to_owned())).collect()
}

/// Lists the open companies that `user` may act for, ordered by number: the choices of company after the login.
pub fn companies_user_may_act_for(tx: &mut Tx, user: &UserId) -> Result<Vec<Company>, StoreError> {
    companies_of(&tx.query(&COMPANIES_OF_USER, params![user])?)
}

/// Lists the companies whose accounts `user` sees while acting for `chosen`, ordered by number: that one and those of
/// its group, each only with the right to view accounts (ACC-04). Empty once the user may not act for `chosen` any
/// more.
pub fn visible_companies(tx: &mut Tx, user: &UserId, chosen: &Cnum) -> Result<Vec<Company>, StoreError> {
    companies_of(&tx.query(&COMPANIES_VISIBLE, params![user, chosen])?)
}

/// Reads the rights of `user` for the company.
pub fn rights(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Rights, StoreError> {
    rights_of(&tx.query(&RIGHTS, params![user, cnum])?)
}

pub(crate) fn companies_of(rows: &[Row]) -> Result<Vec<Company>, StoreError> {
    rows.iter().map(company).collect()
}

pub(crate) fn rights_of(rows: &[Row]) -> Result<Rights, StoreError> {
    rows.iter().map(|row| row.parse("right_code")).collect()
}

pub(crate) fn company(row: &Row) -> Result<Company, StoreError> {
    Ok(Company {
        cnum: row.parse("cnum")?,
        name_ru: row.text("name_ru")?.to_owned(),
        name_en: row.text("name_en")?.to_owned(),
        inn: row.parse("inn")?,
        kpp: row.optional_parse("kpp")?,
        group: row.optional_parse("group_id")?,
        signature_scheme: row.parse("signature_scheme")?,
        status: row.parse("status")?,
    })
}
