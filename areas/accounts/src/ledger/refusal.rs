//! Refusals of the ledger.

use kernel::{Currency, Money};
use store::{Result, StoreError, Tx, params};
use thiserror::Error;

use super::{AccountState, EntryError, LedgerAccountId};

/// Reason that stands against a movement on one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("there is no such account")]
    UnknownAccount,
    /// The account is kept in another currency.
    #[error("the account is kept in another currency")]
    OtherCurrency,
    /// The account is closed, or has to be empty to be closed.
    #[error("the account is closed or not empty")]
    Closed,
    /// Money that was sent from the account may still come back, so that it is not closed.
    #[error("money of the account is on its way to another bank and may come back")]
    UnderWay,
    /// Own funds less holds plus credit limits do not suffice.
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
    /// An account refuses the movement.
    #[error("account {account}: {refusal}")]
    Refused { account: LedgerAccountId, refusal: Refusal },
    /// The key was used for something else before.
    #[error("{0} was used before with another content")]
    KeyReused(String),
    /// The thing that is named does not exist.
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
    /// The facts that decide whether an account takes a movement.
    REFUSAL_FACTS = "select currency, class, is_open, balance_minor, held_minor, limit_minor from ledger_accounts \
        where ledger_account_id = $1";
}

/// The most a balance may be away from zero, as the table's constraint has it. The sum of two of them fits into 64
/// bits, so that no statement overflows before the constraint speaks.
pub(super) const BALANCE_MINOR_MAX: i64 = 4_000_000_000_000_000_000;

/// Currency, class and whether it is open; balance, held money and limit.
type RefusalFacts<'row> = ((&'row str, &'row str, bool), (i64, i64, i64));

impl AccountState {
    /// The reason for which a customer's account does not take a change of its balance; `None` when it does.
    pub(crate) fn refusal(&self, change: Money) -> Option<Refusal> {
        let sums = (self.balance.minor(), self.held.minor(), self.limit.minor());
        refused_sums(self.is_open, true, sums, i128::from(change.minor()))
    }
}

fn refused_sums(
    is_open: bool,
    is_customer: bool,
    (balance, held, limit): (i64, i64, i64),
    delta_minor: i128,
) -> Option<Refusal> {
    if !is_open {
        return Some(Refusal::Closed);
    }
    let balance = i128::from(balance) + delta_minor;
    if balance.abs() > i128::from(BALANCE_MINOR_MAX) {
        return Some(Refusal::BalanceRange);
    }
    let available = balance - i128::from(held) + i128::from(limit);
    (is_customer && delta_minor < 0 && available < 0).then_some(Refusal::InsufficientFunds)
}

/// Finds what keeps the account from taking `delta_minor`; `None` when nothing stands against it.
pub(super) fn refusal(
    tx: &mut Tx,
    account: &LedgerAccountId,
    currency: Option<Currency>,
    delta_minor: i128,
) -> Result<Option<Refusal>> {
    let Some(row) = tx.query_optional(&REFUSAL_FACTS, params![account.as_str()])? else {
        return Ok(Some(Refusal::UnknownAccount));
    };
    let ((own, class, is_open), sums): RefusalFacts<'_> = row.read()?;
    if currency.is_some_and(|wanted| own != wanted.as_str()) {
        return Ok(Some(Refusal::OtherCurrency));
    }
    Ok(refused_sums(is_open, class == "CUSTOMER", sums, delta_minor))
}

/// Reads what the customer may spend of the account; `None` for an account of the bank.
pub(super) fn spendable_minor(tx: &mut Tx, account: &LedgerAccountId) -> Result<Option<i128>> {
    let row = tx.query_one(&REFUSAL_FACTS, params![account.as_str()])?;
    let ((_, class, _), (balance, held, limit)): RefusalFacts<'_> = row.read()?;
    let available = i128::from(balance) - i128::from(held) + i128::from(limit);
    Ok((class == "CUSTOMER").then_some(available))
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
