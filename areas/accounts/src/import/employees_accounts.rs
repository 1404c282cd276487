//! `employees_accounts`: accounts of natural persons at this bank, into which payroll pays.

use std::collections::{BTreeSet, HashMap, HashSet};

use import::{
    Chunks, ImportFile, ImportRow, Look, Outcomes, Reference, RowError, RowSlice, TableImporter, Taking,
    columns,
};
use kernel::{AccountNumber, Bic, Cnum, Currency};
use store::{Result, Row, Tx};

use super::NAME_PART_CHARACTERS_MAX;
use super::judged::{Judged, LedgerStep, RowStep, apply};
use super::lookup::{branch_bic, branch_bics, checked_currency, companies, files_of, only_in};
use crate::account::{AccountStatus, shown_currency};
use crate::store::imported::{
    EMPLOYEE_CURRENCY, EMPLOYEE_INSERT, EMPLOYEE_STANDING, EMPLOYEE_STORED, EMPLOYEE_UPDATE,
    EMPLOYEES_BY_PROJECT, EMPLOYEES_LISTED, EmployeeRow,
};

const FILE: &str = "employees_accounts";

pub(super) struct EmployeesAccountsFile;

impl TableImporter for EmployeesAccountsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&EMPLOYEE_STORED),
            listed: Some(&EMPLOYEES_LISTED),
            found_by: const { &[("salary_project_cnum", &EMPLOYEES_BY_PROJECT)] },
            hidden: &["last_name", "first_name", "middle_name"],
            look: Some(Look {
                references: const {
                    &[
                        Reference { column: "salary_project_cnum", file: "companies", target: "cnum" },
                        Reference::to("branches", "branch_id"),
                        Reference { column: "rouble_account", file: FILE, target: "number" },
                        Reference::to("accounts", "number"),
                    ]
                },
                holds_alone: true,
            }),
            chunks: {
                // A rouble account is a row above, and comes in a chunk before.
                let by_number = Chunks::new("employees_accounts", "number");
                Some(Chunks { last: Some("rouble_account"), unique: Some("number"), ..by_number })
            },
            columns: columns! {
                number, status, branch_id, last_name, first_name, middle_name = optional,
                salary_project_cnum = optional, rouble_account = optional,
            },
            ..ImportFile::new(FILE, "account", &["number"])
        }
    }

    fn take(&self, tx: &mut Tx, slice: RowSlice<'_>) -> Result<Outcomes> {
        let RowSlice { rows, taking, .. } = slice;
        let read: Vec<Result<Employee<'_>, RowError>> = rows.iter().map(Employee::read).collect();
        let mut facts = EmployeeAccountFacts::load(tx, &read, taking)?;
        let judged = read.into_iter().map(|employee| facts.judge(employee?, taking)).collect();
        apply(tx, judged, taking, false, |tx, added, changed| {
            // A row that refers to another one of these comes after it.
            for is_after in [false, true] {
                tx.insert_rows(&EMPLOYEE_INSERT, &referring(&added, is_after))?;
                tx.update_rows(&EMPLOYEE_UPDATE, &referring(&changed, is_after))?;
            }
            Ok(())
        })
    }
}

/// The rows that refer to a rouble account, or those that do not.
fn referring<'r, 'a>(rows: &[&'r EmployeeRow<'a>], wanted: bool) -> Vec<&'r EmployeeRow<'a>> {
    rows.iter().copied().filter(|row| row.rouble_account.is_some() == wanted).collect()
}

struct Employee<'a> {
    row_number: u64,
    is_open: bool,
    row: EmployeeRow<'a>,
}

impl<'a> Employee<'a> {
    fn read(row: &'a ImportRow) -> Result<Self, RowError> {
        Ok(Self {
            row_number: row.row_number(),
            is_open: row.parse::<AccountStatus>("status")? == AccountStatus::Open,
            row: EmployeeRow {
                number: row.parse("number")?,
                branch_id: row.text("branch_id")?,
                last_name: row.checked_text("last_name", NAME_PART_CHARACTERS_MAX)?,
                first_name: row.checked_text("first_name", NAME_PART_CHARACTERS_MAX)?,
                middle_name: row
                    .optional_checked_text("middle_name", NAME_PART_CHARACTERS_MAX)?
                    .unwrap_or_default(),
                salary_project_cnum: row.optional_parse("salary_project_cnum")?,
                rouble_account: row.optional_parse("rouble_account")?,
            },
        })
    }
}

