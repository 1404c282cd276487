//! Statements that have ended as a kind of things that are kept for a time.
//!
//! A statement leaves with everything that belongs to it: history, signatures, findings, transfers and what became of
//! them. The money that it moved is in the ledger, which keeps it by a time of its own. The company's name of a
//! statement that left stays taken: payments and orders are named by it, and another one would be taken for those.

use retention::{ArchivedRow, Cut, Gathered, Kind, Law, RenderedTable, RetentionError, Taken};
use store::{Result, Row, Tx};

use crate::store::kept::{DUE, TABLES, keep_names};

/// Rows of a statement beside its transfers, about.
const OTHER_ROWS: i64 = 10;

pub(crate) static STATEMENTS: Kind = Kind {
    name: "statements",
    covers: "payroll statements that have ended, with their transfers, findings and signatures",
    law: Law::ACCOUNTING,
    setting: "retention_statements_days",
    gather,
    tables: TABLES,
    carry,
    prove,
};

/// Statements until they have about the rows of a unit. Nothing refers to one that has ended.
fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    let weigh = |row: &Row| Ok(row.integer("lines_count")? + OTHER_ROWS);
    DUE.gather(tx, (cut, taken), TABLES.len(), weigh, |_, statements| Ok(vec![true; statements.len()]))
}

fn carry(tx: &mut Tx, _: &Cut, tables: &[RenderedTable]) -> Result<(), RetentionError> {
    let Some(statements) = tables.first() else { return Ok(()) };
    Ok(keep_names(tx, &statements.rows)?)
}

/// Every statement has as many transfers as it tells.
fn prove(rows: &[ArchivedRow]) -> Vec<String> {
    let mut missing = std::collections::BTreeMap::<&str, i64>::new();
    for row in rows {
        let Some(statement) = row.text("statement_id") else { continue };
        match row.table.as_str() {
            "payroll_statements" => {
                *missing.entry(statement).or_default() += row.integer("lines_count").unwrap_or(i64::MAX);
            }
            "payroll_transfers" => *missing.entry(statement).or_default() -= 1,
            _ => {}
        }
    }
    let wrong = missing.into_iter().filter(|(_, missing)| *missing != 0);
    wrong.map(|(statement, _)| format!("statement {statement} has another number of transfers")).collect()
}
