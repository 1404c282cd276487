//! Statements that wait for people, as rows.

use kernel::{Cnum, Money, UserId};
use store::{Row, StoreError, Tx, params};

use crate::lifecycle::StatementStatus;
use crate::waiting::{WAITING_STATUSES, WaitingStatement};

/// Writes the statements of the company `$2` in one state, each with the answer whether the user `$1` has signed it.
/// The limit is one above `pages::WAITING_COUNT_MAX`.
macro_rules! in_state {
    ($state:literal) => {
        concat!(
            "select w.state, w.total_minor, w.is_signed from (select s.state, s.total_minor, (select g.position \
                from payroll_signatures g \
             where g.statement_id = s.statement_id and g.user_id = $1 limit 1) is not null as is_signed \
             from payroll_statements s where s.cnum = $2 and s.kind = 'UNSIGNED' and s.state = ",
            $state,
            " limit 1001) ",
            "w"
        )
    };
}

store::queries! {
    /// Lists the waiting statements of a company by state.
    WAITING = concat!(in_state!("$3"), " union all ", in_state!("$4"), " union all ", in_state!("$5"), " union all ",
        in_state!("$6"));
}

/// Lists the company's statements in each of [`WAITING_STATUSES`]: of each at most one more than is ever counted.
pub(crate) fn list(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Vec<WaitingStatement>, StoreError> {
    let [first, second, third, fourth] = WAITING_STATUSES.map(StatementStatus::as_str);
    let rows = tx.query(&WAITING, params![user, cnum, first, second, third, fourth])?;
    let statement = |row: &Row| -> Result<WaitingStatement, StoreError> {
        Ok(WaitingStatement {
            status: row.parse("state")?,
            total: Money::from_minor(row.integer("total_minor")?),
            is_signed: row.boolean("is_signed")?,
        })
    };
    rows.iter().map(statement).collect()
}
