//! The check of a statement in CHECKING, from its rows to its next state (PAY-03, PAY-11, PAY-12).
//!
//! Three steps: a snapshot is read and checked; the signatures of a signed statement are verified outside of the
//! database; one unit of work writes what was found and takes the step. Until that unit nothing is changed, so a worker
//! that is killed leaves the job to the next one. The unit is guarded by the job's lease and by the statement's
//! version.

use clients::signatures::scheme_state;
use jobs::{JobError, Lease, Next};
use kernel::Instant;
use serde_json::json;
use store::{Result, Tx};

use super::access::verification;
use super::statement_orders::reach;
use super::step::advance;
use super::timing::{due, timing};
use super::{announce, conversions, lapse, people_act, trail};
use crate::catalogue::{Code, Finding, Reason};
use crate::checks::{CheckFacts, Checked, Checker, Verdict};
use crate::execution::first_run;
use crate::identifier::StatementId;
use crate::lifecycle::{StatementEvent, StatementKind, StatementStatus};
use crate::likeness::{LIKENESS_S, likely_duplicate};
use crate::signing::{Verification, Verified};
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{dictionaries, findings, numbers, signatures, statements, transfers};
use crate::work::job_kind::{EXECUTE, PEOPLE};

struct Read {
    header: StatementHeader,
    findings: Vec<Finding>,
    /// The digest by which its rows are compared.
    rows: [u8; 32],
    /// None for an unsigned statement.
    signing: Option<Verification>,
}

/// Checks the statement that the lease names and takes it out of CHECKING.
pub(crate) async fn check(state: &PayrollState, id: StatementId, lease: Lease) -> Result<Next, JobError> {
    let unit_state = state.clone();
    let read = state.store.read("payroll.check", move |tx| read(tx, &unit_state, id)).await?;
    let Some(Read { header, findings, rows, signing }) = read else {
        return nothing_to_do(state, id, lease).await;
    };
    let verified = match signing {
        Some(signing) => verify(header.clone(), signing).await?,
        None => Verified::default(),
    };
    let unit_state = state.clone();
    let work = move |tx: &mut Tx| conclude(tx, &unit_state, &lease, &header, (&findings, &rows), &verified);
    state.store.write("payroll.conclude_check", work).await?;
    state.wake.notify(EXECUTE);
    state.wake.notify(PEOPLE);
    Ok(Next::Completed)
}

/// Ends the job of a statement that is not in CHECKING any more: an earlier attempt got through. Looks once more in the
/// unit that ends it, because a read may come from a server that led before and knows nothing of the statement.
async fn nothing_to_do(state: &PayrollState, id: StatementId, lease: Lease) -> Result<Next, JobError> {
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        let header = statements::header(tx, id)?;
        if header.is_some_and(|header| header.state.status() == StatementStatus::Checking) {
            return Ok(Next::Again(now));
        }
        lease.complete(tx)?;
        Ok(Next::Completed)
    };
    state.store.write::<_, JobError>("payroll.check_is_done", work).await
}

/// Ends a statement whose check is given up: CHECKING → ERROR.
pub(crate) fn give_up(tx: &mut Tx, state: &PayrollState, id: StatementId, now: Instant) -> Result<()> {
    let Some(mut header) = statements::header(tx, id)? else { return Ok(()) };
    if header.state.status() != StatementStatus::Checking {
        return Ok(());
    }
    let found = [Finding::of_statement(Reason::new(Code::P90))];
    let Ok(change) = header.state.after(StatementEvent::ChecksFailed) else { return Ok(()) };
    findings::replace(tx, id, &found)?;
    advance(tx, &mut header, &change, now, None)?;
    record(tx, state, &header, now)
}

/// Reads a statement in CHECKING and looks at it; `None` when it is in another state.
fn read(tx: &mut Tx, state: &PayrollState, id: StatementId) -> Result<Option<Read>, JobError> {
    let Some(header) = statements::header(tx, id)? else { return Ok(None) };
    if header.state.status() != StatementStatus::Checking {
        return Ok(None);
    }
    let facts = facts(tx, state, &header)?;
    let mut checker = Checker::new(Checked::from(&header), &facts);
    transfers::for_each(tx, id, header.lines_count, |transfer| checker.transfer(transfer))?;
    let rows = checker.rows_digest();
    let since = state.clock.now().plus_seconds(-LIKENESS_S);
    let alike = statements::alike(tx, &header.cnum, &rows, since, Some(id))?;
    checker.alike(likely_duplicate(header.terms.period, &alike));
    let findings = checker.finish();
    let signing = match header.state.kind() {
        StatementKind::Unsigned => None,
        StatementKind::Signed => {
            let sent = signatures::sent(tx, id)?;
            let verification = verification(tx, &header.cnum, sent, state.settings.missing_list)?;
            let no_company = || JobError::Failed(format!("there is no company {}", header.cnum));
            Some(verification.ok_or_else(no_company)?)
        }
    };
    Ok(Some(Read { header, findings, rows, signing }))
}

