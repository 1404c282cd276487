//! The rolls that the bank keeps for a company: one is prepared to become a statement, or kept as a template to be used
//! again, until somebody deletes it or nobody made it into a statement.

use jobs::{JobError, Lease};
use kernel::Instant;
use serde_json::json;
use store::Tx;

use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::roll::{
    Keeping, KeptRoll, ROLL_DAYS, ROLL_NAME_CHARACTERS_MAX, ROLLS_MAX, Roll, RollHead, RollId, RollTerms,
    TEMPLATES_MAX,
};
use crate::state::PayrollState;
use crate::store::{outcomes, rolls, transfers};
use crate::submission::FieldError;
use crate::transfer_status::Outcome;
use crate::work::Origin;
use crate::work::access::{check_may_edit, own_header};
use crate::work::error::{Result, StatementError};
use crate::work::job_kind::FORGET;

const DAY_S: i64 = 86_400;

#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one of them lives as long as one request")]
pub enum Source {
    File {
        name: String,
        roll: Roll,
        terms: RollTerms,
    },
    /// An earlier statement of the company, copied as it was sent or corrected; of one that was executed in part, the
    /// transfers that were declined.
    Statement(StatementId),
    Template(RollId),
}

/// Keeps a roll for some days, in which it can become a statement; returns its name. It takes the right to edit.
pub async fn prepare(state: &PayrollState, origin: &Origin, source: Source) -> Result<RollId> {
    let now = state.clock.now();
    let id = RollId::new(state.randomness.uuid(now));
    let (unit_state, origin) = (state.clone(), origin.clone());
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin)?;
        let waiting = i64::try_from(rolls::prepared(tx, &origin.cnum, now)?.len()).unwrap_or(i64::MAX);
        if waiting >= ROLLS_MAX {
            return Err(StatementError::TooManyRolls);
        }
        let (name, roll, terms) = rows(tx, &origin, &source, now)?;
        let until = now.plus_seconds(ROLL_DAYS * DAY_S);
        let head = RollHead {
            id,
            cnum: origin.cnum.clone(),
            keeping: Keeping::Prepared { until },
            name,
            created_by: origin.user.clone(),
            created_at: now,
            rows_count: i64::try_from(roll.rows.len()).unwrap_or(i64::MAX),
            total: roll.total(),
            terms,
        };
        let kept = KeptRoll { head, roll };
        rolls::insert(tx, &kept)?;
        jobs::enqueue(tx, FORGET, &id.to_string(), until)?;
        record(tx, &unit_state, &origin, now, "payroll_roll.prepared", &kept.head)?;
        Ok(id)
    };
    state.store.write("payroll.prepare_roll", work).await
}

fn rows(tx: &mut Tx, origin: &Origin, source: &Source, now: Instant) -> Result<(String, Roll, RollTerms)> {
    match source {
        Source::File { name, roll, terms } => Ok((name.clone(), roll.clone(), terms.clone())),
        Source::Template(id) => {
            let template = rolls::roll(tx, &origin.cnum, *id, now)?
                .filter(|kept| kept.head.keeping == Keeping::Template);
            let KeptRoll { head, roll } = template.ok_or(StatementError::NotFound)?;
            Ok((head.name, roll, head.terms))
        }
        Source::Statement(id) => {
            let header = own_header(tx, origin, *id)?;
            let mut sent = transfers::between(tx, *id, 0, header.lines_count)?;
            // Who was paid is not paid again.
            if header.state.status() == StatementStatus::PartlyExecuted {
                let outcomes = outcomes::all(tx, *id)?;
                sent.retain(|transfer| outcomes.get(&transfer.line) == Some(&Outcome::Declined));
            }
            let terms = RollTerms {
                account: Some(header.terms.account),
                income: header.terms.income,
                // A purpose that may name the month is made anew.
                purpose: header.terms.period.is_none().then_some(header.purpose),
                date: None,
                period: None,
            };
            Ok((format!("№ {}", header.number), Roll::of_transfers(&sent), terms))
        }
    }
}

/// Keeps a copy of a prepared roll as a template under a name; returns its own name. It takes the right to edit.
pub async fn keep_template(state: &PayrollState, origin: &Origin, of: RollId, name: &str) -> Result<RollId> {
    if let Err(error) = kernel::checked_text(name, ROLL_NAME_CHARACTERS_MAX) {
        return Err(StatementError::Fields(vec![FieldError::new("name", error.to_string())]));
    }
    let now = state.clock.now();
    let id = RollId::new(state.randomness.uuid(now));
    let (unit_state, origin, name) = (state.clone(), origin.clone(), name.to_owned());
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin)?;
        let kept = rolls::roll(tx, &origin.cnum, of, now)?.ok_or(StatementError::NotFound)?;
        let templates = i64::try_from(rolls::templates(tx, &origin.cnum, now)?.len()).unwrap_or(i64::MAX);
        if templates >= TEMPLATES_MAX {
            return Err(StatementError::TooManyRolls);
        }
        let head = RollHead {
            id,
            keeping: Keeping::Template,
            name: name.clone(),
            created_by: origin.user.clone(),
            created_at: now,
            ..kept.head
        };
        let template = KeptRoll { head, roll: kept.roll };
        rolls::insert(tx, &template)?;
        record(tx, &unit_state, &origin, now, "payroll_roll.template_kept", &template.head)?;
        Ok(id)
    };
    state.store.write("payroll.keep_template", work).await
}

/// Deletes a roll or template of the company. It takes the right to edit.
pub async fn delete_roll(state: &PayrollState, origin: &Origin, id: RollId) -> Result<()> {
    let now = state.clock.now();
    let (unit_state, origin) = (state.clone(), origin.clone());
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin)?;
        let kept = rolls::roll(tx, &origin.cnum, id, now)?.ok_or(StatementError::NotFound)?;
        rolls::delete(tx, &origin.cnum, id)?;
        jobs::cancel(tx, FORGET, &id.to_string())?;
        Ok(record(tx, &unit_state, &origin, now, "payroll_roll.deleted", &kept.head)?)
    };
    state.store.write("payroll.delete_roll", work).await
}

/// Takes the roll away that the lease names, if its time has come.
pub(crate) async fn forget(state: &PayrollState, id: RollId, lease: Lease) -> Result<(), JobError> {
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        rolls::forget(tx, id, now)?;
        lease.complete(tx)
    };
    state.store.write::<_, JobError>("payroll.forget_roll", work).await
}

/// Writes that this user did `action` with a roll.
pub(super) fn record(
    tx: &mut Tx,
    state: &PayrollState,
    origin: &Origin,
    at: Instant,
    action: &'static str,
    head: &RollHead,
) -> store::Result<()> {
    let object = ("payroll_roll", head.id.to_string());
    let entry = origin
        .about(state, at, action, object)
        .company(head.cnum.clone())
        .detail(json!({ "kind": head.keeping.as_str(), "rows": head.rows_count }));
    audit::record(tx, entry)
}
