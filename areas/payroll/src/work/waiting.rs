//! Tells a person which statements wait for the person.

use clients::{Rights, SignatureScheme};
use kernel::{Cnum, Money, UserId};
use store::{Result, Tx};

use super::execute::look_again;
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::rights::{may_edit, may_see, signs};
use crate::signing::Standing;
use crate::state::PayrollState;
use crate::statement::StatementHeader;
use crate::store::waiting::{list, scheduled};
use crate::waiting::{Tally, WaitingStatement, tally, waits};

/// The most scheduled statements whose signatures are looked at: the next ones by their day.
const SCHEDULED_MAX: i64 = 20;

/// Statements that wait for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    pub(crate) tallies: Vec<Tally>,
    /// Scheduled ones that will be declined on their day, because a signature does not count any more.
    pub(crate) lost: Option<Tally>,
}

/// Tallies the company's statements that wait for the user; `None` when the user may not see statements.
pub(crate) async fn waiting(state: &PayrollState, user: &UserId, cnum: &Cnum) -> Result<Option<Waits>> {
    let (unit_state, user, cnum) = (state.clone(), user.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let rights = clients::rights(tx, &user, &cnum)?;
        if !may_see(rights) {
            return Ok(None);
        }
        let (statements, scheme) = looked_at(tx, &user, &cnum)?;
        let tallies = tally(&statements, rights, scheme);
        let totals = lost(tx, &unit_state, &cnum, rights)?.into_iter().map(|header| header.terms.total);
        let count = u32::try_from(totals.len()).unwrap_or(u32::MAX);
        let tally = Tally { status: StatementStatus::Scheduled, count, sum: Money::checked_sum(totals) };
        Ok(Some(Waits { tallies, lost: (count > 0).then_some(tally) }))
    };
    state.store.read("payroll.waiting", work).await
}

/// Returns the statements of one status that [`waiting`] tells the user of.
pub(crate) fn of_status(
    tx: &mut Tx,
    state: &PayrollState,
    (user, cnum, rights): (&UserId, &Cnum, Rights),
    status: StatementStatus,
) -> Result<Vec<StatementId>> {
    if status == StatementStatus::Scheduled {
        return Ok(lost(tx, state, cnum, rights)?.into_iter().map(|header| header.id).collect());
    }
    let (statements, scheme) = looked_at(tx, user, cnum)?;
    let own = |one: &&WaitingStatement| one.status == status && waits(one, rights, scheme);
    Ok(statements.iter().filter(own).map(|one| one.id).collect())
}

/// Reads the statements in states that wait for people, and the company's scheme when some wait for signatures.
fn looked_at(
    tx: &mut Tx,
    user: &UserId,
    cnum: &Cnum,
) -> Result<(Vec<WaitingStatement>, Option<SignatureScheme>)> {
    let statements = list(tx, user, cnum)?;
    let awaits_signatures = statements.iter().any(|one| one.status.awaits_signatures());
    let company = if awaits_signatures { clients::find_company(tx, cnum)? } else { None };
    Ok((statements, company.map(|company| company.signature_scheme)))
}

/// Looks at the signatures of the next scheduled statements as on their day. Both who signs and who edits is told: one
/// can sign anew what the other copies.
fn lost(tx: &mut Tx, state: &PayrollState, cnum: &Cnum, rights: Rights) -> Result<Vec<StatementHeader>> {
    if !signs(rights) && !may_edit(rights) {
        return Ok(Vec::new());
    }
    let now = state.clock.now();
    let mut lost = Vec::new();
    for header in scheduled(tx, cnum, SCHEDULED_MAX)? {
        if matches!(look_again(tx, &header, &state.settings, now)?, Standing::Lost(_)) {
            lost.push(header);
        }
    }
    Ok(lost)
}
