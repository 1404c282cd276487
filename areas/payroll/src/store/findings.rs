//! Findings of the checks, and what came back after execution, as rows.

use std::collections::BTreeSet;

use kernel::AccountNumber;
use store::{Row, StoreError, Tx, params};

use super::codec;
use crate::catalogue::{Code, Finding, FoundAtTransfers, Reason, Severity};
use crate::identifier::StatementId;
use crate::stuck::StuckId;
use crate::transfer_status::Counts;

store::queries! {
    /// Something that was found.
    INSERT_FINDING = "insert into payroll_findings (statement_id, line, position, code, severity, parameters)
        values ($1, $2, $3, $4, $5, $6)";

    /// Something that came about behind what was found at a line.
    ADD_FINDING = "insert into payroll_findings (statement_id, line, position, code, severity, parameters)
        select $1, $2, coalesce(max(f.position), 0) + 1, $3, $4, $5 from payroll_findings f
        where f.statement_id = $1 and f.line = $2";

    /// A finding of a line by its code.
    FINDING_OF_CODE = "select code, parameters from payroll_findings
        where statement_id = $1 and line = $2 and code = $3";

    /// Puts another one in its place.
    CHANGE_FINDING = "update payroll_findings set code = $4, parameters = $5
        where statement_id = $1 and line = $2 and code = $3";

    /// Takes away what was found before a correction.
    DELETE_FINDINGS = "delete from payroll_findings where statement_id = $1";

    /// The findings at the lines from $2 to $3.
    FINDINGS_BETWEEN = "select line, code, parameters from payroll_findings
        where statement_id = $1 and line >= $2 and line <= $3 order by line, position";

    /// The findings at the transfers of a statement: per code how often, and where first.
    FINDINGS_OF_TRANSFERS = "select g.code, g.transfers_count, g.first_line,
            (select p.parameters from payroll_findings p where p.statement_id = $1 and p.line = g.first_line
                and p.code = g.code order by p.position limit 1) as parameters
        from (select f.code, cast(count(*) as bigint) as transfers_count, min(f.line) as first_line
            from payroll_findings f where f.statement_id = $1 and f.line > 0 group by f.code) g
        order by g.code";

    /// The number of transfers with findings of each severity.
    LINES_BY_SEVERITY = "select f.severity, cast(count(distinct f.line) as bigint) as transfers_count
        from payroll_findings f where f.statement_id = $1 and f.line > 0 group by f.severity";

    /// The lines of transfers with errors.
    ERROR_LINES = "select distinct f.line from payroll_findings f
        where f.statement_id = $1 and f.line > 0 and f.severity = 'ERROR' order by f.line";

    /// The lines after $2 at which something is wrong, or that were declined.
    FAULTY_LINES = "select w.line from (
            select f.line from payroll_findings f where f.statement_id = $1 and f.line > $2
            union select o.line from payroll_outcomes o
                where o.statement_id = $1 and o.line > $2 and o.outcome = 'DECLINED'
        ) w order by w.line limit $3";
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

/// Adds a warning to those of a transfer.
pub(crate) fn add(tx: &mut Tx, id: StuckId, what: &Reason) -> Result<(), StoreError> {
    let (code, severity) = (what.code.as_str(), what.code.severity().as_str());
    let parameters = codec::parameters_text(&what.parameters);
    tx.execute_one(&ADD_FINDING, params![id.statement.bytes(), id.line, code, severity, parameters])
}

/// Tells of a payment that came back after it had settled that its money, which the bank kept, has come to the account
/// `to`; nothing where the bank does not keep any.
pub(crate) fn tell_claimed(tx: &mut Tx, id: StuckId, to: &AccountNumber) -> Result<(), StoreError> {
    let (statement, kept) = (id.statement.bytes(), Code::D28.as_str());
    let Some(row) = tx.query_optional(&FINDING_OF_CODE, params![statement, id.line, kept])? else {
        return Ok(());
    };
    let mut parameters = codec::parameters(&row, "parameters")?;
    parameters.pop();
    parameters.push(to.to_string());
    let parameters = codec::parameters_text(&parameters);
    tx.execute_one(&CHANGE_FINDING, params![statement, id.line, kept, Code::D29.as_str(), parameters])
}

/// Returns the findings at the lines from `first` to `last`; line 0 is the statement itself.
pub(crate) fn between(
    tx: &mut Tx,
    id: StatementId,
    first: i64,
    last: i64,
) -> Result<Vec<Finding>, StoreError> {
    tx.query(&FINDINGS_BETWEEN, params![id.bytes(), first, last])?.iter().map(from_row).collect()
}

/// Returns what was found at the transfers of a statement, by code.
pub(crate) fn at_transfers(tx: &mut Tx, id: StatementId) -> Result<Vec<FoundAtTransfers>, StoreError> {
    let rows = tx.query(&FINDINGS_OF_TRANSFERS, params![id.bytes()])?;
    let found = |row: &Row| {
        let code: Code = row.parse("code")?;
        Ok(FoundAtTransfers {
            what: Reason { code, parameters: codec::parameters(row, "parameters")? },
            transfers_count: row.integer("transfers_count")?,
            first_line: row.integer("first_line")?,
        })
    };
    rows.iter().map(found).collect()
}

/// Counts the transfers with errors and those with warnings.
pub(crate) fn count(tx: &mut Tx, id: StatementId, counts: &mut Counts) -> Result<(), StoreError> {
    for row in tx.query(&LINES_BY_SEVERITY, params![id.bytes()])? {
        let count = row.integer("transfers_count")?;
        match row.parse("severity")? {
            Severity::Error => counts.with_errors = count,
            Severity::Warning | Severity::Refusal => counts.with_warnings = count,
        }
    }
    Ok(())
}

/// Returns the lines of transfers with errors, in their order.
pub(crate) fn error_lines(tx: &mut Tx, id: StatementId) -> Result<Vec<i64>, StoreError> {
    tx.query(&ERROR_LINES, params![id.bytes()])?.iter().map(|row| row.integer("line")).collect()
}

/// Returns the lines after `after` that have findings or were declined, at most `limit`.
pub(crate) fn faulty_lines(
    tx: &mut Tx,
    id: StatementId,
    after: i64,
    limit: i64,
) -> Result<BTreeSet<i64>, StoreError> {
    let rows = tx.query(&FAULTY_LINES, params![id.bytes(), after, limit])?;
    rows.iter().map(|row| row.integer("line")).collect()
}

fn from_row(row: &Row) -> Result<Finding, StoreError> {
    let code: Code = row.parse("code")?;
    let parameters = codec::parameters(row, "parameters")?;
    Ok(Finding { line: row.integer("line")?, what: Reason { code, parameters } })
}