struct EmployeeAccountFacts {
    bics: HashMap<String, Bic>,
    companies: HashSet<String>,
    standing: HashMap<String, Row>,
    files: HashMap<String, &'static str>,
    /// The currencies of employees' accounts, those of the rows that were judged included.
    currencies: HashMap<String, Currency>,
}

impl EmployeeAccountFacts {
    fn load(tx: &mut Tx, employees: &[Result<Employee<'_>, RowError>], taking: Taking<'_>) -> Result<Self> {
        let employees: Vec<&EmployeeRow<'_>> = employees.iter().flatten().map(|one| &one.row).collect();
        let numbers: Vec<&str> = employees.iter().map(|employee| employee.number.as_str()).collect();
        let branches = employees.iter().map(|employee| employee.branch_id).collect();
        let projects =
            employees.iter().filter_map(|employee| employee.salary_project_cnum.as_ref()).map(Cnum::as_str);
        let roubles: BTreeSet<&str> = employees
            .iter()
            .filter_map(|employee| employee.rouble_account.as_ref())
            .map(AccountNumber::as_str)
            .collect();
        let mut files = files_of(tx, &numbers, taking)?;
        for number in &numbers {
            if taking.ahead("accounts", number).is_some() {
                files.insert((*number).to_owned(), "accounts");
            }
        }
        Ok(Self {
            bics: branch_bics(tx, &branches, taking)?,
            companies: companies(tx, &projects.collect(), taking)?,
            standing: tx.query_by_name(&EMPLOYEE_STANDING, &numbers)?,
            files,
            currencies: tx.select_by_name(&EMPLOYEE_CURRENCY, &roubles)?,
        })
    }

    fn judge<'a>(
        &mut self,
        employee: Employee<'a>,
        taking: Taking<'_>,
    ) -> Result<Judged<EmployeeRow<'a>>, RowError> {
        let number = &employee.row.number;
        let currency = checked_currency(number, &branch_bic(&self.bics, employee.row.branch_id)?)?;
        if let Some(project) = &employee.row.salary_project_cnum
            && !self.companies.contains(project.as_str())
        {
            return Err(RowError::new("salary_project_cnum", format!("there is no company {project}")));
        }
        self.check_rouble_account(&employee, currency, taking)?;
        only_in(&self.files, number, FILE)?;
        let standing = self.standing.get(number.as_str());
        let ledger = LedgerStep::towards(standing, employee.is_open)?;
        let is_same = |standing: &Row| Ok(standing.read::<EmployeeRow<'_>>()? == employee.row);
        let step = RowStep::from_standing(standing, is_same)?;
        self.currencies.insert(number.as_str().to_owned(), currency);
        let Employee { is_open, row, .. } = employee;
        Ok(Judged { number: row.number.clone(), is_open, currency, ledger, step, row })
    }

    /// Checks the rouble account of the same person: only an account in another currency has one beside it.
    fn check_rouble_account(
        &self,
        employee: &Employee<'_>,
        currency: Currency,
        taking: Taking<'_>,
    ) -> Result<(), RowError> {
        let Some(number) = &employee.row.rouble_account else { return Ok(()) };
        let refused = |reason: &str| Err(RowError::new("rouble_account", reason.to_owned()));
        if currency.is_national() {
            return refused("must be empty for an account in roubles");
        }
        let is_above = |row: &ImportRow| row.row_number() < employee.row_number;
        let ahead = taking.ahead(FILE, number.as_str()).filter(|row| is_above(row));
        let ahead = ahead.and_then(|_| number.currency()).map(shown_currency);
        match ahead.or_else(|| self.currencies.get(number.as_str()).copied()) {
            None => refused("is no account of an employee"),
            Some(found) if !found.is_national() => refused("is not kept in roubles"),
            Some(_) => Ok(()),
        }
    }
}
