//! `core_balances`: the balances that accounts had in the core at the end of days, to be compared with those here.

use import::{Chunks, ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns};
use jiff::Span;
use kernel::AccountNumber;
use store::Tx;

use super::closing_balances::refuse_archived_day;
use super::{Day, GROUP, day_in_greenwich};
use crate::ledger::closing::closed_days;
use crate::ledger::keeper::{Keeper, keeper};
use crate::store::core_balances::BALANCE_TOLD;
use crate::work::take_balance;

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
