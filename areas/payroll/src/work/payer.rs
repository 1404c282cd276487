//! The account that pays a statement, as its signer sees it.

use accounts::ledger::{LedgerAccountId, account_state};
use clients::{Right, Rights};
use kernel::{Cnum, Money, UserId};
use store::Tx;

use super::access::read_seen;
use super::error::Result;
use crate::identifier::StatementId;
use crate::state::PayrollState;
use crate::statement::StatementHeader;

/// Money of the account that pays a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payer {
    /// The balance with credit limits and without what is held.
    pub available: Money,
    /// The part of the statement's total that is not there; `None` when all is.
    pub shortage: Option<Money>,
}

/// Returns what the account of the company's statement has; `None` for a user who may not see accounts, and when the
/// ledger has no such account.
pub async fn payer(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    id: StatementId,
) -> Result<Option<Payer>> {
    let read = |tx: &mut Tx, header: StatementHeader, rights: Rights| {
        if !rights.contains(Right::ViewAccounts) {
            return Ok(None);
        }
        let Some(account) = account_state(tx, &LedgerAccountId::from(&header.terms.account))? else {
            return Ok(None);
        };
        let available = account.balance.checked_add(account.limit);
        let available = available.and_then(|sum| sum.checked_sub(account.held));
        let payer = |available: Money| {
            let shortage = header.terms.total.checked_sub(available);
            Payer { available, shortage: shortage.filter(|shortage| shortage.is_positive()) }
        };
        Ok(available.map(payer))
    };
    read_seen(state, "payroll.payer", (user, cnum, id), read).await
}
