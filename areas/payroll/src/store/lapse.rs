//! The end of a statement whose signatures do not come (PAY-12).
//!
//! The unit of work that enters a state which awaits signatures says how many days it may last, and enqueues a job that looks
//! once a day. Each look counts one day off, whatever the clock says by then: a clock that is behind, or jumps ahead, makes a
//! statement wait longer or takes one day of it, and ends none that people could still sign.

use jobs::{Handler, JobError, Lease, Next};
use kernel::Instant;
use serde_json::json;
use store::{StoreError, Tx, params};

use super::statements;
use crate::catalogue::{Code, Reason};
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::state::{LAPSE, PayrollState};
use crate::statement::StatementHeader;

/// The time between two looks, in seconds.
const LOOK_PAUSE_S: i64 = 86_400;

store::queries! {
    /// How many days a statement has from now on.
    PUT_TERM = "insert into payroll_signing_terms (statement_id, days_left) values ($1, $2)
        on conflict (statement_id) do update set days_left = excluded.days_left";

    /// How many days a statement has left.
    DAYS_LEFT = "select days_left from payroll_signing_terms where statement_id = $1";

    /// Counts one day off.
    COUNT_DAY = "update payroll_signing_terms set days_left = days_left - 1 where statement_id = $1 and days_left = $2";

    /// The statement awaits nothing any more.
    TAKE_TERM_AWAY = "delete from payroll_signing_terms where statement_id = $1";
}

/// Whether signatures can be given.
pub(crate) const fn awaits_signatures(status: StatementStatus) -> bool {
    matches!(
        status,
        StatementStatus::AwaitingSign
            | StatementStatus::AwaitingSignWithWarnings
            | StatementStatus::PartlySigned
    )
}

/// How many days the signatures of a statement may still take; none when it awaits none.
pub(crate) fn days_left(tx: &mut Tx, id: StatementId) -> Result<Option<i64>, StoreError> {
    let row = tx.query_optional(&DAYS_LEFT, params![id.bytes()])?;
    row.map(|row| row.integer("days_left")).transpose()
}

/// Gives a statement that has just entered a state which awaits signatures its days.
pub(crate) fn begin(
    tx: &mut Tx,
    state: &PayrollState,
    id: StatementId,
    now: Instant,
) -> Result<(), StoreError> {
    tx.execute_one(&PUT_TERM, params![id.bytes(), i64::from(state.settings.signing_days.get())])?;
    jobs::enqueue(tx, LAPSE, &id.to_string(), now.plus_seconds(LOOK_PAUSE_S))
}

/// The statement was signed or deleted in time.
pub(crate) fn end(tx: &mut Tx, id: StatementId) -> Result<(), StoreError> {
    tx.execute(&TAKE_TERM_AWAY, params![id.bytes()])?;
    jobs::cancel(tx, LAPSE, &id.to_string())?;
    Ok(())
}

/// Does the jobs of kind [`LAPSE`].
#[derive(Clone, Debug)]
pub(crate) struct LapseHandler(pub(crate) PayrollState);

impl Handler for LapseHandler {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let id: StatementId =
            lease.key().parse().map_err(|_| JobError::Failed("the key is no statement".to_owned()))?;
        let state = self.0.clone();
        self.0.store.write("payroll.lapse", move |tx: &mut Tx| look(tx, &state, &lease, id)).await?;
        Ok(Next::Completed)
    }
}

/// Counts a day off, or ends the statement with the last one. The next look is enqueued by the unit that counts, so that a
/// worker which dies behind it counts no day twice.
fn look(tx: &mut Tx, state: &PayrollState, lease: &Lease, id: StatementId) -> Result<(), JobError> {
    let now = state.clock.now();
    lease.check(tx, now)?;
    let days_left = days_left(tx, id)?;
    let header = statements::header(tx, id)?.filter(|header| awaits_signatures(header.state.status()));
    if let (Some(mut header), Some(days_left)) = (header, days_left) {
        if days_left > 1 {
            tx.execute_one(&COUNT_DAY, params![id.bytes(), days_left])?;
            jobs::enqueue(tx, LAPSE, lease.key(), now.plus_seconds(LOOK_PAUSE_S))?;
            return Ok(());
        }
        lapse(tx, state, &mut header, now)?;
    }
    tx.execute(&TAKE_TERM_AWAY, params![id.bytes()])?;
    lease.complete(tx)
}

/// All steps to the end, with the reason at the last one.
fn lapse(
    tx: &mut Tx,
    state: &PayrollState,
    header: &mut StatementHeader,
    now: Instant,
) -> Result<(), JobError> {
    let reason = Reason::with(Code::D11, [state.settings.signing_days.to_string()]);
    let steps = header.state.lapse(reason.clone()).map_err(|error| JobError::Failed(error.to_string()))?;
    for step in steps {
        if !statements::advance(tx, header, &step, now, None)? {
            return Err(JobError::Lost);
        }
    }
    statements::explain(tx, header, &reason)?;
    let object = ("payroll_statement", header.id.to_string());
    let action = "payroll_statement.lapsed";
    let entry = audit::Entry::new(now, &*state.randomness, audit::Actor::System, action, object)
        .company(header.cnum.clone())
        .detail(json!({ "status": header.state.status().as_str(), "reason": reason.code.as_str() }));
    Ok(audit::record(tx, entry)?)
}
