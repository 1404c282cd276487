//! A payout within the bank's limit for sales of a currency on one day.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use accounts::ledger::{Payout, RefusedPayee};
use kernel::{Currency, Money};

use super::chunk::Declined;
use crate::catalogue::{Code, Reason};
use crate::conversion_terms::{DaySales, beyond_limits};

/// Amount and price, in roubles, of each currency that was bought.
pub type Purchases = BTreeMap<Currency, (Money, Money)>;

/// A payout without those whose currency is more than the bank sells on its day.
#[derive(Debug)]
pub struct Admitted<'p> {
    pub payout: Cow<'p, Payout>,
    /// Those who were left out.
    pub declined: Vec<Declined>,
}

/// Returns the currencies that a payout buys.
pub fn bought_currencies(payout: &Payout) -> BTreeSet<Currency> {
    payout.credits().iter().map(|credit| credit.currency).filter(|currency| !currency.is_national()).collect()
}

impl<'p> Admitted<'p> {
    /// Leaves out whoever would go beyond the limit of the day.
    pub fn within(payout: &'p Payout, sales: &BTreeMap<Currency, DaySales>) -> Self {
        let beyond = beyond_limits(payout.credits(), sales);
        let declined = beyond.iter().map(|(payee, currency)| Declined {
            line: i64::from(*payee),
            reason: Reason::with(Code::D22, [currency.as_str()]),
        });
        let declined = declined.collect();
        let payees: BTreeSet<u32> = beyond.into_keys().collect();
        let payout =
            if payees.is_empty() { Cow::Borrowed(payout) } else { Cow::Owned(payout.without(&payees)) };
        Self { payout, declined }
    }

    /// Returns the purchases of those whom the ledger did not refuse; `None` when a sum is no amount, which the limit
    /// rules out.
    pub fn purchases(&self, refused: &[RefusedPayee]) -> Option<Purchases> {
        let refused: BTreeSet<u32> = refused.iter().map(|refused| refused.payee).collect();
        let mut bought = Purchases::new();
        for credit in self.payout.credits() {
            if credit.currency.is_national() || refused.contains(&credit.payee) {
                continue;
            }
            let (amount, price) = bought.entry(credit.currency).or_default();
            *amount = amount.checked_add(credit.amount)?;
            *price = price.checked_add(credit.cost)?;
        }
        Some(bought)
    }
}
