//! Findings of the checks, and what came back after execution, as rows.

use std::collections::BTreeSet;

use kernel::AccountNumber;
use store::{Result, Tx, params};

use super::codec;
use crate::catalogue::{Code, Finding, FoundAtTransfers, Reason, Severity};
use crate::identifier::StatementId;
use crate::stuck::StuckId;
use crate::transfer_status::Counts;

store::queries! {
    INSERT_FINDING = "insert into payroll_findings (statement_id, line, position, code, severity, parameters)
        values ($1, $2, $3, $4, $5, $6)";

    /// Something that came about after what was found at a line.
    ADD_FINDING = "insert into payroll_findings (statement_id, line, position, code, severity, parameters)
        select $1, $2, coalesce(max(f.position), 0) + 1, $3, $4, $5 from payroll_findings f
        where f.statement_id = $1 and f.line = $2";

    FINDING_OF_CODE = "select parameters from payroll_findings
        where statement_id = $1 and line = $2 and code = $3";

    CHANGE_FINDING = "update payroll_findings set code = $4, parameters = $5
        where statement_id = $1 and line = $2 and code = $3";

    /// Takes away what was found before a correction.
    DELETE_FINDINGS = "delete from payroll_findings where statement_id = $1";

    FINDINGS_BETWEEN = "select line, code, parameters from payroll_findings
        where statement_id = $1 and line >= $2 and line <= $3 order by line, position";

    /// The findings at the transfers of a statement: per code how often, and where first.
    FINDINGS_OF_TRANSFERS = "select g.code, (select p.parameters from payroll_findings p
            where p.statement_id = $1 and p.line = g.first_line and p.code = g.code order by p.position limit 1),
            g.transfers_count, g.first_line
        from (select f.code, cast(count(*) as bigint) as transfers_count, min(f.line) as first_line
            from payroll_findings f where f.statement_id = $1 and f.line > 0 group by f.code) g
        order by g.code";

    LINES_BY_SEVERITY = "select f.severity, cast(count(distinct f.line) as bigint) as transfers_count
        from payroll_findings f where f.statement_id = $1 and f.line > 0 group by f.severity";

    /// The number of transfers with errors up to line $2 and in all, and the first one after it.
    ERRORS_AROUND = "select count(distinct case when f.line <= $2 then f.line end) as place,
            count(distinct f.line) as transfers_count, min(case when f.line > $2 then f.line end) as next_line
        from payroll_findings f where f.statement_id = $1 and f.line > 0 and f.severity = 'ERROR'";

    /// The lines at which something is wrong, or that were declined.
    FAULTY_LINES = "select w.line from (
            select f.line from payroll_findings f where f.statement_id = $1 and f.line > 0
            union select o.line from payroll_outcomes o
                where o.statement_id = $1 and o.outcome = 'DECLINED'
        ) w order by w.line limit $2";
}

/// Puts the findings in the place of those that were there.
pub(crate) fn replace(tx: &mut Tx, id: StatementId, findings: &[Finding]) -> Result<()> {
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

pub(crate) fn add(tx: &mut Tx, id: StuckId, what: &Reason) -> Result<()> {
    let (code, severity) = (what.code.as_str(), what.code.severity().as_str());
    let parameters = codec::parameters_text(&what.parameters);
    tx.execute_one(&ADD_FINDING, params![id.statement.bytes(), id.line, code, severity, parameters])
}

/// Tells of a payment that came back after it had settled that its money, which the bank kept, has come to the account
/// `to`; nothing where the bank does not keep any.
pub(crate) fn tell_claimed(tx: &mut Tx, id: StuckId, to: &AccountNumber) -> Result<()> {
    let (statement, kept) = (id.statement.bytes(), Code::D28.as_str());
    let Some(row) = tx.query_optional(&FINDING_OF_CODE, params![statement, id.line, kept])? else {
        return Ok(());
    };
    let mut parameters =
        codec::parameters(row.read()?).map_err(|error| row.inconsistency("parameters", error))?;
    parameters.pop();
    parameters.push(to.to_string());
    let parameters = codec::parameters_text(&parameters);
    tx.execute_one(&CHANGE_FINDING, params![statement, id.line, kept, Code::D29.as_str(), parameters])
}

/// Returns the findings at the lines from `first` to `last`; line 0 is the statement itself.
pub(crate) fn between(tx: &mut Tx, id: StatementId, first: i64, last: i64) -> Result<Vec<Finding>> {
    let found = tx.select(&FINDINGS_BETWEEN, params![id.bytes(), first, last])?;
    Ok(found.into_iter().map(|(line, what)| Finding { line, what }).collect())
}

pub(crate) fn at_transfers(tx: &mut Tx, id: StatementId) -> Result<Vec<FoundAtTransfers>> {
    let found = tx.select(&FINDINGS_OF_TRANSFERS, params![id.bytes()])?.into_iter();
    let of_code =
        |(what, transfers_count, first_line)| FoundAtTransfers { what, transfers_count, first_line };
    Ok(found.map(of_code).collect())
}

pub(crate) fn count(tx: &mut Tx, id: StatementId, counts: &mut Counts) -> Result<()> {
    for (severity, count) in tx.select(&LINES_BY_SEVERITY, params![id.bytes()])? {
        match severity {
            Severity::Error => counts.with_errors = count,
            Severity::Warning | Severity::Refusal => counts.with_warnings = count,
        }
    }
    Ok(())
}

/// Counts the transfers with errors up to this line and in all, and returns the line of the first one after it.
pub(crate) fn errors_around(tx: &mut Tx, id: StatementId, line: i64) -> Result<(i64, i64, Option<i64>)> {
    tx.select_one(&ERRORS_AROUND, params![id.bytes(), line])
}

/// Returns the lines that have findings or were declined, at most `limit`.
pub(crate) fn faulty_lines(tx: &mut Tx, id: StatementId, limit: i64) -> Result<BTreeSet<i64>> {
    Ok(tx.select(&FAULTY_LINES, params![id.bytes(), limit])?.into_iter().collect())
}
