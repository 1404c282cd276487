//! The end of a statement whose signatures do not come (PAY-12).
//!
//! The unit of work that enters a state which awaits signatures says how many days it may last, and enqueues a job that
//! looks once a day. Each look counts one day off, whatever the clock says by then: a clock that is behind, or jumps
//! ahead, makes a statement wait longer or takes one day of it, and ends none that people could still sign.

use jobs::{JobError, Lease};
use kernel::Instant;
use serde_json::json;
use store::{Result, Tx};

use super::step::advance;
use super::trail;
use crate::catalogue::{Code, Reason};
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::{progress, signatures, statements};
use crate::work::job_kind::LAPSE;

/// The time between two looks, in seconds.
const LOOK_PAUSE_S: i64 = 86_400;

/// Gives a statement that has just entered a state which awaits signatures its days.
pub(super) fn begin(tx: &mut Tx, state: &PayrollState, id: StatementId, now: Instant) -> Result<()> {
    signatures::put_term(tx, id, i64::from(state.settings.signing_days.get()))?;
    jobs::enqueue(tx, LAPSE, &id.to_string(), now.plus_seconds(LOOK_PAUSE_S))
}

/// Ends the term of a statement that was signed or deleted in time.
pub(super) fn end(tx: &mut Tx, id: StatementId) -> Result<()> {
    signatures::remove_term(tx, id)?;
    jobs::cancel(tx, LAPSE, &id.to_string())?;
    Ok(())
}

/// Looks at the statement that the lease names: counts a day off, or ends the statement with the last one.
pub(crate) async fn look(state: &PayrollState, id: StatementId, lease: Lease) -> Result<(), JobError> {
    let unit_state = state.clone();
    let work = move |tx: &mut Tx| count_or_end(tx, &unit_state, &lease, id);
    state.store.write("payroll.lapse", work).await
}

/// Enqueues the next look in the unit that counts, so that a worker which dies after it counts no day twice.
fn count_or_end(tx: &mut Tx, state: &PayrollState, lease: &Lease, id: StatementId) -> Result<(), JobError> {
    let now = state.clock.now();
    lease.check(tx, now)?;
    let days_left = signatures::days_left(tx, id)?;
    let header = statements::header(tx, id)?.filter(|header| header.state.status().awaits_signatures());
    if let (Some(mut header), Some(days_left)) = (header, days_left) {
        if days_left > 1 {
            signatures::count_day(tx, id, days_left)?;
            jobs::enqueue(tx, LAPSE, lease.key(), now.plus_seconds(LOOK_PAUSE_S))?;
            return Ok(());
        }
        lapse(tx, state, &mut header, now)?;
    }
    signatures::remove_term(tx, id)?;
    lease.complete(tx)
}

/// Takes all steps to the end, with the reason at the last one.
fn lapse(
    tx: &mut Tx,
    state: &PayrollState,
    header: &mut StatementHeader,
    now: Instant,
) -> Result<(), JobError> {
    let reason = Reason::with(Code::D11, [state.settings.signing_days.to_string()]);
    let steps = header.state.lapse(reason.clone()).map_err(|error| JobError::Failed(error.to_string()))?;
    for step in steps {
        if !advance(tx, header, &step, now, None)? {
            return Err(JobError::Changed);
        }
    }
    progress::explain_step(tx, header, &reason)?;
    let entry = trail::of_program(&*state.randomness, now, "payroll_statement.lapsed", header);
    let detail = json!({ "status": header.state.status().as_str(), "reason": reason.code.as_str() });
    Ok(audit::record(tx, entry.detail(detail))?)
}
