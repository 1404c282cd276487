//! Positions in foreign currencies are revalued before their day is closed, where the accounts are kept here.

use jiff::Span;
use jiff::civil::Date;
use kernel::Instant;
use store::{Result, Store, StoreError, Tx};

use super::calendar::whole_calendar_from;
use crate::ledger::closing::has_begun;
use crate::ledger::day::BankDay;
use crate::ledger::keeper::{Keeper, keeper};
use crate::ledger::revaluation::{REVALUATION_ADD, Revaluation, positions, revalue};
use crate::ledger::{LedgerError, day_rate_since};

/// The most days between two business days.
const PAUSE_DAYS_MAX: u8 = 31;

/// Revalues what was not yet, unless the closing of the day has begun: once, in one unit of work.
pub(super) async fn revalue_day(store: &Store, day: BankDay, now: Instant) -> Result<()> {
    let unit = move |tx: &mut Tx| {
        if keeper(tx)? == Keeper::Core || has_begun(tx, day.date)? {
            return Ok(Vec::new());
        }
        let positions = positions(tx, day)?;
        if positions.is_empty() {
            return Ok(Vec::new());
        }
        let (since, mut revalued) = (first_rate_day(tx, day.date)?, Vec::with_capacity(positions.len()));
        for position in positions {
            revalued.push(position.at(day_rate_since(tx, position.currency, since, day.date)?));
        }
        match revalue(tx, day, &revalued, now) {
            Ok(()) => Ok(revalued),
            Err(LedgerError::Store(error)) => Err(error),
            Err(error) => Err(StoreError::Inconsistency {
                query: REVALUATION_ADD.name(),
                column: "result_minor".to_owned(),
                reason: error.to_string(),
            }),
        }
    };
    let revalued: Vec<Revaluation> = store.write("accounts.revalue_day", unit).await?;
    for one in revalued.iter().filter(|one| one.lacks_rate()) {
        tracing::error!(
            "{}: {} has no rate of the day, so the position is not revalued: import day_rates, and the next day that \
                is closed brings it up",
            day.date,
            one.currency
        );
    }
    Ok(())
}

/// Returns the first day whose rates count on `day`. A rate counts until the next one; one that is as old as the
/// business day before, on a business day, is one that was not replaced.
fn first_rate_day(tx: &mut Tx, day: Date) -> Result<Date> {
    let mut days = day.series(Span::new().days(-1)).skip(1).take(PAUSE_DAYS_MAX.into());
    let calendar = whole_calendar_from(tx, day.saturating_sub(Span::new().days(PAUSE_DAYS_MAX)))?;
    let before = days.find(|one| calendar.is_business_day(*one)).unwrap_or(day);
    let first = if calendar.is_business_day(day) { before.tomorrow().unwrap_or(day) } else { before };
    Ok(first.min(day))
}
