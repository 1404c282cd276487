//! The preparation of a roll that is to become a statement.

use std::collections::BTreeSet;

use kernel::{Cnum, Instant};
use store::Tx;

use super::trail;
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::roll::{Keeping, KeptRoll, ROLL_DAYS, ROLLS_MAX, Roll, RollHead, RollId, RollTerms};
use crate::state::PayrollState;
use crate::store::{outcomes, rolls, transfers};
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
        /// Everything that it says of the statement.
        terms: RollTerms,
    },
    /// An earlier statement of the company, copied as it was sent or corrected; of one that was executed in part, the
    /// transfers that were declined.
    Statement(StatementId),
    Template(RollId),
}

/// Keeps a roll for some days, in which it can become a statement; returns its name.
///
/// # Errors
/// [`StatementError::NoRight`] (it takes the right to edit), [`StatementError::NotFound`] when there is no such
/// statement or template, [`StatementError::TooManyRolls`]; the database's.
pub async fn prepare(state: &PayrollState, origin: &Origin, cnum: &Cnum, source: Source) -> Result<RollId> {
    let now = state.clock.now();
    let id = RollId::new(state.randomness.uuid(now));
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin.user, &cnum)?;
        let waiting = i64::try_from(rolls::prepared(tx, &cnum, now)?.len()).unwrap_or(i64::MAX);
        if waiting >= ROLLS_MAX {
            return Err(StatementError::TooManyRolls);
        }
        let (name, roll, terms) = rows(tx, &cnum, &source, now)?;
        let until = now.plus_seconds(ROLL_DAYS * DAY_S);
        let head = RollHead {
            id,
            cnum: cnum.clone(),
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
        trail::record(tx, &unit_state, &origin, now, "payroll_roll.prepared", &kept.head)?;
        Ok(id)
    };
    state.store.write("payroll.prepare_roll", work).await
}

/// Returns name, rows and terms out of the source.
fn rows(tx: &mut Tx, cnum: &Cnum, source: &Source, now: Instant) -> Result<(String, Roll, RollTerms)> {
    match source {
        Source::File { name, roll, terms } => Ok((name.clone(), roll.clone(), terms.clone())),
        Source::Template(id) => {
            let template =
                rolls::roll(tx, cnum, *id, now)?.filter(|kept| kept.head.keeping == Keeping::Template);
            let KeptRoll { head, roll } = template.ok_or(StatementError::NotFound)?;
            Ok((head.name, roll, head.terms))
        }
        Source::Statement(id) => {
            let header = own_header(tx, cnum, *id)?;
            let mut sent = transfers::between(tx, *id, 0, header.lines_count)?;
            // Who was paid is not paid again.
            if header.state.status() == StatementStatus::PartlyExecuted {
                let outcomes = outcomes::between(tx, *id, 0, header.lines_count)?;
                let declined = outcomes.into_iter().filter(|one| one.outcome == Some(Outcome::Declined));
                let declined: BTreeSet<i64> = declined.map(|one| one.line).collect();
                sent.retain(|transfer| declined.contains(&transfer.line));
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