fn facts(tx: &mut Tx, state: &PayrollState, header: &StatementHeader) -> Result<CheckFacts> {
    let bic = &state.settings.bic;
    let today = state.settings.zone.date_of(state.clock.now());
    let rates = &header.terms.conversion_rates;
    let settings = &state.settings;
    Ok(CheckFacts {
        today,
        timing: timing(tx, settings, header, header.date.max(today), header.changed_at)?,
        own_bic: bic.clone(),
        other_banks: dictionaries::other_banks(tx)?,
        reach: reach(&state.desk),
        debit_account_is_open: dictionaries::debit_account_is_open(tx, &header.cnum, &header.terms.account)?,
        enrollment: dictionaries::enrollment_kind(tx, &header.terms.income.enrollment_code)?,
        number_is_taken: numbers::is_of_another(tx, header)?,
        quotes: conversions::quotes(tx, &state.settings.conversion, rates, today)?,
        unattached_lines: dictionaries::unattached_lines(tx, header.id, bic, &header.cnum)?,
    })
}

/// Verifies digest and signatures on a thread of its own, because arithmetic would keep requests waiting.
async fn verify(header: StatementHeader, signing: Verification) -> Result<Verified, JobError> {
    let Some(digests) = header.digests else { return Ok(Verified::default()) };
    tokio::task::spawn_blocking(move || signing.run(&digests, header.created_at))
        .await
        .map_err(|error| JobError::Failed(format!("the verification of signatures failed: {error}")))
}

fn conclude(
    tx: &mut Tx,
    state: &PayrollState,
    lease: &Lease,
    header: &StatementHeader,
    (found, rows): (&[Finding], &[u8; 32]),
    verified: &Verified,
) -> Result<(), JobError> {
    let now = state.clock.now();
    lease.check(tx, now)?;
    let mut header = header.clone();
    let zone = &state.settings.zone;
    let today = zone.date_of(now);
    let day = due(tx, &state.settings, &header, today)?;
    let verdict = Verdict { state: &header.state, day, today, found, wrong_signatures: &verified.wrong };
    let change = verdict.step().map_err(|forbidden| JobError::Failed(forbidden.to_string()))?;
    let mut all: Vec<Finding> = verified.wrong.iter().cloned().map(Finding::of_statement).collect();
    all.extend_from_slice(found);
    if !advance(tx, &mut header, &change, now, None)? {
        return Err(JobError::Changed);
    }
    findings::replace(tx, header.id, &all)?;
    // Its transfers were corrected, or an older program took it in.
    if header.rows_digest.as_ref() != Some(rows) {
        statements::set_rows(tx, header.id, rows)?;
    }
    for (index, (position, given)) in verified.given.iter().enumerate() {
        let is_repeat = verified.given.iter().take(index).any(|(_, before)| before.user == given.user);
        signatures::name_signer(tx, header.id, *position, given, is_repeat)?;
    }
    if header.state.status().awaits_signatures() {
        lapse::begin(tx, state, header.id, now)?;
        if let Some(company) = clients::find_company(tx, &header.cnum)? {
            // Its signatures are all to come: a correction takes those before away.
            let standing = scheme_state(company.signature_scheme, []);
            announce::missing_signatures(tx, &header, standing, now)?;
        }
    }
    if let Some(run_at) = first_run(&header, zone, now) {
        jobs::enqueue(tx, EXECUTE, &header.id.to_string(), run_at)?;
    }
    people_act::call(tx, state, header.id, now)?;
    record(tx, state, &header, now)?;
    lease.complete(tx)
}

fn record(tx: &mut Tx, state: &PayrollState, header: &StatementHeader, now: Instant) -> Result<()> {
    let entry = trail::of_program(&*state.randomness, now, "payroll_statement.checked", header);
    audit::record(tx, entry.detail(json!({ "status": header.state.status().as_str() })))
}
