//! The rolls and templates of a company.

use kernel::{AccountNumber, Cnum, UserId};
use store::Tx;

use crate::income::EnrollmentKind;
use crate::roll::RollHead;
use crate::state::PayrollState;
use crate::store::{dictionaries, rolls as rows};
use crate::work::access::check_may_edit;
use crate::work::error::Result;

/// Everything from which a statement can be made.
#[derive(Clone, Debug)]
pub struct Rolls {
    /// The lists that wait, the newest first.
    pub prepared: Vec<RollHead>,
    /// The templates, the newest first.
    pub templates: Vec<RollHead>,
    /// The accounts from which it can be paid; `None` when there are too many for a list.
    pub accounts: Option<Vec<AccountNumber>>,
    /// The enrollment kinds that new statements may have, with their codes.
    pub enrollment_kinds: Vec<(String, EnrollmentKind)>,
}

/// Returns what the company has for new statements.
///
/// # Errors
/// `StatementError::NoRight` (it takes the right to edit); the database's.
pub async fn rolls(state: &PayrollState, user: &UserId, cnum: &Cnum) -> Result<Rolls> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &user, &cnum)?;
        let fit = |accounts: &Vec<AccountNumber>| accounts.len() <= dictionaries::DEBIT_ACCOUNTS_MAX;
        Ok(Rolls {
            prepared: rows::prepared(tx, &cnum, now)?,
            templates: rows::templates(tx, &cnum, now)?,
            accounts: Some(dictionaries::debit_accounts(tx, &cnum)?).filter(fit),
            enrollment_kinds: dictionaries::open_enrollment_kinds(tx)?,
        })
    };
    state.store.read("payroll.rolls", work).await
}
