//! The unit of work that takes a statement in, and what is looked up before it.

use std::net::IpAddr;
use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{AccountNumber, ClientId, Cnum, Instant, Money, UserId};
use serde_json::json;
use store::{StoreError, Tx, params};

use super::{dictionaries, signatures, statements, transfers};
use crate::checks::EnrollmentKind;
use crate::identifier::{ExternalId, StatementId};
use crate::lifecycle::{StatementKind, StatementState, StatementStatus, UnsignedEvent};
use crate::state::{CHECK, PayrollState};
use crate::statement::{Digests, NUMBER_MAX, StatementHeader, default_purpose};
use crate::submission::Submission;

store::queries! {
    /// Takes the next number of a company and year and keeps others waiting until this unit ends; no row when there is none.
    TAKE_NUMBER = "insert into payroll_numbers (cnum, year, last_number) values ($1, $2, 1)
        on conflict (cnum, year) do update set last_number = payroll_numbers.last_number + 1
            where payroll_numbers.last_number < $3
        returning last_number";

    /// Keeps others who want numbers of the company and year waiting until this unit ends, and takes none.
    HOLD_NUMBERS = "insert into payroll_numbers (cnum, year, last_number) values ($1, $2, 0)
        on conflict (cnum, year) do update set last_number = payroll_numbers.last_number";

    /// The first number above those in use without a gap from $3 on.
    NUMBER_BEHIND_THOSE_IN_USE = "select min(s.number) + 1 as number from payroll_statements s
        where s.cnum = $1 and s.year = $2 and s.number >= $3
        and not exists (select 1 from payroll_statements n where n.cnum = $1 and n.year = $2 and n.number = s.number + 1)";

    /// Skips the numbers that senders chose.
    SET_NUMBER = "update payroll_numbers set last_number = $3 where cnum = $1 and year = $2";
}

/// On whose behalf something is done, and from where: what the audit trail tells.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The user.
    pub user: UserId,
    /// The network address of the request.
    pub address: Option<IpAddr>,
    /// The trace of the request.
    pub trace_id: Option<String>,
}

impl Origin {
    /// The user, with address and trace of the request that this task answers.
    #[must_use]
    pub fn of_request(user: UserId) -> Self {
        let context = edge::RequestContext::current();
        Self {
            user,
            address: context.as_ref().and_then(|context| context.remote_address()),
            trace_id: context.as_ref().map(|context| context.trace().trace_id().to_string()),
        }
    }

    /// An entry of the audit trail about a statement.
    pub(crate) fn entry(
        &self,
        state: &PayrollState,
        at: Instant,
        action: &'static str,
        header: &StatementHeader,
    ) -> Entry {
        let object = ("payroll_statement", header.id.to_string());
        Entry::new(at, &*state.randomness, Actor::User(self.user.clone()), action, object)
            .company(header.cnum.clone())
            .address(self.address)
            .trace_id(self.trace_id.clone())
    }
}

/// What is known about a statement before it is taken in.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The status of the statement that has the name already.
    pub(crate) existing: Option<StatementStatus>,
    /// Whether roubles can be paid from the account.
    pub(crate) account_is_open: bool,
    /// The enrollment kind, when new statements may use it.
    pub(crate) enrollment: Option<EnrollmentKind>,
}

/// Looks up what the fields of a request name.
pub(crate) fn known(
    tx: &mut Tx,
    cnum: &Cnum,
    external_id: Option<&ExternalId>,
    account: Option<&AccountNumber>,
    enrollment_code: Option<&str>,
) -> Result<Known, StoreError> {
    let existing = external_id.map(|id| status(tx, cnum, id)).transpose()?.flatten();
    let account_is_open =
        account.map(|number| dictionaries::debit_account_is_open(tx, cnum, number)).transpose()?;
    let enrollment = enrollment_code.map(|code| dictionaries::enrollment_kind(tx, code)).transpose()?;
    Ok(Known {
        existing,
        account_is_open: account_is_open.unwrap_or(false),
        enrollment: enrollment.flatten().filter(|kind| kind.is_open),
    })
}

fn status(tx: &mut Tx, cnum: &Cnum, external_id: &ExternalId) -> Result<Option<StatementStatus>, StoreError> {
    let row = tx.query_optional(&statements::STATE_BY_EXTERNAL_ID, params![cnum, external_id.as_str()])?;
    row.map(|row| row.parse("state")).transpose()
}

