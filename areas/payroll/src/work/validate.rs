//! The checks of a statement that is not stored.

use std::collections::HashSet;
use std::sync::Arc;

use accounts::calendar_from;
use jiff::civil::Date;
use kernel::{AccountNumber, Cnum, Instant};
use store::Tx;
use tokio::task::spawn_blocking;

use super::access::verification;
use super::conversions;
use super::error::{Result, StatementError};
use super::statement_orders::reach;
use super::timing::cut_off;
use crate::catalogue::{Finding, Reason};
use crate::checks::{CheckFacts, Checked, Checker};
use crate::execution::Timing;
use crate::income::EnrollmentKind;
use crate::lifecycle::StatementKind;
use crate::likeness::{LIKENESS_S, likely_duplicate};
use crate::signing::{SentSignature, Verification, Verified};
use crate::state::PayrollState;
use crate::statement::StatementTerms;
use crate::store::{dictionaries, numbers, statements};
use crate::submission::Submission;

/// A statement as far as it can be read, and what is known of what it names.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) cnum: Cnum,
    pub(crate) sent: Submission<Option<StatementTerms>>,
    pub(crate) enrollment: Option<EnrollmentKind>,
    /// Also where there is no account: one that is missing is told as an error of its field.
    pub(crate) debit_account_is_open: bool,
}

struct Surroundings {
    facts: CheckFacts,
    alike: Option<Reason>,
    signing: Option<Verification>,
}

/// Returns everything that the checks find: at the signatures, at the statement, at its transfers.
pub(crate) async fn validate(state: &PayrollState, candidate: Candidate) -> Result<Vec<Finding>> {
    let (unit_state, of) = (state.clone(), Arc::new(candidate));
    let candidate = Arc::clone(&of);
    let work = move |tx: &mut Tx| surroundings(tx, &unit_state, &of);
    let surroundings = state.store.read("payroll.validate", work).await?;
    let now = state.clock.now();
    let found = spawn_blocking(move || found(&candidate.sent, surroundings, now)).await;
    found.map_err(|error| StatementError::Failed(format!("the checks failed: {error}")))
}

fn surroundings(tx: &mut Tx, state: &PayrollState, candidate: &Candidate) -> Result<Surroundings> {
    let Candidate { cnum, sent, .. } = candidate;
    let asked = sent.transfers.iter().map(|transfer| transfer.account);
    // A text that is no number of an account is none of the project.
    let asked: Vec<&str> = asked.filter(|account| account.parse::<AccountNumber>().is_ok()).collect();
    let accounts = dictionaries::project_accounts(tx, cnum, &asked)?;
    let unattached_lines: HashSet<i64> = sent
        .transfers
        .iter()
        .filter(|transfer| !accounts.contains(transfer.account))
        .map(|transfer| transfer.line)
        .collect();
    let today = state.settings.zone.date_of(state.clock.now());
    let number_is_taken = match sent.number {
        Some(number) => numbers::is_in_use(tx, cnum, today.year().into(), number)?,
        None => false,
    };
    let rates = sent.terms.as_ref().map_or(&[][..], |terms| &terms.conversion_rates);
    let facts = CheckFacts {
        today,
        timing: timing(tx, state, sent, today)?,
        own_bic: state.settings.bic.clone(),
        other_banks: dictionaries::other_banks(tx)?,
        reach: reach(&state.desk),
        debit_account_is_open: candidate.debit_account_is_open,
        enrollment: Some(candidate.enrollment.clone().unwrap_or_else(EnrollmentKind::unknown)),
        number_is_taken,
        quotes: conversions::quotes(tx, &state.settings.conversion, rates, today)?,
        unattached_lines,
    };
    let signing = match &sent.signed {
        None => None,
        Some(signed) => {
            let signatures = (1..)
                .zip(&signed.signatures)
                .map(|(position, signature)| SentSignature { position, signature: signature.clone() });
            let missing_list = state.settings.missing_list;
            let verification = verification(tx, cnum, signatures.collect(), missing_list)?;
            Some(verification.ok_or_else(|| StatementError::Failed(format!("there is no company {cnum}")))?)
        }
    };
    let since = state.clock.now().plus_seconds(-LIKENESS_S);
    let alike = statements::alike(tx, cnum, &sent.rows, since, None)?;
    let alike = likely_duplicate(sent.terms.as_ref().and_then(|terms| terms.period), &alike);
    Ok(Surroundings { facts, alike, signing })
}

/// Reads when the statement would be executed if it came now.
fn timing(
    tx: &mut Tx,
    state: &PayrollState,
    sent: &Submission<Option<StatementTerms>>,
    today: Date,
) -> Result<Timing> {
    let own_bic = state.settings.bic.as_str();
    let pays_elsewhere =
        || sent.transfers.iter().any(|transfer| transfer.bic.is_some_and(|bic| bic != own_bic));
    let calendar = calendar_from(tx, sent.date.unwrap_or(today).max(today))?;
    let cut_off = cut_off(&calendar, || Ok(pays_elsewhere()))?;
    Ok(Timing { calendar, cut_off, ready: state.settings.zone.time_of(state.clock.now()) })
}

fn found(
    sent: &Submission<Option<StatementTerms>>,
    surroundings: Surroundings,
    now: Instant,
) -> Vec<Finding> {
    let Surroundings { facts, alike, signing } = surroundings;
    let kind = if sent.signed.is_some() { StatementKind::Signed } else { StatementKind::Unsigned };
    let mut checker = match &sent.terms {
        Some(terms) => {
            let date = sent.date.unwrap_or(facts.today);
            Checker::new(Checked { kind, terms, date, number: sent.number.unwrap_or_default() }, &facts)
        }
        None => Checker::of_transfers(&facts),
    };
    for transfer in sent.transfers.iter() {
        checker.transfer(&transfer);
    }
    checker.alike(alike);
    let verified = match (&sent.signed, signing) {
        (Some(signed), Some(signing)) => signing.run(&signed.digests, now),
        _ => Verified::default(),
    };
    let mut findings: Vec<Finding> = verified.wrong.into_iter().map(Finding::of_statement).collect();
    findings.extend(checker.finish());
    findings
}
