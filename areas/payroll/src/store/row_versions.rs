//! Versions of single transfers, which corrections compare.

use std::collections::HashMap;

use store::{Result, Tx, params};

use crate::identifier::StatementId;

store::queries! {
    ROW_VERSIONS = "select t.line, t.version from payroll_transfers t
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 order by t.line";

    /// Gives a transfer its next version, while it has the one that was seen.
    NEXT_ROW_VERSION = "update payroll_transfers set version = version + 1
        where statement_id = $1 and line = $2 and version = $3";
}

/// Returns the versions of the transfers of the lines after `after` up to `through`, by line.
pub(crate) fn between(tx: &mut Tx, id: StatementId, after: i64, through: i64) -> Result<HashMap<i64, i64>> {
    Ok(tx.select(&ROW_VERSIONS, params![id.bytes(), after, through])?.into_iter().collect())
}

/// Gives the transfer its next version; `false` when it has not the version `seen` any more.
pub(crate) fn advance(tx: &mut Tx, id: StatementId, line: i64, seen: i64) -> Result<bool> {
    Ok(tx.execute(&NEXT_ROW_VERSION, params![id.bytes(), line, seen])? == 1)
}
