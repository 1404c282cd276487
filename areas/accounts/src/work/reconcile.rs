//! Compares balances that the bank's other books have at the end of a day with those here.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::{AccountNumber, BankZone, Money};
use store::{Store, StoreError, Tx, params};

use super::TrialBalanceError;
use crate::ledger::closing::{CLOSED_ACCOUNTS, is_closed};
use crate::ledger::kept_closings::archived_closings_before;
use crate::ledger::own_numbers::own_closings;

const ACCOUNTS_AT_ONCE: i64 = 5_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Break {
    /// Both have the account with other balances: there, and here.
    OtherBalance(Money, Money),
    /// The other books have no such account; here it has money.
    MissingThere(Money),
    MissingHere(Money),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reconciled {
    pub agree: usize,
    /// The others, by their numbers.
    pub breaks: BTreeMap<String, Break>,
}

/// Compares the balances of `told` at the end of a closed day with those here, page by page: those of customers, and of
/// the bank's own accounts those that have numbers.
pub async fn reconcile(
    store: &Store,
    zone: &BankZone,
    day: Date,
    mut told: BTreeMap<AccountNumber, Money>,
) -> Result<Reconciled, TrialBalanceError> {
    let end = zone.start_of_next_day(day);
    let look = move |tx: &mut Tx| {
        if archived_closings_before(tx)?.is_some_and(|before| end <= before) {
            return Err(TrialBalanceError::Archived);
        }
        if !is_closed(tx, day)? {
            return Err(TrialBalanceError::NotClosed);
        }
        own_closings(tx, end)?.ok_or(TrialBalanceError::Archived)
    };
    let own = store.read("accounts.reconcile_day", look).await?;
    let (mut reconciled, mut after) = (Reconciled::default(), String::new());
    for (number, here) in own {
        let there = number.parse().ok().and_then(|number: AccountNumber| told.remove(&number));
        reconciled.note(&number, there, here);
    }
    loop {
        let from = after.clone();
        let page =
            move |tx: &mut Tx| tx.select(&CLOSED_ACCOUNTS, params![day, from.as_str(), ACCOUNTS_AT_ONCE]);
        let rows: Vec<(AccountNumber, Money)> =
            store.read::<_, StoreError>("accounts.reconcile", page).await?;
        for (number, here) in &rows {
            reconciled.note(number.as_str(), told.remove(number), *here);
            number.as_str().clone_into(&mut after);
        }
        if i64::try_from(rows.len()) != Ok(ACCOUNTS_AT_ONCE) {
            break;
        }
    }
    let unknown = told.into_iter().map(|(number, there)| (number.to_string(), Break::MissingHere(there)));
    reconciled.breaks.extend(unknown);
    Ok(reconciled)
}

impl Reconciled {
    fn note(&mut self, number: &str, there: Option<Money>, here: Money) {
        let difference = match there {
            Some(there) if there == here => {
                self.agree += 1;
                return;
            }
            Some(there) => Break::OtherBalance(there, here),
            None if here == Money::ZERO => return,
            None => Break::MissingThere(here),
        };
        self.breaks.insert(number.to_owned(), difference);
    }
}
