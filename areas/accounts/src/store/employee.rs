//! Accounts of employees at this bank, into which payroll pays. The accounts operations never show them.

use kernel::{AccountNumber, Cnum, Currency};
use store::{Result, Selected as _, Tx, params};

store::queries! {
    EMPLOYEE_ACCOUNT = store::text!("select ", EmployeeAccount::LIST, " from employees_accounts e \
        join ledger_accounts l on l.ledger_account_id = e.number where e.number = $1");
}

/// The account of a natural person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmployeeAccount {
    pub number: AccountNumber,
    pub last_name: String,
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

store::selected! {
    EmployeeAccount (kept_in: "l.currency") {
        number: "e.number", last_name: "e.last_name", first_name: "e.first_name", middle_name: "e.middle_name",
        salary_project: "e.salary_project_cnum", is_open: "l.is_open"; currency: crate::shown_currency(kept_in),
    }
}

/// Reads the employee's account with this number, if this bank keeps it.
pub fn find_employee_account(tx: &mut Tx, number: &AccountNumber) -> Result<Option<EmployeeAccount>> {
    tx.select_optional(&EMPLOYEE_ACCOUNT, params![number])
}
