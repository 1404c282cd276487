//! Many credits out of money that is held: the salaries of a statement, thousands in one entry.
//! [`super::pay_from_hold`] posts them.

use std::collections::BTreeSet;

use kernel::{Currency, Money};
use sha2::{Digest as _, Sha256};

use super::{
    Counterparty, EntryError, EntryHeader, LedgerAccountId, POSTING_MINOR_MAX, POSTINGS_OF_ENTRY_MAX, Posted,
    Refusal,
};

/// One amount for one payee. A payee who gets several (salary in two currencies) gets all of them or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The payee: a number of the caller's.
    pub payee: u32,
    pub account: LedgerAccountId,
    pub currency: Currency,
    /// The amount in that currency, above zero.
    pub amount: Money,
    /// The cost in roubles, above zero; in roubles the amount itself.
    pub cost: Money,
}

/// Credits that are paid from one rouble account out of a hold on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    pub(super) header: EntryHeader,
    pub(super) from: LedgerAccountId,
    pub(super) hold_id: String,
    pub(super) credits: Vec<Credit>,
    /// The payees together, as the holder of the account that pays is shown them.
    pub(super) payees: Option<Counterparty>,
}

impl Payout {
    /// A payout whose amounts are in their ranges. The ledger itself writes the debit and the sides of the position
    /// accounts, as an [`Entry`](super::Entry) like every other.
    pub fn new(
        header: EntryHeader,
        from: LedgerAccountId,
        hold_id: String,
        credits: Vec<Credit>,
    ) -> Result<Self, EntryError> {
        let in_range = |money: Money| (1..=POSTING_MINOR_MAX).contains(&money.minor());
        let is_right = |credit: &Credit| {
            let is_exact = !credit.currency.is_national() || credit.amount == credit.cost;
            in_range(credit.amount) && in_range(credit.cost) && is_exact
        };
        // The debit is a posting like the others.
        let sum = Money::checked_sum(credits.iter().map(|credit| credit.cost));
        let is_sum_right = sum.is_some_and(|sum| sum.minor() <= POSTING_MINOR_MAX);
        if !is_sum_right || !credits.iter().all(is_right) {
            return Err(EntryError::Amount);
        }
        if kernel::checked_text(&header.description, super::DESCRIPTION_CHARACTERS_MAX).is_err() {
            return Err(EntryError::Description);
        }
        let sold: BTreeSet<Currency> =
            credits.iter().map(|credit| credit.currency).filter(|currency| !currency.is_national()).collect();
        // The debit, and the bank's position in each currency and in roubles.
        let positions = if sold.is_empty() { 0 } else { sold.len() + 1 };
        let postings = credits.len().saturating_add(1).saturating_add(positions);
        if postings > POSTINGS_OF_ENTRY_MAX {
            return Err(EntryError::PostingsCount(postings));
        }
        Ok(Self { header, from, hold_id, credits, payees: None })
    }

    /// Names the payees together for the holder of the account that pays.
    pub fn to(self, payees: Counterparty) -> Self {
        Self { payees: Some(payees), ..self }
    }

    /// Lists the credits, refused or not.
    pub fn credits(&self) -> &[Credit] {
        &self.credits
    }

    /// The same payout without some payees, whom the caller refuses before anything is posted.
    pub fn without(&self, payees: &BTreeSet<u32>) -> Self {
        let left = self.credits.iter().filter(|credit| !payees.contains(&credit.payee));
        Self {
            header: self.header.clone(),
            from: self.from.clone(),
            hold_id: self.hold_id.clone(),
            credits: left.cloned().collect(),
            payees: self.payees.clone(),
        }
    }

    /// SHA-256 of what is asked for, refused or not: a repeated call has the same.
    pub(super) fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.header.kind.as_str());
        for text in [self.from.as_str(), &self.hold_id] {
            hash.update([0]);
            hash.update(text);
        }
        for credit in &self.credits {
            hash.update([0]);
            hash.update(credit.account.as_str());
            hash.update([0]);
            hash.update(credit.currency.as_str());
            for number in [i64::from(credit.payee), credit.amount.minor(), credit.cost.minor()] {
                hash.update(number.to_be_bytes());
            }
        }
        hash.finalize().into()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedPayee {
    /// The caller's number.
    pub payee: u32,
    /// The account that did not take its part.
    pub account: LedgerAccountId,
    pub refusal: Refusal,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// Posted by this call, or by an earlier one with the same key and content.
    pub posted: Posted,
    /// The sum by which the account it came from is down, and its hold too.
    pub sum: Money,
    /// The payees who got nothing, in the order of the credits.
    pub refused: Vec<RefusedPayee>,
}
