//! The days that signatures of a statement may still take.

use store::{Result, Tx, params};

use crate::identifier::StatementId;

store::queries! {
    PUT_TERM = "insert into payroll_signing_terms (statement_id, days_left) values ($1, $2)
        on conflict (statement_id) do update set days_left = excluded.days_left";

    DAYS_LEFT = "select days_left from payroll_signing_terms where statement_id = $1";

    COUNT_DAY = "update payroll_signing_terms set days_left = days_left - 1 where statement_id = $1 and days_left = $2";

    /// The statement awaits nothing any more.
    TAKE_TERM_AWAY = "delete from payroll_signing_terms where statement_id = $1";
}

/// Gives a statement so many days from now on.
pub(crate) fn put(tx: &mut Tx, id: StatementId, days: i64) -> Result<()> {
    tx.execute_one(&PUT_TERM, params![id.bytes(), days])
}

/// Returns the days that the signatures of a statement may still take; `None` when it awaits none.
pub(crate) fn days_left(tx: &mut Tx, id: StatementId) -> Result<Option<i64>> {
    tx.select_optional(&DAYS_LEFT, params![id.bytes()])
}

/// Counts one day off the days that are left.
pub(crate) fn count_day(tx: &mut Tx, id: StatementId, days_left: i64) -> Result<()> {
    tx.execute_one(&COUNT_DAY, params![id.bytes(), days_left])
}

/// Removes the term of a statement that awaits nothing any more.
pub(crate) fn remove(tx: &mut Tx, id: StatementId) -> Result<()> {
    tx.execute(&TAKE_TERM_AWAY, params![id.bytes()]).map(drop)
}
