//! Tells a person which statements wait for the person.

use clients::Rights;
use kernel::{Cnum, Money, UserId};
use store::{StoreError, Tx};

use super::execute::look_again;
use crate::lifecycle::StatementStatus;
use crate::rights::{may_edit, may_see};
use crate::signing::Standing;
use crate::state::PayrollState;
use crate::store::waiting::{list, scheduled};
use crate::waiting::{Tally, signs, tally};

/// The most scheduled statements whose signatures are looked at: the next ones by their day.
const SCHEDULED_MAX: i64 = 20;

/// Statements that wait for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    /// By status.
    pub(crate) tallies: Vec<Tally>,
    /// Scheduled ones that will be declined on their day, because a signature does not count any more.
    pub(crate) lost: Option<Tally>,
}

/// Tallies the company's statements that wait for the user; `None` when the user may not see statements.
///
/// # Errors
/// The database's.
pub(crate) async fn waiting(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
) -> Result<Option<Waits>, StoreError> {
    let (unit_state, user, cnum) = (state.clone(), user.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let rights = clients::rights(tx, &user, &cnum)?;
        if !may_see(rights) {
            return Ok(None);
        }
        let statements = list(tx, &user, &cnum)?;
        let awaits_signatures = statements.iter().any(|one| one.status.awaits_signatures());
        let company = if awaits_signatures { clients::find_company(tx, &cnum)? } else { None };
        let scheme = company.map(|company| company.signature_scheme);
        let tallies = tally(&statements, rights, scheme);
        Ok(Some(Waits { tallies, lost: lost(tx, &unit_state, &cnum, rights)? }))
    };
    state.store.read("payroll.waiting", work).await
}

/// Looks at the signatures of the next scheduled statements as on their day. Both who signs and who edits is told: one
/// can sign anew what the other copies.
fn lost(tx: &mut Tx, state: &PayrollState, cnum: &Cnum, rights: Rights) -> Result<Option<Tally>, StoreError> {
    if !signs(rights) && !may_edit(rights) {
        return Ok(None);
    }
    let now = state.clock.now();
    let mut totals = Vec::new();
    for header in scheduled(tx, cnum, state.settings.zone.date_of(now), SCHEDULED_MAX)? {
        if matches!(look_again(tx, &header, &state.settings, now)?, Standing::Lost(_)) {
            totals.push(header.terms.total);
        }
    }
    let count = u32::try_from(totals.len()).unwrap_or(u32::MAX);
    let sum = Money::checked_sum(totals);
    Ok((count > 0).then_some(Tally { status: StatementStatus::Scheduled, count, sum }))
}
