//! Reads one operation with the holder of its account, for the payment order.

use clients::{Company, find_company};
use kernel::AccountNumber;
use store::{Store, StoreError, Tx};

use crate::operation::Operation;
use crate::store::operation::{Direction, operations};
use crate::store::{Reader, StoredAccount, account_for};

/// Reads the operation with this number; `None` when the caller may not see the account, or there is no such operation.
///
/// # Errors
/// The database's.
pub(crate) async fn payment_order(
    store: &Store,
    reader: Reader,
    number: &AccountNumber,
    operation: i64,
) -> Result<Option<(StoredAccount, Company, Operation)>, StoreError> {
    let number = number.clone();
    let read = move |tx: &mut Tx| {
        let Some(stored) = account_for(tx, &reader, &number)? else { return Ok(None) };
        let cnum = stored.account()?.cnum;
        let Some(company) = find_company(tx, &cnum)? else { return Ok(None) };
        let found = operations(tx, &number, (operation, operation), Direction::Forth)?.into_iter().next();
        Ok(found.map(|operation| (stored, company, operation)))
    };
    store.read("accounts.payment_order", read).await
}