/// Why a statement is not taken in after all.
#[derive(Debug)]
pub(crate) enum IntakeError {
    /// The company has a statement of this name, with this status.
    Exists(StatementStatus),
    /// All numbers of the year are given.
    NumbersExhausted,
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for IntakeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Who sends a statement, and under which enrollment kind.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    pub(crate) cnum: Cnum,
    pub(crate) client: ClientId,
    pub(crate) origin: Origin,
    pub(crate) enrollment: EnrollmentKind,
}

/// Stores statement, transfers, signatures and the job that checks them, in one unit of work. The answer comes after its
/// commit, so what was accepted is never lost.
///
/// The unit may be guarded by the database alone: the name is a unique key; a number is taken by a change of the row that
/// all statements of the company and year change, which others wait for until this unit ends, and the key of default
/// numbers is unique as well; everything else are rows that nobody knows before the commit.
pub(crate) async fn accept(
    state: &PayrollState,
    sender: Sender,
    submission: Submission,
) -> Result<StatementHeader, IntakeError> {
    let now = state.clock.now();
    let id = StatementId::new(state.randomness.uuid(now));
    let submission = Arc::new(submission);
    let unit_state = state.clone();
    let work = move |tx: &mut Tx| take_in(tx, &unit_state, &sender, &submission, id, now);
    let header = state.store.write_guarded("payroll.accept", work).await?;
    state.wake.notify(CHECK);
    Ok(header)
}

/// The unit of work of [`accept`].
pub(crate) fn take_in(
    tx: &mut Tx,
    state: &PayrollState,
    sender: &Sender,
    submission: &Submission,
    id: StatementId,
    now: Instant,
) -> Result<StatementHeader, IntakeError> {
    if let Some(status) = status(tx, &sender.cnum, &submission.terms.external_id)? {
        return Err(IntakeError::Exists(status));
    }
    // The many rows come first, so that others of the company wait for the few.
    transfers::insert(tx, id, &submission.transfers)?;
    let mut header = first_header(state, sender, submission, id, now);
    header.number = match submission.number {
        Some(number) => {
            // Who takes the next number meanwhile has to see that this one is in use.
            tx.execute_one(&HOLD_NUMBERS, params![&header.cnum, header.year])?;
            number
        }
        None => next_number(tx, &header.cnum, header.year)?.ok_or(IntakeError::NumbersExhausted)?,
    };
    let values = statements::insert_values(&header, &sender.client);
    if tx.execute(&statements::INSERT_STATEMENT, values)? == 0 {
        let status = status(tx, &sender.cnum, &submission.terms.external_id)?;
        return Err(IntakeError::Exists(status.unwrap_or(StatementStatus::Checking)));
    }
    let user = &sender.origin.user;
    let first = ("", header.state.status().as_str());
    statements::write_history(tx, id, header.version, header.state.kind(), first, now, Some(user))?;
    if header.state.kind() == StatementKind::Unsigned
        && let Ok(change) = header.state.unsigned(UnsignedEvent::Submitted)
    {
        statements::advance(tx, &mut header, &change, now, Some(user))?;
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

/// The header of a new statement, without its number.
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
        cnum: sender.cnum.clone(),
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
        digests: submission.signed.as_ref().map(|signed| Digests {
            computed: signed.computed_digest,
            claimed: signed.claimed_digest.clone(),
        }),
        terms,
        done_through_line: 0,
        executed: Money::ZERO,
        declined_count: 0,
    }
}

/// The next number that no statement of the company has in the year; `None` when there is none left. The unit that takes it
/// is kept with it or rolled back with it, so that no number is lost.
fn next_number(tx: &mut Tx, cnum: &Cnum, year: i64) -> Result<Option<i64>, StoreError> {
    let Some(row) = tx.query_optional(&TAKE_NUMBER, params![cnum, year, NUMBER_MAX])? else {
        return Ok(None);
    };
    let number = row.integer("last_number")?;
    // Its sender may have chosen it for a statement before.
    if !dictionaries::number_is_in_use(tx, cnum, year, number)? {
        return Ok(Some(number));
    }
    let free = tx.query_one(&NUMBER_BEHIND_THOSE_IN_USE, params![cnum, year, number])?.integer("number")?;
    if free > NUMBER_MAX {
        return Ok(None);
    }
    tx.execute_one(&SET_NUMBER, params![cnum, year, free])?;
    Ok(Some(free))
}
