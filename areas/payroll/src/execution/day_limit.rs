//! A payout at rates that are right on its day, and within the bank's limit for sales of a currency on one day.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use accounts::ledger::{Payout, RefusedPayee};
use kernel::{Currency, Money};

use super::chunk::Declined;
use crate::catalogue::{Code, Reason};
use crate::conversion_terms::{DaySales, beyond_limits};

/// Amount and price, in roubles, of each currency that was bought.
pub type Purchases = BTreeMap<Currency, (Money, Money)>;

/// A payout without those whose currency the bank does not sell on its day: not at this rate, or not so much.
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
    /// Leaves out whoever buys at a rate that is stale, for the reason of the first such currency, and whoever of the
    /// others would go beyond the limit of the day.
    pub fn within(
        payout: &'p Payout,
        stale: &BTreeMap<Currency, Reason>,
        sales: &BTreeMap<Currency, DaySales>,
    ) -> Self {
        let mut refused = BTreeMap::<u32, Reason>::new();
        for credit in payout.credits() {
            if let Some(reason) = stale.get(&credit.currency) {
                refused.entry(credit.payee).or_insert_with(|| reason.clone());
            }
        }
        let beyond = beyond_limits(without(payout, &refused).credits(), sales).into_iter();
        let too_much = |currency: Currency| Reason::with(Code::D22, [currency.as_str()]);
        refused.extend(beyond.map(|(payee, currency)| (payee, too_much(currency))));
        let payout = without(payout, &refused);
        let declined = refused.into_iter();
        let declined = declined.map(|(payee, reason)| Declined { line: i64::from(payee), reason });
        Self { payout, declined: declined.collect() }
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

fn without<'p>(payout: &'p Payout, refused: &BTreeMap<u32, Reason>) -> Cow<'p, Payout> {
    if refused.is_empty() {
        return Cow::Borrowed(payout);
    }
    Cow::Owned(payout.without(&refused.keys().copied().collect()))
}
