//! What the checks found, as rows.

use store::{Row, StoreError, Tx, params};

use super::codec;
use crate::catalogue::{Code, Finding, Reason};
use crate::identifier::StatementId;

store::queries! {
    /// Something that was found.
    INSERT_FINDING = "insert into payroll_findings (statement_id, line, position, code, severity, parameters)
        values ($1, $2, $3, $4, $5, $6)";

    /// Takes away what was found before a correction.
    DELETE_FINDINGS = "delete from payroll_findings where statement_id = $1";

    /// What was found at the lines from $2 to $3.
    FINDINGS_BETWEEN = "select line, code, parameters from payroll_findings
        where statement_id = $1 and line >= $2 and line <= $3 order by line, position";
}

/// Puts the findings in the place of those that were there.
pub(crate) fn replace(tx: &mut Tx, id: StatementId, findings: &[Finding]) -> Result<(), StoreError> {
    tx.execute(&DELETE_FINDINGS, params![id.bytes()])?;
    let rows = (1_i64..)
        .zip(findings)
        .map(|(position, finding)| {
            let Finding { line, what } = finding;
            let severity = what.code.severity().as_str();
            let parameters = codec::parameters_text(&what.parameters);
            params![id.bytes(), *line, position, what.code.as_str(), severity, parameters]
        })
        .collect();
    tx.execute_many(&INSERT_FINDING, rows)?;
    Ok(())
}

/// What was found at the lines from `first` to `last`; line 0 is the statement itself.
pub(crate) fn between(
    tx: &mut Tx,
    id: StatementId,
    first: i64,
    last: i64,
) -> Result<Vec<Finding>, StoreError> {
    tx.query(&FINDINGS_BETWEEN, params![id.bytes(), first, last])?.iter().map(from_row).collect()
}

pub(crate) fn from_row(row: &Row) -> Result<Finding, StoreError> {
    let code: Code = row.parse("code")?;
    let parameters = codec::parameters(row, "parameters")?;
    Ok(Finding { line: row.integer("line")?, what: Reason { code, parameters } })
}
