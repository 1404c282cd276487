//! What callers and users see of a statement.

use kernel::Cnum;
use store::{Row, StoreError, Tx, params};

use super::{codec, findings, statements};
use crate::catalogue::{Code, Finding, Reason, Severity};
use crate::identifier::{ExternalId, StatementId};
use crate::lifecycle::StatementStatus;
use crate::statement::StatementHeader;
use crate::transfer_status::{Outcome, TransferFacts, TransferStatus, transfer_status};

store::queries! {
    /// What was found at the transfers of a statement: per code how often, and where first.
    FINDINGS_OF_TRANSFERS = "select g.code, g.transfers_count, g.first_line,
            (select p.parameters from payroll_findings p where p.statement_id = $1 and p.line = g.first_line
                and p.code = g.code order by p.position limit 1) as parameters
        from (select f.code, cast(count(*) as bigint) as transfers_count, min(f.line) as first_line
            from payroll_findings f where f.statement_id = $1 and f.line > 0 group by f.code) g
        order by g.code";

    /// Order numbers and outcomes of the lines after $2 up to $3.
    TRANSFERS_SEEN = "select t.line, t.order_number, o.outcome, o.reason_code, o.reason_parameters
        from payroll_transfers t
        left join payroll_outcomes o on o.statement_id = t.statement_id and o.line = t.line
        where t.statement_id = $1 and t.line > $2 and t.line <= $3 order by t.line";
}

/// What was found at the transfers of a statement under one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAtTransfers {
    /// The code, with the parameters of the first transfer.
    pub what: Reason,
    /// At how many transfers.
    pub transfers_count: i64,
    /// The line of the first one.
    pub first_line: i64,
}

/// A statement with everything that was found.
#[derive(Clone, Debug)]
pub(crate) struct SeenStatement {
    /// The statement.
    pub(crate) header: StatementHeader,
    /// What was found at the statement itself.
    pub(crate) own: Vec<Finding>,
    /// What was found at its transfers, by code.
    pub(crate) at_transfers: Vec<FoundAtTransfers>,
}

/// A transfer as its status shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenTransfer {
    /// Its place in the request, from 1.
    pub line: i64,
    /// Its `orderNumber`.
    pub order_number: i64,
    /// Its status.
    pub status: TransferStatus,
    /// Why it was declined.
    pub reason: Option<Reason>,
    /// What was found at it.
    pub findings: Vec<Reason>,
}

/// The statement of a company with what was found.
pub(crate) fn statement(
    tx: &mut Tx,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<Option<SeenStatement>, StoreError> {
    let Some(header) = statements::header_by_external_id(tx, cnum, external_id)? else { return Ok(None) };
    let (own, at_transfers) = found(tx, header.id)?;
    Ok(Some(SeenStatement { header, own, at_transfers }))
}

/// What was found at a statement itself, and at its transfers by code.
pub(crate) fn found(
    tx: &mut Tx,
    id: StatementId,
) -> Result<(Vec<Finding>, Vec<FoundAtTransfers>), StoreError> {
    let own = findings::between(tx, id, 0, 0)?;
    let rows = tx.query(&FINDINGS_OF_TRANSFERS, params![id.bytes()])?;
    let at_transfers = rows
        .iter()
        .map(|row| {
            let code: Code = row.parse("code")?;
            Ok(FoundAtTransfers {
                what: Reason { code, parameters: codec::parameters(row, "parameters")? },
                transfers_count: row.integer("transfers_count")?,
                first_line: row.integer("first_line")?,
            })
        })
        .collect::<Result<_, StoreError>>()?;
    Ok((own, at_transfers))
}

/// The transfers of the lines after `after` up to `through`.
pub(crate) fn transfers(
    tx: &mut Tx,
    header: &StatementHeader,
    after: i64,
    through: i64,
) -> Result<Vec<SeenTransfer>, StoreError> {
    let rows = tx.query(&TRANSFERS_SEEN, params![header.id.bytes(), after, through])?;
    let mut found = findings::between(tx, header.id, after + 1, through)?.into_iter().peekable();
    rows.iter()
        .map(|row| {
            let line = row.integer("line")?;
            let mut own = Vec::new();
            while let Some(finding) = found.next_if(|finding| finding.line <= line) {
                own.push(finding.what);
            }
            seen(row, header, line, own)
        })
        .collect()
}

fn seen(
    row: &Row,
    header: &StatementHeader,
    line: i64,
    findings: Vec<Reason>,
) -> Result<SeenTransfer, StoreError> {
    let outcome: Option<Outcome> = row.optional_parse("outcome")?;
    let has = |severity| findings.iter().any(|found| found.code.severity() == severity);
    let statement = header.state.status();
    let facts = TransferFacts {
        has_errors: has(Severity::Error),
        has_warnings: has(Severity::Warning),
        is_done: line <= header.done_through_line,
        outcome,
    };
    let status = transfer_status(statement, facts);
    let mut reason = None;
    if status == TransferStatus::Declined {
        reason = match row.optional_parse::<Code>("reason_code")? {
            Some(code) => Some(Reason { code, parameters: codec::parameters(row, "reason_parameters")? }),
            None if statement == StatementStatus::Declined => header.state.reason().cloned(),
            None => None,
        };
    }
    Ok(SeenTransfer { line, order_number: row.integer("order_number")?, status, reason, findings })
}
