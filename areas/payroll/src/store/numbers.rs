//! Numbers of statements, counted by company and year.

use kernel::Cnum;
use store::{Result, Tx, params};

use crate::statement::{NUMBER_MAX, StatementHeader};

store::queries! {
    /// Takes the next number of a company and year and keeps others waiting until this unit ends; no row when there is
    /// none.
    TAKE_NUMBER = "insert into payroll_numbers (cnum, year, last_number) values ($1, $2, 1)
        on conflict (cnum, year) do update set last_number = payroll_numbers.last_number + 1
            where payroll_numbers.last_number < $3
        returning last_number";

    /// Keeps others who want numbers of the company and year waiting until this unit ends, and takes none.
    HOLD_NUMBERS = "insert into payroll_numbers (cnum, year, last_number) values ($1, $2, 0)
        on conflict (cnum, year) do update set last_number = payroll_numbers.last_number";

    /// The first number above those in use without a gap from $3 on.
    NUMBER_BEHIND_THOSE_IN_USE = "select min(s.number) + 1 as number from payroll_statements s
        where s.cnum = $1 and s.year = $2 and s.number >= $3
        and not exists (select 1 from payroll_statements n where n.cnum = $1 and n.year = $2 and n.number = s.number \
        + 1)";

    /// Skips the numbers that senders chose.
    SET_NUMBER = "update payroll_numbers set last_number = $3 where cnum = $1 and year = $2";

    NUMBER_OF_ANY = "select number from payroll_statements where cnum = $1 and year = $2 and number = $3 limit 1";

    NUMBER_OF_ANOTHER = "select s.number from payroll_statements s
        where s.cnum = $1 and s.year = $2 and s.number = $3 and s.statement_id <> $4 limit 1";
}

/// Takes the next number and keeps others waiting until this unit ends; `None` when there is none left.
pub(crate) fn take(tx: &mut Tx, cnum: &Cnum, year: i64) -> Result<Option<i64>> {
    tx.select_optional(&TAKE_NUMBER, params![cnum, year, NUMBER_MAX])
}

/// Keeps others who want a number waiting until this unit ends.
pub(crate) fn hold(tx: &mut Tx, cnum: &Cnum, year: i64) -> Result<()> {
    tx.execute_one(&HOLD_NUMBERS, params![cnum, year])
}

/// Returns the first number above those in use without a gap from `number` on, which is in use.
pub(crate) fn behind_those_in_use(tx: &mut Tx, cnum: &Cnum, year: i64, number: i64) -> Result<i64> {
    tx.select_one(&NUMBER_BEHIND_THOSE_IN_USE, params![cnum, year, number])
}

/// Makes `number` the last one that was taken.
pub(crate) fn set(tx: &mut Tx, cnum: &Cnum, year: i64, number: i64) -> Result<()> {
    tx.execute_one(&SET_NUMBER, params![cnum, year, number])
}

pub(crate) fn is_in_use(tx: &mut Tx, cnum: &Cnum, year: i64, number: i64) -> Result<bool> {
    Ok(tx.query_optional(&NUMBER_OF_ANY, params![cnum, year, number])?.is_some())
}

pub(crate) fn is_of_another(tx: &mut Tx, header: &StatementHeader) -> Result<bool> {
    let values = params![&header.cnum, header.year, header.number, header.id.bytes()];
    Ok(tx.query_optional(&NUMBER_OF_ANOTHER, values)?.is_some())
}
