//! An operation: one posting of an account as its holder is shown it; and the sums of a period.

use std::fmt;

use jiff::civil::Date;
use kernel::{Bic, Currency, Instant, Money};

use crate::ledger::{EntryKind, amount_text};

/// One side of a payment, as the document named it. Texts are shown and never judged again, so they stay texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    /// The name; `None` when no document told it.
    pub(crate) name: Option<String>,
    pub(crate) account: Option<String>,
    pub(crate) inn: Option<String>,
    /// The reason code of the tax registration.
    pub(crate) kpp: Option<String>,
    pub(crate) bic: Option<String>,
}

/// Balance accounts of the second order of a bank's income (Bank of Russia, regulation 809-P): 70601 and its kin.
const BANK_INCOME: &str = "706";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paper {
    /// The payer's order to pay, form 0401060.
    PaymentOrder,
    /// The bank's order about what it takes for itself, form 0401067.
    BankOrder,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    /// Its number on the account: from 1, without a gap, in the order in which operations were booked.
    pub(crate) number: i64,
    /// The moment of booking, never before that of the operation in front of it.
    pub(crate) booked_at: Instant,
    /// The bank's day from which the money counts.
    pub(crate) value_date: Date,
    pub(crate) kind: EntryKind,
    /// The number of the document behind it; `None` where there is none or nobody told.
    pub(crate) document: Option<String>,
    /// Above zero when the account got it (a credit), below when the account gave it (a debit).
    pub(crate) amount: Money,
    /// The account's own funds after it.
    pub(crate) balance: Money,
    pub(crate) purpose: String,
    pub(crate) other: Side,
}

impl Operation {
    pub(crate) const fn is_debit(&self) -> bool {
        self.amount.is_negative()
    }

    /// Returns the paper of a payment in roubles that the account gave; none for anything else. What the bank takes for
    /// itself goes to an account of its income, and the bank writes an order of its own for it.
    pub(crate) fn paper(&self, currency: Currency, own_bank: &Bic) -> Option<Paper> {
        let is_payment = matches!(self.kind, EntryKind::Transfer | EntryKind::OutgoingPayment);
        if !self.is_debit() || !is_payment || !currency.is_national() {
            return None;
        }
        let is_here = self.other.bic.as_deref() == Some(own_bank.as_str());
        let is_income = self.other.account.as_deref().is_some_and(|account| account.starts_with(BANK_INCOME));
        Some(if is_here && is_income { Paper::BankOrder } else { Paper::PaymentOrder })
    }

    pub(crate) fn magnitude(&self) -> Total {
        Total(i128::from(self.amount.minor()).abs())
    }
}

/// A sum in hundredths that may leave the range of an amount. It is written like one: `123.45`, `-0.07`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Total(pub(crate) i128);

impl From<Money> for Total {
    fn from(amount: Money) -> Self {
        Self(amount.minor().into())
    }
}

impl fmt::Display for Total {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&amount_text(self.0))
    }
}

/// The account after some operation; all zero before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) number: i64,
    pub(crate) balance: Money,
    /// The sum of the debits up to it.
    pub(crate) debits: Total,
}

/// Balances and sums of a period. Two rows tell them, however many operations lie between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turnover {
    before: Standing,
    end: Standing,
}

impl Turnover {
    pub(crate) const fn between(before: Standing, end: Standing) -> Self {
        Self { before, end }
    }

    /// The number of the first operation; one above [`Turnover::last`] when there is none.
    pub(crate) const fn first(&self) -> i64 {
        self.before.number + 1
    }

    pub(crate) const fn last(&self) -> i64 {
        self.end.number
    }

    pub(crate) const fn count(&self) -> i64 {
        self.end.number - self.before.number
    }

    pub(crate) const fn opening(&self) -> Money {
        self.before.balance
    }

    pub(crate) const fn closing(&self) -> Money {
        self.end.balance
    }

    /// The sum of what the account gave, without a sign.
    pub(crate) const fn debits(&self) -> Total {
        Total(self.end.debits.0 - self.before.debits.0)
    }

    pub(crate) fn credits(&self) -> Total {
        let change = i128::from(self.end.balance.minor()) - i128::from(self.before.balance.minor());
        Total(change + self.debits().0)
    }
}

#[cfg(test)]
mod tests;
