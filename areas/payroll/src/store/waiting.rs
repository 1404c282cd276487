//! Statements that wait for people, as rows.

use kernel::{Cnum, UserId};
use store::{Result, Selected as _, TableRow, Tx, params};

use super::statements::{self, StatementRow};
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::statement::StatementHeader;
use crate::waiting::{WAITING_STATUSES, WaitingStatement};

/// The number of signatures of one type that a statement has.
macro_rules! given {
    ($kind:literal) => {
        concat!(
            "(select cast(count(1) as bigint) from payroll_signatures g where g.statement_id = s.statement_id \
             and g.signature_type = '",
            $kind,
            "')"
        )
    };
}

/// Writes the statements of the company `$2` in one state, each with the answer whether the user `$1` has signed it,
/// and with the numbers of its signatures where they are asked for. They are
/// counted, and so has their number its limit.
macro_rules! in_state {
    ($state:literal) => {
        in_state!($state, "cast(0 as bigint)", "cast(0 as bigint)")
    };
    ($state:literal, $first:expr, $second:expr) => {
        store::text!(
            "select ",
            WaitingStatement::LIST,
            " from (select s.statement_id, s.state, s.total_minor, (select g.position from payroll_signatures g \
             where g.statement_id = s.statement_id and g.user_id = $1 limit 1) is not null as is_signed, ",
            $first,
            " as first_count, ",
            $second,
            " as second_count from payroll_statements s where s.cnum = $2 and s.kind = 'UNSIGNED' and s.state = ",
            $state,
            concat!(" limit ", store::counted_rows_max!(), ") w")
        )
    };
}

store::selected! {
    WaitingStatement (first: "w.first_count", second: "w.second_count") {
        id: "w.statement_id" via StatementId::from_bytes, status: "w.state", total: "w.total_minor",
        is_signed: "w.is_signed";
        given: [first, second],
    }
}

store::queries! {
    /// Lists the waiting statements of a company by state; the third is that of partly signed ones.
    WAITING = store::text!(in_state!("$3"), " union all ", in_state!("$4"), " union all ",
        in_state!("$5", given!("FIRST"), given!("SECOND")), " union all ", in_state!("$6"));

    /// The next statements that are to be executed on a business day, by date.
    SCHEDULED_NEXT = store::text!("select ", StatementRow::ALIASED, " from payroll_statements s
        where s.cnum = $1 and s.state = 'SCHEDULED' order by s.statement_date limit $2");
}

/// Lists the next scheduled statements of the company. One whose date has passed waits for a business day.
pub(crate) fn scheduled(tx: &mut Tx, cnum: &Cnum, limit: i64) -> Result<Vec<StatementHeader>> {
    tx.query(&SCHEDULED_NEXT, params![cnum, limit])?.iter().map(statements::from_row).collect()
}

/// Lists the company's statements in each of [`WAITING_STATUSES`]: of each at most one more than is ever counted.
pub(crate) fn list(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Vec<WaitingStatement>> {
    let [first, second, third, fourth] = WAITING_STATUSES.map(StatementStatus::as_str);
    tx.select(&WAITING, params![user, cnum, first, second, third, fourth])
}
