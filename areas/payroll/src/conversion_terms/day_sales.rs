//! The limit of a currency that the bank sells on one day, by which its position may be open.

use std::collections::BTreeMap;

use accounts::ledger::{Credit, POSTING_MINOR_MAX};
use kernel::{Currency, Money};

/// The most of a currency that the bank sells on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayLimit {
    /// So much of the currency.
    Currency(Money),
    /// So much as is paid for with so many roubles.
    Roubles(Money),
}

impl DayLimit {
    /// Returns the most of the currency, and of the roubles that are paid for it. Whatever the bank allows, both stay
    /// amounts that the ledger posts.
    pub fn most(self) -> (Money, Money) {
        let ledger = Money::from_minor(POSTING_MINOR_MAX);
        match self {
            Self::Currency(limit) => (limit.min(ledger), ledger),
            Self::Roubles(limit) => (ledger, limit.min(ledger)),
        }
    }
}

/// The sales of a currency on a day, with their limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DaySales {
    /// The amount of the currency.
    pub sold: Money,
    /// The roubles that were paid for it.
    pub price: Money,
    pub limit: DayLimit,
}

impl DaySales {
    /// Returns the sales with one more; `None` when that is too much.
    fn with(self, amount: Money, price: Money) -> Option<Self> {
        let (sold_max, price_max) = self.limit.most();
        let sold = self.sold.checked_add(amount).filter(|sold| *sold <= sold_max)?;
        let price = self.price.checked_add(price).filter(|price| *price <= price_max)?;
        Some(Self { sold, price, ..self })
    }
}

/// Returns the payees whose currency is more than the bank sells, each with the first such currency. Credits of one
/// payee are together and are looked at in their order: who does not fit buys nothing and takes no room from those
/// after. A currency that `sales` does not know is not sold.
pub fn beyond_limits(credits: &[Credit], sales: &BTreeMap<Currency, DaySales>) -> BTreeMap<u32, Currency> {
    let mut sales = sales.clone();
    let mut beyond = BTreeMap::new();
    for of_payee in credits.chunk_by(|one, other| one.payee == other.payee) {
        let mut bought = of_payee.iter().filter(|credit| !credit.currency.is_national()).peekable();
        if bought.peek().is_none() {
            continue;
        }
        let mut with = sales.clone();
        let refused = bought.find_map(|credit| {
            let before = with.get(&credit.currency).copied();
            match before.and_then(|before| before.with(credit.amount, credit.cost)) {
                None => Some((credit.payee, credit.currency)),
                Some(after) => {
                    with.insert(credit.currency, after);
                    None
                }
            }
        });
        match refused {
            Some((payee, currency)) => {
                beyond.insert(payee, currency);
            }
            None => sales = with,
        }
    }
    beyond
}
