//! The bank's limit for sales of a currency on one day, in the unit of work that pays.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use accounts::ledger::{Payout, RefusedPayee};
use jiff::civil::Date;
use jobs::JobError;
use kernel::{Currency, Money};
use store::{StoreError, Tx};

use super::chunk::Declined;
use crate::catalogue::{Code, Reason};
use crate::conversion_terms::{ConversionSettings, DaySales, beyond_limits};
use crate::store::conversions;

/// A payout without those whose currency is more than the bank sells on its day.
pub(super) struct Admitted<'p> {
    pub(super) payout: Cow<'p, Payout>,
    /// Who was left out.
    pub(super) declined: Vec<Declined>,
    sales: BTreeMap<Currency, DaySales>,
    day: Date,
}

/// Leaves out whoever would go beyond the limit of the day. A payout that buys no currency is not looked at.
pub(super) fn admit<'p>(
    tx: &mut Tx,
    settings: &ConversionSettings,
    payout: &'p Payout,
    day: Date,
) -> Result<Admitted<'p>, StoreError> {
    let sales = conversions::sales_of(tx, settings, payout, day)?;
    let beyond = beyond_limits(payout.credits(), &sales);
    let declined = beyond.iter().map(|(payee, currency)| Declined {
        line: i64::from(*payee),
        reason: Reason::with(Code::D22, [currency.as_str()]),
    });
    let declined = declined.collect();
    let payees: BTreeSet<u32> = beyond.into_keys().collect();
    let payout = if payees.is_empty() { Cow::Borrowed(payout) } else { Cow::Owned(payout.without(&payees)) };
    Ok(Admitted { payout, declined, sales, day })
}

impl Admitted<'_> {
    /// Counts what was bought by those who were not refused. The database compares with the limit once more, so that nobody
    /// who was not seen when it was read can have gone beyond it.
    pub(super) fn count(&self, tx: &mut Tx, refused: &[RefusedPayee]) -> Result<(), JobError> {
        let refused: BTreeSet<u32> = refused.iter().map(|refused| refused.payee).collect();
        let mut bought = BTreeMap::<Currency, (Money, Money)>::new();
        for credit in self.payout.credits() {
            if credit.currency.is_national() || refused.contains(&credit.payee) {
                continue;
            }
            let (amount, price) = bought.entry(credit.currency).or_default();
            // The limit has seen to it that the sums are amounts.
            *amount = amount.checked_add(credit.amount).ok_or(JobError::Lost)?;
            *price = price.checked_add(credit.cost).ok_or(JobError::Lost)?;
        }
        if conversions::sell(tx, &bought, &self.sales, self.day)? { Ok(()) } else { Err(JobError::Lost) }
    }
}
