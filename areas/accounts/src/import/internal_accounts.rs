//! `internal_accounts`: the numbers of 20 digits that accounts of the bank's own have in its other books.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns};
use kernel::AccountNumber;
use store::Tx;

use crate::ledger::own_numbers::{own_by_number, set_own_number};
use crate::ledger::{InternalAccount, LedgerAccountId, account_state};
use crate::shown_currency;
use crate::store::imported::INTERNAL_ACCOUNT_STORED;

pub(super) struct InternalAccountsFile;

impl TableImporter for InternalAccountsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&INTERNAL_ACCOUNT_STORED),
            columns: columns! { account, number },
            ..ImportFile::new("internal_accounts", "internal_account", &["account"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _context: &ImportContext<'_>) -> RowResult {
        let name = row.text("account")?;
        let named =
            InternalAccount::named(name).filter(|(_, currency)| shown_currency(*currency) == *currency);
        let Some((_, currency)) = named else {
            let purposes = InternalAccount::TEXTS.join(", ");
            let message =
                format!("must be one of {purposes}, a point and a currency, such as CORRESPONDENT.RUR");
            return Err(RowError::new("account", message));
        };
        let number: AccountNumber = row.parse("number")?;
        if number.currency().map(shown_currency) != Some(currency) {
            let digits = number.currency_digits();
            return Err(RowError::new(
                "number",
                format!("digits 6 to 8 ({digits}) are not those of {currency}"),
            ));
        }
        if account_state(tx, &LedgerAccountId::from(&number))?.is_some() {
            return Err(RowError::new("number", "is that of a customer's account"));
        }
        match own_by_number(tx, &number)? {
            Some(other) if other != name => Err(RowError::new("number", format!("is that of {other}"))),
            Some(_) | None => Ok(set_own_number(tx, name, &number)?.into()),
        }
    }
}
