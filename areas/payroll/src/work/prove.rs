//! Proves from what is stored that every statement tells the truth about its money: the part of `clientbank check` that
//! is about payroll. What is wrong is named by its statement.

use accounts::ledger::{FINDINGS_MAX, Finding, archived_before};
use kernel::Instant;
use store::{Result, Store, Tx};

use crate::execution::HOLD_PREFIX;
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::store::proofs;

const HOLDS_AT_ONCE: usize = 1_000;

/// The rule that a hold outside of execution breaks.
const HELD_RULE: &str = "money is held although the statement is not being executed";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    pub statements: i64,
    /// The findings, at most [`FINDINGS_MAX`] of each kind. Empty when all is well.
    pub findings: Vec<Finding>,
}

/// Checks all statements in one snapshot. It reads every transfer: minutes in a large database, and no lock that would
/// stop others.
pub async fn check(store: &Store) -> Result<CheckReport> {
    check_since(store, None).await
}

/// Checks the statements that have changed since a moment, and all that are at work. Without a moment, all.
pub async fn check_since(store: &Store, since: Option<Instant>) -> Result<CheckReport> {
    store.read("payroll.checks_of_all", move |tx| check_in(tx, since)).await
}

/// Checks like [`check_since`], in the unit of work of the caller.
pub fn check_in(tx: &mut Tx, since: Option<Instant>) -> Result<CheckReport> {
    tx.survey_at_length()?;
    let since_us = since.map_or(i64::MIN, Instant::microseconds);
    let statements = proofs::statements_count(tx, since_us)?;
    let mut findings = holds_without_execution(tx)?;
    let archived = archived_before(tx)?;
    findings.extend(proofs::findings(tx, since_us, archived)?);
    Ok(CheckReport { statements, findings })
}

/// Finds holds without execution. Their names are texts and those of statements are bytes, which no text of SQL makes
/// of each other on both engines.
fn holds_without_execution(tx: &mut Tx) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let mut after = String::new();
    loop {
        let holds = proofs::held_after(tx, &after, HOLDS_AT_ONCE)?;
        let is_last = holds.len() < HOLDS_AT_ONCE;
        for (hold_id, held) in holds {
            // A card payment may have a name of these letters too.
            let statement = hold_id.strip_prefix(HOLD_PREFIX).and_then(|id| id.parse::<StatementId>().ok());
            after = hold_id;
            let Some(id) = statement else { continue };
            let state = proofs::state_of(tx, id)?;
            if state.as_deref() != Some(StatementStatus::Processing.as_str()) {
                let found = i128::from(held.minor());
                findings.push(Finding { rule: HELD_RULE, subject: id.to_string(), found });
            }
            if findings.len() == FINDINGS_MAX {
                return Ok(findings);
            }
        }
        if is_last {
            return Ok(findings);
        }
    }
}
