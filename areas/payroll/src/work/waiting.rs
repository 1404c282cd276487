//! Tells a person which statements wait for the person.

use kernel::{Cnum, UserId};
use store::{StoreError, Tx};

use crate::rights::may_see;
use crate::state::PayrollState;
use crate::store::waiting::list;
use crate::waiting::{Tally, tally};

/// Tallies the company's statements that wait for the user; `None` when the user may not see statements.
///
/// # Errors
/// The database's.
pub(crate) async fn waiting(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
) -> Result<Option<Vec<Tally>>, StoreError> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let rights = clients::rights(tx, &user, &cnum)?;
        if !may_see(rights) {
            return Ok(None);
        }
        Ok(Some(tally(&list(tx, &user, &cnum)?, rights)))
    };
    state.store.read("payroll.waiting", work).await
}
