//! Accounts of employees at this bank, into which payroll pays. The accounts operations never show them.

use kernel::{AccountNumber, Cnum, Currency};
use store::{StoreError, Tx, params};

store::queries! {
    /// An employee's account with whether it takes money.
    EMPLOYEE_ACCOUNT = "select e.last_name, e.first_name, e.middle_name, e.salary_project_cnum, l.currency, l.is_open \
        from employees_accounts e join ledger_accounts l on l.ledger_account_id = e.number where e.number = $1";
}

/// The account of a natural person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmployeeAccount {
    /// Its number.
    pub number: AccountNumber,
    /// The holder's surname.
    pub last_name: String,
    /// The holder's given name.
    pub first_name: String,
    /// The holder's patronymic; empty when there is none.
    pub middle_name: String,
    /// The company whose salary project the account is attached to.
    pub salary_project: Option<Cnum>,
    /// The currency it is kept in; RUR for roubles.
    pub currency: Currency,
    /// True while it takes money.
    pub is_open: bool,
}

/// Reads the employee's account with this number, if this bank keeps it.
pub fn find_employee_account(
    tx: &mut Tx,
    number: &AccountNumber,
) -> Result<Option<EmployeeAccount>, StoreError> {
    let Some(row) = tx.query_optional(&EMPLOYEE_ACCOUNT, params![number])? else { return Ok(None) };
    Ok(Some(EmployeeAccount {
        number: number.clone(),
        last_name: row.text("last_name")?.to_owned(),
        first_name: row.text("first_name")?.to_owned(),
        middle_name: row.text("middle_name")?.to_owned(),
        salary_project: row.optional_parse("salary_project_cnum")?,
        currency: crate::shown_currency(row.parse("currency")?),
        is_open: row.boolean("is_open")?,
    }))
}
