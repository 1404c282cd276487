//! The unit of work that takes a statement in, and the look-ups before it.

use std::sync::Arc;

use idempotency::Keep;
use kernel::{AccountNumber, ClientId, Cnum, Instant, Money};
use serde_json::json;
use store::{Result, StoreError, Tx};
use thiserror::Error;

use super::step::advance;
use super::trail::Origin;
use super::{announce, people_act};
use crate::identifier::{ExternalId, StatementId};
use crate::income::EnrollmentKind;
use crate::lifecycle::{StatementEvent, StatementKind, StatementState, StatementStatus};
use crate::state::PayrollState;
use crate::statement::{NUMBER_MAX, StatementHeader, default_purpose};
use crate::store::{dictionaries, numbers, progress, signatures, statements, transfers};
use crate::submission::{ContentDigests, Likeness, Submission};
use crate::work::job_kind::CHECK;

/// Facts about a statement that are known before it is taken in.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The status of the statement that has the name already, and what its content is compared by.
    pub(crate) existing: Option<(StatementStatus, ContentDigests)>,
    /// The company has the account, whether roubles can be paid from it or not.
    pub(crate) account_is_own: bool,
    /// Roubles can be paid from the account.
    pub(crate) account_is_open: bool,
    /// The enrollment kind, when new statements may use it.
    pub(crate) enrollment: Option<EnrollmentKind>,
    /// The codes that new statements may use, looked up when the request names none of them.
    pub(crate) codes_offered: Vec<String>,
}

/// The names in a request, as far as they are right.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentNames {
    pub(crate) external_id: Option<ExternalId>,
    pub(crate) account: Option<AccountNumber>,
    pub(crate) enrollment_code: Option<String>,
}

pub(crate) async fn look_up(state: &PayrollState, cnum: &Cnum, named: SentNames) -> Result<Known> {
    let cnum = cnum.clone();
    let work = move |tx: &mut Tx| known(tx, &cnum, &named);
    state.store.read("payroll.look_up", work).await
}

fn known(tx: &mut Tx, cnum: &Cnum, named: &SentNames) -> Result<Known> {
    let SentNames { external_id, account, enrollment_code } = named;
    let existing = external_id.as_ref().map(|id| statements::existing(tx, cnum, id)).transpose()?;
    let account_is_own =
        account.as_ref().map(|number| dictionaries::is_own_account(tx, cnum, number)).transpose()?;
    let account_is_open =
        account.as_ref().map(|number| dictionaries::debit_account_is_open(tx, cnum, number)).transpose()?;
    let enrollment =
        enrollment_code.as_ref().map(|code| dictionaries::enrollment_kind(tx, code)).transpose()?;
    let enrollment = enrollment.flatten().filter(|kind| kind.is_open);
    let codes_offered = match enrollment {
        None if enrollment_code.is_some() => dictionaries::open_enrollment_kinds(tx)?,
        _ => Vec::new(),
    };
    Ok(Known {
        existing: existing.flatten(),
        account_is_own: account_is_own.unwrap_or(false),
        account_is_open: account_is_open.unwrap_or(false),
        enrollment,
        codes_offered: codes_offered.into_iter().map(|(code, _)| code).collect(),
    })
}

#[derive(Debug, Error)]
pub(crate) enum TakeInError {
    #[error("the company has a statement of this name, in {0}")]
    Exists(StatementStatus, Likeness),
    #[error("all numbers of the year are given")]
    NumbersExhausted,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone, Debug)]
pub(crate) struct Sender {
    pub(crate) client: ClientId,
    pub(crate) origin: Origin,
    pub(crate) enrollment: EnrollmentKind,
}

/// Stores statement, transfers, signatures and the job that checks them, in one unit of work. The answer comes after
/// its commit, so what was accepted is never lost.
///
/// The unit may be guarded by the database alone: the name is a unique key; a number is taken by a change of the row
/// that all statements of the company and year change, which others wait for until this unit ends, and the key of
/// default numbers is unique as well; everything else are rows that nobody knows before the commit.
pub(crate) async fn take_in(
    state: &PayrollState,
    sender: Sender,
    submission: Submission,
    keep: Keep<StatementHeader>,
) -> Result<StatementHeader, TakeInError> {
    let now = state.clock.now();
    let id = StatementId::new(state.randomness.uuid(now));
    let submission = Arc::new(submission);
    let (unit_state, asked) = (state.clone(), people_act::asked(state));
    let work = move |tx: &mut Tx| {
        let header = write(tx, &unit_state, &sender, &submission, id, now)?;
        people_act::order(tx, id, asked, now)?;
        keep.keep(tx, &header)?;
        Ok::<_, TakeInError>(header)
    };
    let header = state.store.write_guarded("payroll.accept", work).await?;
    state.wake.notify(CHECK);
    Ok(header)
}

