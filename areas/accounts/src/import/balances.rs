//! `closing_balances`: the balances with which accounts ended days that this program did not close itself; and
//! `core_balances`: the balances that accounts had in the core at the end of days, to be compared with those here.

use import::{Chunks, ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns};
use jiff::Span;
use jiff::civil::Date;
use kernel::{AccountNumber, Instant};
use store::Tx;

use super::{Day, GROUP, day_in_greenwich, past};
use crate::ledger::closing::closed_days;
use crate::ledger::kept_closings::archived_closings_before;
use crate::ledger::{ClosingError, Keeper, LedgerAccountId, account_state, import_closing, keeper};
use crate::store::core_balances::BALANCE_TOLD;
use crate::work::take_balance;

pub(super) struct ClosingBalancesFile;

impl TableImporter for ClosingBalancesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            chunks: Some(Chunks::new(GROUP, "account")),
            columns: columns! { account, closing_date, balance, closed_at },
            ..ImportFile::new("closing_balances", "closing_balance", &["account", "closing_date"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        let number: AccountNumber = row.parse("account")?;
        let account = LedgerAccountId::from(&number);
        if account_state(tx, &account)?.is_none() {
            return Err(RowError::new("account", format!("there is no account {number}")));
        }
        let Day(date) = row.parse("closing_date")?;
        let closed_at = past(row, "closed_at", context)?;
        // East of Greenwich, where the bank is, a day ends after that of the same name has begun in Greenwich.
        if date > day_in_greenwich(closed_at) {
            return Err(RowError::new("closing_date", "must not be after the day of closed_at"));
        }
        refuse_archived_day(tx, "closing_date", date)?;
        let taken = import_closing(tx, &account, date, row.money("balance")?, closed_at);
        taken.map(Into::into).map_err(|error| match error {
            ClosingError::Store(error) => error.into(),
            ClosingError::Told(own) => {
                let own = own.to_json_number();
                let text = format!("must be {own}: this day is closed with it and does not change");
                RowError::new("balance", text)
            }
        })
    }
}

/// Refuses a day whose closing may be in the archive: it would come back, and be archived a second time.
fn refuse_archived_day(tx: &mut Tx, column: &'static str, date: Date) -> Result<(), RowError> {
    let Some(before) = archived_closings_before(tx)? else { return Ok(()) };
    let last = day_in_greenwich(Instant::from_microseconds(before.microseconds().saturating_sub(1)));
    if date > last {
        return Ok(());
    }
    Err(RowError::new(column, format!("must be after {last}: closings of that time are archived")))
}

pub(super) struct CoreBalancesFile;

impl TableImporter for CoreBalancesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&BALANCE_TOLD),
            chunks: Some(Chunks::new(GROUP, "account")),
            columns: columns! { account, day, balance },
            ..ImportFile::new("core_balances", "core_balance", &["account", "day"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, context: &ImportContext<'_>) -> RowResult {
        if keeper(tx)? == Keeper::Core {
            let message = "the core keeps the accounts and tells its balances by its feed";
            return Err(RowError::new("account", message));
        }
        let account: AccountNumber = row.parse("account")?;
        let Day(day) = row.parse("day")?;
        // East of Greenwich, where the bank is, a day has begun before that of the same name begins in Greenwich.
        if day > day_in_greenwich(context.now).saturating_add(Span::new().days(1)) {
            return Err(RowError::new("day", "must not be to come"));
        }
        refuse_archived_day(tx, "day", day)?;
        if closed_days(tx)?.is_some_and(|(first, _)| day < first) {
            return Err(RowError::new("day", "is from before the first day that was closed here"));
        }
        Ok(take_balance(tx, &account, day, row.money("balance")?)?.into())
    }
}
