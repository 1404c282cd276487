//! The steps that statements have taken.

use kernel::{Instant, UserId};
use store::{Result, Selected as _, Tx, params};

use super::codec::{self, JoinedReason};
use crate::catalogue::Reason;
use crate::identifier::StatementId;
use crate::statement::{HistoryLine, StatementHeader};

store::selected! {
    HistoryLine (why: JoinedReason) {
        from: "nullif(h.from_state, '') as from_state", to: "h.to_state", at: "h.at_us", user_name: "u.full_name";
        reason: why.0,
    }
}

store::queries! {
    /// The arrow that was taken; the table of arrows refuses what is none.
    INSERT_HISTORY = "insert into payroll_history (statement_id, version, kind, from_state, to_state, at_us, user_id)
        values ($1, $2, $3, $4, $5, $6, $7)";

    /// The reason of a step, written by the unit that took it.
    EXPLAIN_STEP = "update payroll_history set reason_code = $3, reason_parameters = $4
        where statement_id = $1 and version = $2";

    /// The steps of a statement with who took them, and why where that is known.
    HISTORY = store::text!("select ", HistoryLine::LIST, " from payroll_history h
        left join users u on u.user_id = h.user_id where h.statement_id = $1 order by h.version");
}

/// Writes the arrow by which the statement got the version that it has; `from` is empty at its creation.
pub(crate) fn insert(
    tx: &mut Tx,
    header: &StatementHeader,
    from: &str,
    at: Instant,
    by: Option<&UserId>,
) -> Result<()> {
    let (kind, to) = (header.state.kind().as_str(), header.state.status().as_str());
    let values = params![header.id.bytes(), header.version, kind, from, to, at, by.map(UserId::as_str)];
    tx.execute_one(&INSERT_HISTORY, values)
}

/// Adds the reason to the step that a statement has just taken, where its state has no reason of its own.
pub(crate) fn explain(tx: &mut Tx, header: &StatementHeader, reason: &Reason) -> Result<()> {
    let parameters = codec::parameters_text(&reason.parameters);
    tx.execute_one(
        &EXPLAIN_STEP,
        params![header.id.bytes(), header.version, reason.code.as_str(), parameters],
    )
}

pub(crate) fn list(tx: &mut Tx, id: StatementId) -> Result<Vec<HistoryLine>> {
    tx.select(&HISTORY, params![id.bytes()])
}