fn write(
    tx: &mut Tx,
    state: &PayrollState,
    sender: &Sender,
    submission: &Submission,
    id: StatementId,
    now: Instant,
) -> Result<StatementHeader, TakeInError> {
    let name = &submission.terms.external_id;
    let content = submission.content_digests();
    if let Some((status, there)) = statements::existing(tx, &sender.origin.cnum, name)? {
        return Err(TakeInError::Exists(status, there.compared_with(content)));
    }
    // The many rows come first, so that others of the company wait for the few.
    transfers::insert(tx, id, &submission.transfers)?;
    let mut header = first_header(state, sender, submission, id, now);
    header.number = match submission.number {
        Some(number) => {
            // A unit that takes the next number meanwhile has to see that this one is in use.
            numbers::hold(tx, &header.cnum, header.year)?;
            number
        }
        None => next_number(tx, &header.cnum, header.year)?.ok_or(TakeInError::NumbersExhausted)?,
    };
    if !statements::insert(tx, &header, &sender.client, content)? {
        let there = statements::existing(tx, &sender.origin.cnum, name)?;
        let (status, there) = there.unwrap_or((StatementStatus::Checking, ContentDigests::default()));
        return Err(TakeInError::Exists(status, there.compared_with(content)));
    }
    let user = &sender.origin.user;
    progress::insert_step(tx, &header, "", now, Some(user))?;
    announce::state(tx, &header, now)?;
    // A signed statement begins in CHECKING.
    if let Ok(change) = header.state.after(StatementEvent::Submitted) {
        advance(tx, &mut header, &change, now, Some(user))?;
    }
    if let Some(signed) = &submission.signed {
        signatures::insert_sent(tx, id, &signed.signatures, now)?;
    }
    jobs::enqueue(tx, CHECK, &id.to_string(), now)?;
    let entry = sender.origin.entry(state, now, "payroll_statement.created", &header).detail(json!({
        "external_id": header.terms.external_id.as_str(),
        "kind": header.state.kind().as_str(),
        "transfers": header.lines_count,
        "client_id": sender.client.as_str(),
    }));
    audit::record(tx, entry)?;
    Ok(header)
}

/// Returns the header of a new statement, without its number.
fn first_header(
    state: &PayrollState,
    sender: &Sender,
    submission: &Submission,
    id: StatementId,
    now: Instant,
) -> StatementHeader {
    let today = state.settings.zone.date_of(now);
    let terms = submission.terms.clone();
    let purpose = submission.purpose.clone();
    let kind = if submission.signed.is_some() { StatementKind::Signed } else { StatementKind::Unsigned };
    StatementHeader {
        id,
        cnum: sender.origin.cnum.clone(),
        state: StatementState::first(kind),
        version: 1,
        created_at: now,
        changed_at: now,
        created_by: sender.origin.user.clone(),
        year: today.year().into(),
        number: 0,
        number_is_default: submission.number.is_none(),
        date: submission.date.unwrap_or(today),
        purpose: purpose.unwrap_or_else(|| default_purpose(&sender.enrollment.name_ru, terms.period)),
        lines_count: i64::try_from(submission.transfers.len()).unwrap_or(i64::MAX),
        digests: submission.signed.as_ref().map(|signed| signed.digests.clone()),
        terms,
        done_through_line: 0,
        executed: Money::ZERO,
        declined_count: 0,
        rows_digest: Some(submission.rows),
    }
}

/// Takes the next number that no statement of the company has in the year; `None` when there is none left. The unit
/// that takes it is kept with it or rolled back with it, so that no number is lost.
fn next_number(tx: &mut Tx, cnum: &Cnum, year: i64) -> Result<Option<i64>> {
    let Some(number) = numbers::take(tx, cnum, year)? else { return Ok(None) };
    // Its sender may have chosen it for a statement before.
    if !numbers::is_in_use(tx, cnum, year, number)? {
        return Ok(Some(number));
    }
    let free = numbers::behind_those_in_use(tx, cnum, year, number)?;
    if free > NUMBER_MAX {
        return Ok(None);
    }
    numbers::set(tx, cnum, year, free)?;
    Ok(Some(free))
}
