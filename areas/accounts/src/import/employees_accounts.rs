//! `employees_accounts`: accounts of natural persons at this bank, into which payroll pays.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::{AccountNumber, Cnum};
use store::{Tx, params};

use super::NAME_PART_CHARACTERS_MAX;
use super::accounts::{numbered, open};
use super::lookup::{branch_bic, checked_currency, only_in};
use crate::account::AccountStatus;

store::queries! {
    /// Adds an employee's account.
    EMPLOYEE_INSERT = "insert into employees_accounts \
        (number, branch_id, last_name, first_name, middle_name, salary_project_cnum) \
        values ($1, $2, $3, $4, $5, $6) on conflict (number) do nothing";
    /// Changes an employee's account that differs.
    EMPLOYEE_UPDATE = "update employees_accounts set branch_id = $2, last_name = $3, first_name = $4, \
        middle_name = $5, salary_project_cnum = $6 where number = $1 and (branch_id <> $2 or last_name <> $3 \
        or first_name <> $4 or middle_name <> $5 or salary_project_cnum is distinct from $6)";
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
        let values = params![
            &number,
            branch_id,
            row.checked_text("last_name", NAME_PART_CHARACTERS_MAX)?,
            row.checked_text("first_name", NAME_PART_CHARACTERS_MAX)?,
            row.optional_checked_text("middle_name", NAME_PART_CHARACTERS_MAX)?.unwrap_or_default(),
            project,
        ];
        only_in(tx, &number, self.file_stem())?;
        let opened = open(tx, &number, currency, is_open)?;
        Ok(opened.and(upsert(tx, &EMPLOYEE_INSERT, &EMPLOYEE_UPDATE, &values)?))
    }
}
