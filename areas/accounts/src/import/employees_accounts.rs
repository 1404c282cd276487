//! `employees_accounts`: accounts of natural persons at this bank, into which payroll pays.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::{AccountNumber, Cnum, Currency};
use store::{Tx, params};

use super::NAME_PART_CHARACTERS_MAX;
use super::accounts::{numbered, open};
use super::lookup::{branch_bic, checked_currency, only_in};
use crate::account::AccountStatus;

store::queries! {
    /// Adds an employee's account.
    EMPLOYEE_INSERT = "insert into employees_accounts \
        (number, branch_id, last_name, first_name, middle_name, salary_project_cnum, rouble_account) \
        values ($1, $2, $3, $4, $5, $6, $7) on conflict (number) do nothing";
    /// Changes an employee's account that differs.
    EMPLOYEE_UPDATE = "update employees_accounts set branch_id = $2, last_name = $3, first_name = $4, \
        middle_name = $5, salary_project_cnum = $6, rouble_account = $7 where number = $1 and (branch_id <> $2 \
        or last_name <> $3 or first_name <> $4 or middle_name <> $5 or salary_project_cnum is distinct from $6 \
        or rouble_account is distinct from $7)";
    /// The currency of an employee's account.
    EMPLOYEE_CURRENCY = "select l.currency from employees_accounts e \
        join ledger_accounts l on l.ledger_account_id = e.number where e.number = $1";
}

/// Takes `employees_accounts`.
pub(super) struct EmployeesAccountsFile;

impl TableImporter for EmployeesAccountsFile {
    fn file_stem(&self) -> &'static str {
        "employees_accounts"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("number"),
                Column::required("status"),
                Column::required("branch_id"),
                Column::required("last_name"),
                Column::required("first_name"),
                Column::optional("middle_name"),
                Column::optional("salary_project_cnum"),
                Column::optional("rouble_account"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["number"]
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let number: AccountNumber = row.parse("number")?;
        let is_open = numbered(row, "status", AccountStatus::from_number)? == AccountStatus::Open;
        let branch_id = row.text("branch_id")?;
        let currency = checked_currency(&number, &branch_bic(tx, branch_id)?)?;
        let project: Option<Cnum> = row.optional_parse("salary_project_cnum")?;
        if let Some(project) = &project
            && clients::find_company(tx, project)?.is_none()
        {
            return Err(RowError::new("salary_project_cnum", format!("there is no company {project}")));
        }
        let rouble_account = rouble_account(tx, row, currency)?;
        let values = params![
            &number,
            branch_id,
            row.checked_text("last_name", NAME_PART_CHARACTERS_MAX)?,
            row.checked_text("first_name", NAME_PART_CHARACTERS_MAX)?,
            row.optional_checked_text("middle_name", NAME_PART_CHARACTERS_MAX)?.unwrap_or_default(),
            project,
            rouble_account,
        ];
        only_in(tx, &number, self.file_stem())?;
        let opened = open(tx, &number, currency, is_open)?;
        Ok(opened.and(upsert(tx, &EMPLOYEE_INSERT, &EMPLOYEE_UPDATE, &values)?))
    }
}

/// The rouble account of the same person: only an account in another currency has one beside it.
fn rouble_account(
    tx: &mut Tx,
    row: &ImportRow,
    currency: Currency,
) -> Result<Option<AccountNumber>, RowError> {
    let Some(number) = row.optional_parse::<AccountNumber>("rouble_account")? else { return Ok(None) };
    let refused = |reason: &str| Err(RowError::new("rouble_account", reason.to_owned()));
    if currency.is_national() {
        return refused("must be empty for an account in roubles");
    }
    match tx.query_optional(&EMPLOYEE_CURRENCY, params![&number])? {
        None => refused("is no account of an employee"),
        Some(found) if !found.parse::<Currency>("currency")?.is_national() => {
            refused("is not kept in roubles")
        }
        Some(_) => Ok(Some(number)),
    }
}
