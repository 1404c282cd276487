//! The lines of one unit of work, from what was asked for to credits, payments and refusals; and which of them the bank
//! sells currency for on its day.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use accounts::ledger::{Credit, InternalAccount, LedgerAccountId, Payout, Refusal, RefusedPayee};
use kernel::{AccountNumber, Bic, Currency, Money};

use crate::catalogue::{Code, Reason};
use crate::conversion_terms::{DaySales, beyond_limits};
use crate::execution::conversion::split;
use crate::statement::ConversionRate;
use crate::transfer::Conversion;

/// A transfer as far as execution needs it.
#[derive(Clone, Debug)]
pub struct PayableLine {
    /// Its place in the request, from 1.
    pub line: u32,
    /// The amount, in roubles.
    pub amount: Money,
    pub account: AccountNumber,
    /// The bank that keeps it; this one when absent.
    pub bic: Option<Bic>,
    /// The parts that are paid in other currencies.
    pub conversions: Vec<Conversion>,
}

/// Accounts in other currencies of the employees of some lines.
#[derive(Clone, Debug, Default)]
pub struct CurrencyAccounts(BTreeMap<(u32, Currency), AccountNumber>);

impl CurrencyAccounts {
    /// Adds an account, unless the employee of the line has one in this currency: converted is into the first.
    pub fn add(&mut self, line: u32, currency: Currency, account: AccountNumber) {
        if let Entry::Vacant(first) = self.0.entry((line, currency)) {
            first.insert(account);
        }
    }
}

#[derive(Clone, Debug)]
pub struct Outgoing {
    pub line: i64,
    pub bic: Bic,
    pub account: AccountNumber,
    /// The amount, in roubles.
    pub amount: Money,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    pub line: i64,
    pub reason: Reason,
}

#[derive(Clone, Debug, Default)]
pub struct Payments {
    /// Credits at this bank, those for outgoing payments included.
    pub credits: Vec<Credit>,
    pub outgoing: Vec<Outgoing>,
    /// Lines that nobody can be paid for.
    pub declined: Vec<Declined>,
}

impl Payments {
    /// Works out the payments of some lines, at the statement's rates and by a bank with this BIC.
    pub fn of(
        lines: Vec<PayableLine>,
        own: &CurrencyAccounts,
        rates: &[ConversionRate],
        own_bic: &Bic,
    ) -> Self {
        let mut payments = Self { credits: Vec::with_capacity(lines.len()), ..Self::default() };
        let outgoing_account = InternalAccount::OutgoingPayments.in_currency(Currency::RUR);
        for line in lines {
            match line.bic.as_ref().filter(|bic| *bic != own_bic).cloned() {
                Some(bic) => payments.send(line, bic, &outgoing_account),
                None => payments.credit(&line, own, rates),
            }
        }
        payments
    }

    fn send(&mut self, line: PayableLine, bic: Bic, outgoing_account: &LedgerAccountId) {
        let PayableLine { line: payee, amount, account, .. } = line;
        self.credits.push(roubles(payee, outgoing_account.clone(), amount));
        self.outgoing.push(Outgoing { line: i64::from(payee), bic, account, amount });
    }

    fn credit(&mut self, line: &PayableLine, own: &CurrencyAccounts, rates: &[ConversionRate]) {
        let account = LedgerAccountId::from(&line.account);
        if line.conversions.is_empty() {
            self.credits.push(roubles(line.line, account, line.amount));
            return;
        }
        match converted(line, account, own, rates) {
            Ok(credits) => self.credits.extend(credits),
            Err(reason) => self.declined.push(Declined { line: i64::from(line.line), reason }),
        }
    }
}

fn roubles(payee: u32, account: LedgerAccountId, amount: Money) -> Credit {
    Credit { payee, account, currency: Currency::RUR, amount, cost: amount }
}

fn converted(
    line: &PayableLine,
    account: LedgerAccountId,
    own: &CurrencyAccounts,
    rates: &[ConversionRate],
) -> Result<Vec<Credit>, Reason> {
    // The checks have divided it too: only a statement that was checked by an older program comes to this.
    let split = split(line.amount, &line.conversions, rates).map_err(|_| Reason::new(Code::D23))?;
    let mut credits = Vec::with_capacity(3);
    if split.roubles.is_positive() {
        credits.push(roubles(line.line, account, split.roubles));
    }
    for bought in split.bought {
        let number = own.0.get(&(line.line, bought.currency));
        let number = number.ok_or_else(|| Reason::with(Code::D05, [bought.currency.as_str()]))?;
        credits.push(Credit {
            payee: line.line,
            account: LedgerAccountId::from(number),
            currency: bought.currency,
            amount: bought.amount,
            cost: bought.cost,
        });
    }
    Ok(credits)
}

/// Returns the transfer whose account did not take the money, with the reason as its sender reads it.
pub fn refused_by_ledger(refused: &RefusedPayee, credits: &[Credit]) -> Declined {
    let is_refused = |credit: &&Credit| credit.payee == refused.payee && credit.account == refused.account;
    let reason = if refused.refusal == Refusal::BalanceRange {
        Reason::new(Code::D09)
    } else {
        match credits.iter().find(is_refused).map(|credit| credit.currency) {
            Some(currency) if !currency.is_national() => Reason::with(Code::D05, [currency.as_str()]),
            _ => Reason::new(Code::D03),
        }
    };
    Declined { line: i64::from(refused.payee), reason }
}

/// Amount and price, in roubles, of each currency that was bought.
pub type Purchases = BTreeMap<Currency, (Money, Money)>;

/// A payout without those whose currency the bank does not sell on its day: not at this rate, or not so much.
#[derive(Debug)]
pub struct Admitted<'p> {
    pub payout: Cow<'p, Payout>,
    pub declined: Vec<Declined>,
}

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

#[cfg(test)]
mod tests;
