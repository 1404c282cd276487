//! A roll that is kept to be used again.

use kernel::Cnum;
use store::Tx;

use super::trail;
use crate::roll::{Keeping, KeptRoll, ROLL_NAME_CHARACTERS_MAX, RollHead, RollId, TEMPLATES_MAX};
use crate::state::PayrollState;
use crate::store::rolls;
use crate::submission::FieldError;
use crate::work::Origin;
use crate::work::access::check_may_edit;
use crate::work::error::{Result, StatementError};

/// Keeps a copy of a prepared roll as a template under a name; returns the template's own name.
///
/// # Errors
/// [`StatementError::NoRight`] (it takes the right to edit), [`StatementError::NotFound`],
/// [`StatementError::TooManyRolls`], [`StatementError::Fields`] for a name that is none; the database's.
pub async fn keep_template(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    of: RollId,
    name: &str,
) -> Result<RollId> {
    if let Err(error) = kernel::checked_text(name, ROLL_NAME_CHARACTERS_MAX) {
        return Err(StatementError::Fields(vec![FieldError::new("name", error.to_string())]));
    }
    let now = state.clock.now();
    let id = RollId::new(state.randomness.uuid(now));
    let (unit_state, origin, cnum, name) = (state.clone(), origin.clone(), cnum.clone(), name.to_owned());
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin.user, &cnum)?;
        let kept = rolls::roll(tx, &cnum, of, now)?.ok_or(StatementError::NotFound)?;
        let templates = i64::try_from(rolls::templates(tx, &cnum, now)?.len()).unwrap_or(i64::MAX);
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
        trail::record(tx, &unit_state, &origin, now, "payroll_roll.template_kept", &template.head)?;
        Ok(id)
    };
    state.store.write("payroll.keep_template", work).await
}
