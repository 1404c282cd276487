//! The checks of a statement that is not stored.

use std::collections::HashSet;

use jiff::civil::Date;
use jobs::JobError;
use kernel::Cnum;
use store::Tx;

use super::checking::{Signing, Verified};
use super::signatures::SentSignature;
use super::{conversions, dictionaries};
use crate::catalogue::Finding;
use crate::checks::{Checked, Checker, EnrollmentKind, Facts};
use crate::lifecycle::StatementKind;
use crate::sent_transfers::SentTransfers;
use crate::state::PayrollState;
use crate::statement::{Digests, StatementTerms};
use crate::submission::SignedPart;
use crate::transfer::Transfer;

/// A statement as far as it can be read, and what is known of what it names.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) cnum: Cnum,
    pub(crate) terms: Option<StatementTerms>,
    pub(crate) date: Option<Date>,
    pub(crate) number: Option<i64>,
    pub(crate) transfers: SentTransfers,
    pub(crate) signed: Option<SignedPart>,
    pub(crate) enrollment: Option<EnrollmentKind>,
}

/// What the database adds.
struct Surroundings {
    facts: Facts,
    signing: Option<Signing>,
}

/// Everything that the checks find: at the signatures, at the statement, at its transfers.
///
/// # Errors
/// The database's.
pub(crate) async fn validate(state: &PayrollState, candidate: Candidate) -> Result<Vec<Finding>, JobError> {
    let (read_state, of) = (state.clone(), std::sync::Arc::new(candidate));
    let candidate = std::sync::Arc::clone(&of);
    let work = move |tx: &mut Tx| surroundings(tx, &read_state, &of);
    let surroundings = state.store.read("payroll.validate", work).await?;
    let now = state.clock.now();
    tokio::task::spawn_blocking(move || found(&candidate, &surroundings, now))
        .await
        .map_err(|error| JobError::Failed(error.to_string()))
}

fn surroundings(tx: &mut Tx, state: &PayrollState, candidate: &Candidate) -> Result<Surroundings, JobError> {
    let accounts = dictionaries::project_accounts(tx, &candidate.cnum)?;
    let unattached_lines: HashSet<i64> = candidate
        .transfers
        .iter()
        .filter(|transfer| !accounts.contains(transfer.account))
        .map(|transfer| transfer.line)
        .collect();
    let today = state.settings.zone.date_of(state.clock.now());
    let number_is_taken = match candidate.number {
        Some(number) => dictionaries::number_is_in_use(tx, &candidate.cnum, today.year().into(), number)?,
        None => false,
    };
    let rates = candidate.terms.as_ref().map_or(&[][..], |terms| &terms.conversion_rates);
    let facts = Facts {
        today,
        own_bic: state.settings.bic.clone(),
        other_banks: dictionaries::other_banks(tx)?,
        // What is wrong here is told as a fault of its field.
        debit_account_is_open: true,
        enrollment: Some(candidate.enrollment.clone().unwrap_or_else(any_kind)),
        number_is_taken,
        quotes: conversions::quotes(tx, &state.settings.conversion, rates, today)?,
        unattached_lines,
    };
    let signing = match &candidate.signed {
        None => None,
        Some(signed) => {
            let sent = (1..)
                .zip(&signed.signatures)
                .map(|(position, signature)| SentSignature { position, signature: signature.clone() });
            Some(Signing::of(tx, &candidate.cnum, sent.collect(), state.settings.missing_list)?)
        }
    };
    Ok(Surroundings { facts, signing })
}

/// Stands for a kind that is none of the dictionary, which is told as a fault of its field.
fn any_kind() -> EnrollmentKind {
    EnrollmentKind {
        name_ru: String::new(),
        name_en: String::new(),
        income_codes: String::new(),
        is_open: true,
    }
}

fn found(candidate: &Candidate, surroundings: &Surroundings, now: kernel::Instant) -> Vec<Finding> {
    let facts = &surroundings.facts;
    let kind = if candidate.signed.is_some() { StatementKind::Signed } else { StatementKind::Unsigned };
    let mut checker = match &candidate.terms {
        Some(terms) => {
            let date = candidate.date.unwrap_or(facts.today);
            Checker::new(Checked { kind, terms, date, number: candidate.number.unwrap_or_default() }, facts)
        }
        None => Checker::of_transfers(facts),
    };
    for transfer in candidate.transfers.iter() {
        checker.transfer(&Transfer::from(transfer));
    }
    let verified = match (&candidate.signed, &surroundings.signing) {
        (Some(signed), Some(signing)) => {
            let digests =
                Digests { computed: signed.computed_digest, claimed: signed.claimed_digest.clone() };
            signing.verified(&digests, now)
        }
        _ => Verified::default(),
    };
    let mut findings: Vec<Finding> = verified.faults.into_iter().map(Finding::of_statement).collect();
    findings.extend(checker.finish());
    findings
}
