//! Reads one operation with the holder of its account and the name of the other bank, for its page and its paper.

use clients::{Company, find_company};
use kernel::AccountNumber;
use store::{Result, Store, Tx};

use crate::operation::Operation;
use crate::store::operation::{bank_name, operations};
use crate::store::{Reader, StoredAccount, account_for};

pub(crate) struct OperationDetail {
    pub(crate) stored: StoredAccount,
    pub(crate) company: Company,
    pub(crate) operation: Operation,
    /// The name of the other side's bank, when it is another bank and its name is known.
    pub(crate) other_bank: Option<String>,
}

/// Reads the operation with this number; `None` when the caller may not see the account, or there is no such operation.
pub(crate) async fn operation_detail(
    store: &Store,
    reader: Reader,
    number: &AccountNumber,
    operation: i64,
) -> Result<Option<OperationDetail>> {
    let number = number.clone();
    let read = move |tx: &mut Tx| {
        let Some(stored) = account_for(tx, &reader, &number)? else { return Ok(None) };
        let cnum = stored.account()?.cnum;
        let Some(company) = find_company(tx, &cnum)? else { return Ok(None) };
        let found = operations(tx, &number, (operation, operation))?.into_iter().next();
        let Some(operation) = found else { return Ok(None) };
        let other_bank = match &operation.other.bic {
            Some(bic) => bank_name(tx, bic)?,
            None => None,
        };
        Ok(Some(OperationDetail { stored, company, operation, other_bank }))
    };
    store.read("accounts.operation_detail", read).await
}
