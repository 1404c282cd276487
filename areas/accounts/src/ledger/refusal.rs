//! Refusals of the ledger.

use kernel::{Currency, Money};
use store::{Result, StoreError, Tx, params};
use thiserror::Error;

use super::{AccountState, EntryError, LedgerAccountId, account_state};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("there is no such account")]
    UnknownAccount,
    #[error("the account is kept in another currency")]
    OtherCurrency,
    #[error("the account is closed or not empty")]
    Closed,
    /// Money that was sent from the account may still come back, so that it is not closed.
    #[error("money of the account is on its way to another bank and may come back")]
    UnderWay,
    #[error("own funds less holds plus credit limits do not suffice")]
    InsufficientFunds,
    /// The balance would leave its range of ±40,000,000,000,000,000.00.
    #[error("the balance would leave its range")]
    BalanceRange,
    /// The sum of the holds or of the credit limits would leave its range of 0.00 to 90,000,000,000,000.00.
    #[error("holds and credit limits of an account are at most 90000000000000.00 each")]
    PromisedRange,
}

/// Error for a call that posted nothing. The unit of work has to end with it, so that nothing of it stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LedgerError {
    #[error("account {account}: {refusal}")]
    Refused { account: LedgerAccountId, refusal: Refusal },
    #[error("{0} was used before with another content")]
    KeyReused(String),
    #[error("{0} does not exist")]
    Absent(String),
    /// The amounts make no entry: a fault of the caller's.
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

store::queries! {
    /// Writes the row of an account that takes $3 more, and of no other, without changing it.
    pub(super) ACCOUNT_TAKES = "update ledger_accounts set is_open = is_open \
        where ledger_account_id = $1 and currency = $2 and is_open \
        and balance_minor + $3 between -4000000000000000000 and 4000000000000000000 \
        and (class <> 'CUSTOMER' or $3 >= 0 or balance_minor + $3 - held_minor + limit_minor >= 0)";
}

/// The most a balance may be away from zero, as the table's constraint has it. The sum of two of them fits into 64
/// bits, so that no statement overflows before the constraint speaks.
pub(super) const BALANCE_MINOR_MAX: i64 = 4_000_000_000_000_000_000;

impl AccountState {
    /// The reason for which a customer's account does not take a change of its balance; `None` when it does.
    pub(crate) fn refusal(&self, change: Money) -> Option<Refusal> {
        self.refused(true, change.minor().into())
    }

    fn refused(&self, is_customer: bool, delta_minor: i128) -> Option<Refusal> {
        if !self.is_open {
            return Some(Refusal::Closed);
        }
        if (i128::from(self.balance.minor()) + delta_minor).abs() > i128::from(BALANCE_MINOR_MAX) {
            return Some(Refusal::BalanceRange);
        }
        let is_short = is_customer && delta_minor < 0 && self.spendable_minor() + delta_minor < 0;
        is_short.then_some(Refusal::InsufficientFunds)
    }

    /// Own funds less holds plus credit limits, in hundredths.
    fn spendable_minor(&self) -> i128 {
        let [balance, held, limit] =
            [self.balance, self.held, self.limit].map(|amount| i128::from(amount.minor()));
        balance - held + limit
    }
}

/// Finds what keeps the account from taking `delta_minor`; `None` when nothing stands against it.
pub(super) fn refusal(
    tx: &mut Tx,
    account: &LedgerAccountId,
    currency: Option<Currency>,
    delta_minor: i128,
) -> Result<Option<Refusal>> {
    Ok(match account_state(tx, account)? {
        None => Some(Refusal::UnknownAccount),
        Some(state) if currency.is_some_and(|wanted| state.currency != wanted) => {
            Some(Refusal::OtherCurrency)
        }
        Some(state) => state.refused(account.is_of_customer(), delta_minor),
    })
}

/// Reads what the customer may spend of the account; `None` for an account of the bank.
pub(super) fn spendable_minor(tx: &mut Tx, account: &LedgerAccountId) -> Result<Option<i128>> {
    let state = account_state(tx, account)?.filter(|_| account.is_of_customer());
    Ok(state.map(|state| state.spendable_minor()))
}

/// Finds what keeps the account from taking a credit of `amount`; `None` when nothing stands against it, and nothing
/// will until the unit of work ends: the row of the account is held.
pub fn refusal_of_credit(
    tx: &mut Tx,
    account: &LedgerAccountId,
    currency: Currency,
    amount: Money,
) -> Result<Option<Refusal>> {
    if tx.execute(&ACCOUNT_TAKES, params![account.as_str(), currency, amount])? == 1 {
        return Ok(None);
    }
    let reason = refusal(tx, account, Some(currency), i128::from(amount.minor()))?;
    Ok(Some(reason.unwrap_or(Refusal::BalanceRange)))
}

/// Finds out which account did not take its change. Those that did are looked at as they are now, so that no money is
/// counted twice.
pub(super) fn refused_change<'a>(
    tx: &mut Tx,
    changed: impl Iterator<Item = (&'a LedgerAccountId, Currency, i128)>,
) -> Result<LedgerError> {
    let mut full = None;
    for (account, currency, minor) in changed {
        if let Some(refusal) = refusal(tx, account, Some(currency), 0)? {
            return Ok(LedgerError::Refused { account: account.clone(), refusal });
        }
        if refusal(tx, account, Some(currency), minor)?.is_some() {
            full = Some(account);
        }
    }
    // Nothing else stands against it: a balance is too near to the end of its range.
    Ok(full.map_or_else(
        || LedgerError::Absent("an account of the entry".to_owned()),
        |account| LedgerError::Refused { account: account.clone(), refusal: Refusal::BalanceRange },
    ))
}

/// Own funds less holds plus credit limits; `None` outside of 64 bits.
pub(crate) fn available(balance: Money, held: Money, limit: Money) -> Option<Money> {
    balance.checked_sub(held)?.checked_add(limit)
}
