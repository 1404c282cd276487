//! Things that rows refer to.

use std::collections::{BTreeSet, HashMap, HashSet};

use import::{RowError, Taking};
use kernel::{AccountNumber, Bic, Currency};
use store::{Result, Row, Tx, params};

use super::Day;
use crate::store::imported::{BRANCH_BIC, FILES_OF_NUMBER, RATE_KNOWN};

/// The bank codes of branches, of those among `ids` that are there or ahead.
pub(super) fn branch_bics(
    tx: &mut Tx,
    ids: &BTreeSet<&str>,
    taking: Taking<'_>,
) -> Result<HashMap<String, Bic>> {
    let mut bics = tx.select_by_name(&BRANCH_BIC, ids)?;
    for id in ids {
        // A row whose code is wrong is told of where it stands.
        if let Some(Ok(bic)) = taking.ahead("branches", id).map(|row| row.parse("bic")) {
            bics.insert((*id).to_owned(), bic);
        }
    }
    Ok(bics)
}

pub(super) fn branch_bic(bics: &HashMap<String, Bic>, branch_id: &str) -> Result<Bic, RowError> {
    let bic = bics.get(branch_id).cloned();
    bic.ok_or_else(|| RowError::new("branch_id", format!("there is no branch {branch_id}")))
}

/// The companies among `cnums` that are there or ahead.
pub(super) fn companies(tx: &mut Tx, cnums: &BTreeSet<&str>, taking: Taking<'_>) -> Result<HashSet<String>> {
    let mut known = clients::existing_companies(tx, cnums)?;
    let ahead = cnums.iter().filter(|cnum| taking.ahead("companies", cnum).is_some());
    known.extend(ahead.map(|cnum| (*cnum).to_owned()));
    Ok(known)
}

/// The files that brought the numbers, those that are ahead included: a company's account, an employee's and one of the
/// bank's own are never the same, because payroll would pay a salary into a company's account.
pub(super) fn files_of(
    tx: &mut Tx,
    numbers: &[&str],
    taking: Taking<'_>,
) -> Result<HashMap<String, &'static str>> {
    let files = tx.query_by_name(&FILES_OF_NUMBER, numbers)?;
    let names = ["accounts", "employees_accounts", "internal_accounts"];
    let file = |row: &Row| {
        let file: &str = row.read()?;
        let known = names.into_iter().find(|name| *name == file);
        known.ok_or_else(|| row.inconsistency("file", "is none that brings accounts"))
    };
    let ahead = taking.rows_ahead("internal_accounts").iter().filter_map(|row| row.optional("number"));
    let ahead = ahead.map(|number| Ok((number.to_owned(), "internal_accounts")));
    files.into_iter().map(|(number, row)| Ok((number, file(&row)?))).chain(ahead).collect()
}

pub(super) fn only_in(
    files: &HashMap<String, &'static str>,
    number: &AccountNumber,
    file: &str,
) -> Result<(), RowError> {
    match files.get(number.as_str()) {
        Some(other) if *other != file => Err(RowError::new("number", format!("is in {other} already"))),
        Some(_) | None => Ok(()),
    }
}

/// The currency of an account with this number, which has to have the right control key for the bank.
pub(super) fn checked_currency(number: &AccountNumber, bic: &Bic) -> Result<Currency, RowError> {
    if !number.control_key_is_valid(bic) {
        let right = number.with_control_key(bic);
        return Err(RowError::new(
            "number",
            format!("the control key is wrong for BIC {bic}; {right} has the right one"),
        ));
    }
    let currency = number.currency().ok_or_else(|| {
        let digits = number.currency_digits();
        RowError::new("number", format!("digits 6 to 8 ({digits}) are no currency"))
    })?;
    if !currency.is_in_hundredths() {
        let message = format!("{currency} has amounts finer than hundredths, in which accounts are kept");
        return Err(RowError::new("number", message));
    }
    Ok(crate::shown_currency(currency))
}

/// The currencies of `currencies` in which amounts can be shown in roubles on the day `today`.
pub(super) fn with_rates(
    tx: &mut Tx,
    currencies: BTreeSet<Currency>,
    today: jiff::civil::Date,
    taking: Taking<'_>,
) -> Result<BTreeSet<Currency>> {
    let mut known = BTreeSet::new();
    for currency in currencies {
        let is_ahead = || {
            taking.rows_ahead("day_rates").iter().any(|row| {
                let is_in_time = row.parse("rate_date").is_ok_and(|Day(day)| day <= today);
                is_in_time && row.optional("currency") == Some(currency.as_str())
            })
        };
        let is_known = currency.is_national()
            || tx.query_optional(&RATE_KNOWN, params![currency, today])?.is_some()
            || is_ahead();
        if is_known {
            known.insert(currency);
        }
    }
    Ok(known)
}
