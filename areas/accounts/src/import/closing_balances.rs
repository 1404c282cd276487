//! `closing_balances`: the balances with which accounts ended days that this program did not close itself.

use import::{Chunks, Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use kernel::AccountNumber;
use store::Tx;

use super::{Day, GROUP, past};
use crate::ledger::{LedgerAccountId, account_state, import_closing};

/// Takes `closing_balances`.
pub(super) struct ClosingBalancesFile;

impl TableImporter for ClosingBalancesFile {
    fn file_stem(&self) -> &'static str {
        "closing_balances"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("account"),
                Column::required("closing_date"),
                Column::required("balance"),
                Column::required("closed_at"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["account", "closing_date"]
    }

    fn chunks(&self) -> Option<Chunks> {
        Some(Chunks::of(GROUP, "account"))
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        let number: AccountNumber = row.parse("account")?;
        let account = LedgerAccountId::from(&number);
        if account_state(tx, &account)?.is_none() {
            return Err(RowError::new("account", format!("there is no account {number}")));
        }
        let Day(date) = row.parse("closing_date")?;
        let closed_at = past(row, "closed_at", context)?;
        // East of Greenwich, where the bank is, a day ends after that of the same name has begun in Greenwich.
        if date > closed_at.to_timestamp().to_zoned(jiff::tz::TimeZone::UTC).date() {
            return Err(RowError::new("closing_date", "must not be after the day of closed_at"));
        }
        Ok(import_closing(tx, &account, date, row.money("balance")?, closed_at)?.into())
    }
}
