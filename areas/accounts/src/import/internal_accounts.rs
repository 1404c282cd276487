//! `internal_accounts`: the numbers of 20 digits that accounts of the bank's own have in its other books.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use kernel::AccountNumber;
use store::{Query, Tx};

use crate::ledger::own_numbers::{own_by_number, set_own_number};
use crate::ledger::{InternalAccount, LedgerAccountId, account_state};
use crate::shown_currency;
use crate::store::imported::INTERNAL_ACCOUNT_STORED;

/// Takes `internal_accounts`.
pub(super) struct InternalAccountsFile;

impl TableImporter for InternalAccountsFile {
    fn file_stem(&self) -> &'static str {
        "internal_accounts"
    }

    fn columns(&self) -> &'static [Column] {
        const { &[Column::required("account"), Column::required("number")] }
    }

    fn key(&self) -> &'static [&'static str] {
        &["account"]
    }

    fn object(&self) -> &'static str {
        "internal_account"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&INTERNAL_ACCOUNT_STORED)
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        _context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        let name = row.text("account")?;
        let named =
            InternalAccount::named(name).filter(|(_, currency)| shown_currency(*currency) == *currency);
        let Some((_, currency)) = named else {
            let purposes = InternalAccount::ALL.map(InternalAccount::purpose).join(", ");
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
