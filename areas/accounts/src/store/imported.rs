//! SQL of the bank's files. `…_LISTED` and `…_BY_…` list keys of rows after one, `…_STORED` reads a row for the trail.

use kernel::{AccountNumber, Cnum};
use store::TableRow;

use super::AccountRow;

#[derive(Debug, PartialEq, Eq, TableRow)]
#[table(name = "employees_accounts", key(number), alias = "e")]
pub(crate) struct EmployeeRow<'a> {
    pub(crate) number: AccountNumber,
    pub(crate) branch_id: &'a str,
    pub(crate) last_name: &'a str,
    pub(crate) first_name: &'a str,
    /// Empty where there is none.
    pub(crate) middle_name: &'a str,
    pub(crate) salary_project_cnum: Option<Cnum>,
    pub(crate) rouble_account: Option<AccountNumber>,
}

store::queries! {
    pub(crate) BRANCH_INSERT = "insert into branches (branch_id, name, bic, correspondent_account, city) \
        values ($1, $2, $3, $4, $5) on conflict (branch_id) do nothing";
    pub(crate) BRANCH_UPDATE = "update branches set name = $2, bic = $3, correspondent_account = $4, city = $5 \
        where branch_id = $1 and (name <> $2 or bic <> $3 or correspondent_account <> $4 or city <> $5)";
    pub(crate) RATE_INSERT = "insert into day_rates (currency, rate_date, units, rate_micro) values ($1, $2, $3, $4) \
        on conflict (currency, rate_date) do nothing";
    pub(crate) RATE_UPDATE = "update day_rates set units = $3, rate_micro = $4 where currency = $1 and rate_date = $2 \
        and (units <> $3 or rate_micro <> $4)";
    pub(crate) ACCOUNT_INSERT = AccountRow::INSERT;
    pub(crate) ACCOUNT_UPDATE = AccountRow::SET;
    pub(crate) ACCOUNT_BY_DOCUMENT_ID = "select number from accounts where document_id = $1";
    /// An account of a company as it stands, in the ledger and among the accounts.
    pub(crate) ACCOUNT_STANDING = store::text!("select ", AccountRow::ALIASED, ", l.is_open, l.balance_minor, \
        l.held_minor, l.limit_minor, l.first_posted_at_us is not null as has_postings, \
        exists (select 1 from ledger_awaited_returns r \
        where r.ledger_account_id = l.ledger_account_id) as is_awaited from ledger_accounts l \
        join accounts a on a.number = l.ledger_account_id where l.ledger_account_id = $1");
    pub(crate) EMPLOYEE_INSERT = EmployeeRow::INSERT;
    pub(crate) EMPLOYEE_UPDATE = EmployeeRow::SET;
    /// An account of an employee as it stands, in the ledger and among the accounts of employees.
    pub(crate) EMPLOYEE_STANDING = store::text!("select ", EmployeeRow::ALIASED, ", l.is_open, l.balance_minor, \
        l.held_minor, l.limit_minor from ledger_accounts l \
        join employees_accounts e on e.number = l.ledger_account_id where l.ledger_account_id = $1");
    pub(crate) EMPLOYEE_CURRENCY = "select l.currency from employees_accounts e \
        join ledger_accounts l on l.ledger_account_id = e.number where e.number = $1";
    pub(crate) BRANCH_BIC = "select bic from branches where branch_id = $1";
    /// The files that brought a number: accounts of a company, of an employee and of the bank's own are never the same.
    pub(crate) FILES_OF_NUMBER = "select 'accounts' as file from accounts where number = $1 \
        union all select 'employees_accounts' as file from employees_accounts where number = $1 \
        union all select 'internal_accounts' as file from internal_accounts where account_number = $1";
    pub(crate) RATE_KNOWN = "select 1 as one from day_rates where currency = $1 and rate_date <= $2 limit 1";
    pub(crate) ACCOUNTS_LISTED = "select number from accounts where number > $1 order by number limit $2";
    pub(crate) ACCOUNTS_BY_COMPANY = "select number from accounts where cnum = $1 and number > $2 order by number \
        limit $3";
    pub(crate) ACCOUNT_STORED = store::text!("select ", AccountRow::ALIASED, ", \
        case when l.is_open then 'true' else 'false' end as is_open \
        from accounts a join ledger_accounts l on l.ledger_account_id = a.number where a.number = $1");
    pub(crate) EMPLOYEES_LISTED = "select number from employees_accounts where number > $1 order by number limit $2";
    pub(crate) EMPLOYEES_BY_PROJECT = "select number from employees_accounts where salary_project_cnum = $1 \
        and number > $2 order by number limit $3";
    pub(crate) EMPLOYEE_STORED = "select e.branch_id, e.last_name, e.first_name, e.middle_name, \
        e.salary_project_cnum, e.salary_project_cnum as cnum, e.rouble_account, \
        case when l.is_open then 'true' else 'false' end as is_open \
        from employees_accounts e join ledger_accounts l on l.ledger_account_id = e.number where e.number = $1";
    pub(crate) BRANCHES_LISTED = "select branch_id from branches where branch_id > $1 order by branch_id limit $2";
    pub(crate) BRANCH_STORED = "select name, bic, correspondent_account, city from branches where branch_id = $1";
    pub(crate) RATE_STORED = "select currency, rate_date, units, rate_micro from day_rates \
        where currency = $1 and rate_date = $2";
    pub(crate) CREDIT_LIMITS_LISTED = "select limit_id from credit_limits where limit_id > $1
        order by limit_id limit $2";
    pub(crate) CREDIT_LIMIT_STORED = "select ledger_account_id as account, kind, amount_minor, \
        granted_at_us from credit_limits \
        where limit_id = $1";
    pub(crate) HOLD_STORED = "select ledger_account_id as account, amount_minor, placed_at_us, \
        released_at_us, description from holds where hold_id = $1";
    pub(crate) CUT_OFFS_LISTED = "select kind from cut_offs where kind > $1 order by kind limit $2";
    pub(crate) INTERNAL_ACCOUNT_STORED = "select account_number as number from internal_accounts \
        where ledger_account_id = $1";
    pub(crate) CUT_OFF_STORED = "select until_minute from cut_offs where kind = $1";
    pub(crate) BUSINESS_DAYS_LISTED = "select calendar_date as date from business_days where calendar_date > $1
        order by calendar_date limit $2";
    pub(crate) BUSINESS_DAY_STORED = "select case when is_business_day then 'true' else 'false' end as is_business_day \
        from business_days where calendar_date = $1";
}
