//! Many credits out of money that is held: the salaries of a statement, thousands in one entry.
//!
//! [`super::post_many`] refuses an entry as a whole. Here the accounts that take nothing are found and left out, and
//! what they should have got stays held for the caller to release. All else is the same: the key, the fingerprint, sums of
//! zero, balances and postings in one unit of work. Three statements do the work of any number of credits.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Currency, Money};
use sha2::{Digest as _, Sha256};
use store::{Column, Tx, Value, params};

use super::post::{BALANCE_ADD, ENTRY_BY_KEY, ENTRY_INSERT, POSTING_INSERT};
use super::refusal::refusal;
use super::{
    EntryError, EntryHeader, InternalAccount, LedgerAccountId, LedgerError, POSTING_MINOR_MAX, Posted,
    Refusal,
};

store::queries! {
    /// Writes the row of an account that takes credits, and of no other, without changing it.
    ACCOUNT_TAKES = "update ledger_accounts set is_open = is_open \
        where ledger_account_id = $1 and currency = $2 and is_open";
    /// Spends held money: what one may spend stays as it is.
    HELD_SPEND = "update ledger_accounts set balance_minor = balance_minor - $2, held_minor = held_minor - $2, \
        changed_at_us = case when changed_at_us > $3 then changed_at_us else $3 end, \
        first_posted_at_us = case when first_posted_at_us < $3 then first_posted_at_us else $3 end \
        where ledger_account_id = $1 and currency = $4 and is_open and held_minor >= $2";
    /// Takes a part out of a hold.
    HOLD_REDUCE = "update holds set amount_minor = amount_minor - $3 \
        where hold_id = $1 and ledger_account_id = $2 and released_at_us is null and amount_minor > $3";
    /// Ends a hold of which all is spent.
    HOLD_SPEND = "update holds set released_at_us = case when placed_at_us > $4 then placed_at_us else $4 end \
        where hold_id = $1 and ledger_account_id = $2 and released_at_us is null and amount_minor = $3";
    /// Which accounts an entry has moved.
    POSTED_ACCOUNTS = "select ledger_account_id, cast(sum(amount_minor) as bigint) as moved from postings \
        where entry_id = $1 group by ledger_account_id";
}

/// One amount for one payee. A payee who gets several (salary in two currencies) gets all of them or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Which payee: a number of the caller's.
    pub payee: u32,
    /// The account that is credited.
    pub account: LedgerAccountId,
    /// The account's currency.
    pub currency: Currency,
    /// How much of it, above zero.
    pub amount: Money,
    /// What that costs in roubles, above zero; in roubles the amount itself.
    pub cost: Money,
}

/// Credits that are paid from one rouble account out of a hold on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    header: EntryHeader,
    from: LedgerAccountId,
    hold_id: String,
    credits: Vec<Credit>,
}

impl Payout {
    /// A payout whose amounts are in their ranges. Its postings add up to zero by construction: the ledger itself writes
    /// the debit and the sides of the position accounts.
    ///
    /// # Errors
    /// [`EntryError::Amount`] or [`EntryError::Description`].
    pub fn new(
        header: EntryHeader,
        from: LedgerAccountId,
        hold_id: String,
        credits: Vec<Credit>,
    ) -> Result<Self, EntryError> {
        let in_range = |money: Money| (1..=POSTING_MINOR_MAX).contains(&money.minor());
        let mut sum = 0_i64;
        for credit in &credits {
            let is_exact = !credit.currency.is_national() || credit.amount == credit.cost;
            // No sum of a payout is larger than this one.
            sum = sum.saturating_add(credit.cost.minor());
            if !in_range(credit.amount) || !in_range(credit.cost) || !is_exact || sum > POSTING_MINOR_MAX {
                return Err(EntryError::Amount);
            }
        }
        if kernel::checked_text(&header.description, super::DESCRIPTION_CHARACTERS_MAX).is_err() {
            return Err(EntryError::Description);
        }
        // The debit, and two position accounts for each currency.
        let postings_max = credits.len().saturating_mul(3).saturating_add(1);
        if postings_max > 3 * super::POSTINGS_OF_ENTRY_MAX {
            return Err(EntryError::PostingsCount(postings_max));
        }
        Ok(Self { header, from, hold_id, credits })
    }

    /// What is to be paid, refused or not.
    #[must_use]
    pub fn credits(&self) -> &[Credit] {
        &self.credits
    }

    /// The same payout without some payees, whom the caller refuses before anything is posted.
    #[must_use]
    pub fn without(&self, payees: &BTreeSet<u32>) -> Self {
        let left = self.credits.iter().filter(|credit| !payees.contains(&credit.payee));
        Self {
            header: self.header.clone(),
            from: self.from.clone(),
            hold_id: self.hold_id.clone(),
            credits: left.cloned().collect(),
        }
    }

    /// SHA-256 of what is asked for, refused or not: a repeated call has the same.
    fn fingerprint(&self) -> [u8; 32] {
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

/// A payee who got nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedPayee {
    /// The caller's number.
    pub payee: u32,
    /// The account that did not take its part.
    pub account: LedgerAccountId,
    /// Why.
    pub refusal: Refusal,
}

/// What came of a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// Whether it was posted by this call or by an earlier one with the same key and content.
    pub posted: Posted,
    /// By how much the account it came from is down, and its hold too.
    pub sum: Money,
    /// Who got nothing, in the order of the credits.
    pub refused: Vec<RefusedPayee>,
}

/// Posts a payout: each payee gets everything or nothing, the payer and its hold go down by what was paid. When nobody
/// takes anything, there is no entry.
///
/// # Errors
/// The payer's account or its hold does not cover it, or the key was used for another content: the unit of work has to end
/// with the error. Or the database failed.
pub fn pay_from_hold(tx: &mut Tx, payout: &Payout) -> Result<Paid, LedgerError> {
    let key = payout.header.idempotency_key.as_str();
    let fingerprint = payout.fingerprint();
    if let Some(row) = tx.query_optional(&ENTRY_BY_KEY, params![key])? {
        if row.bytes("fingerprint")? != fingerprint {
            return Err(LedgerError::KeyReused(key.to_owned()));
        }
        return paid_before(tx, payout, row.bytes("entry_id")?.to_vec());
    }
    let refused = credit_those_who_take_it(tx, payout)?;
    let without: BTreeSet<u32> = refused.iter().map(|refused| refused.payee).collect();
    let credits: Vec<&Credit> =
        payout.credits.iter().filter(|credit| !without.contains(&credit.payee)).collect();
    let sum_minor = credits.iter().map(|credit| credit.cost.minor()).sum();
    let paid = Paid { posted: Posted::Now, sum: Money::from_minor(sum_minor), refused };
    if credits.is_empty() {
        return Ok(paid);
    }
    debit(tx, payout, sum_minor)?;
    let positions = positions_of(&credits);
    for (account, currency, change) in &positions {
        let values = params![account.as_str(), change.amount, payout.header.posted_at, *currency];
        if tx.execute(&BALANCE_ADD, values)? != 1 {
            let reason =
                refusal(tx, account, Some(*currency), change.amount)?.unwrap_or(Refusal::BalanceRange);
            return Err(LedgerError::Refused { account: account.clone(), refusal: reason });
        }
    }
    write(tx, payout, fingerprint, sum_minor, &credits, &positions)?;
    Ok(paid)
}

/// Credits every account at once; who is left out, because an account of theirs takes nothing.
fn credit_those_who_take_it(tx: &mut Tx, payout: &Payout) -> Result<Vec<RefusedPayee>, LedgerError> {
    let mut refusing = closed_to_several(tx, payout)?;
    let left_out = |refusing: &BTreeMap<&LedgerAccountId, Refusal>| -> BTreeSet<u32> {
        let refused = payout.credits.iter().filter(|credit| refusing.contains_key(&credit.account));
        refused.map(|credit| credit.payee).collect()
    };
    let without = left_out(&refusing);
    // Once per account, and in the order of the names, as everywhere in the ledger.
    let mut sums = BTreeMap::<(&LedgerAccountId, Currency), i64>::new();
    for credit in payout.credits.iter().filter(|credit| !without.contains(&credit.payee)) {
        *sums.entry((&credit.account, credit.currency)).or_default() += credit.amount.minor();
    }
    let sums: Vec<((&LedgerAccountId, Currency), i64)> = sums.into_iter().collect();
    let accounts: Vec<&str> = sums.iter().map(|((account, _), _)| account.as_str()).collect();
    let currencies: Vec<&str> = sums.iter().map(|((_, currency), _)| currency.as_str()).collect();
    let amounts: Vec<i64> = sums.iter().map(|(_, amount)| *amount).collect();
    if !sums.is_empty() {
        let at = Column::Same(Value::from(payout.header.posted_at));
        let columns = [Column::Texts(&accounts), Column::Integers(&amounts), at, Column::Texts(&currencies)];
        let unchanged = tx.update_bulk(&BALANCE_ADD, &columns)?;
        for ((account, currency), amount) in unchanged.iter().map(|place| sums[*place]) {
            let reason = refusal(tx, account, Some(currency), amount)?.unwrap_or(Refusal::BalanceRange);
            refusing.insert(account, reason);
        }
        check_nobody_got_a_part(payout, &refusing, &without)?;
    }
    let refused = payout.credits.iter().filter_map(|credit| {
        let refusal = *refusing.get(&credit.account)?;
        Some(RefusedPayee { payee: credit.payee, account: credit.account.clone(), refusal })
    });
    let mut refused: Vec<_> = refused.collect();
    refused.dedup_by_key(|refused| refused.payee);
    Ok(refused)
}

/// The accounts that take nothing, of the payees who get several credits: all of theirs are looked at before the first
/// is changed, because what was credited cannot be taken back.
fn closed_to_several<'a>(
    tx: &mut Tx,
    payout: &'a Payout,
) -> Result<BTreeMap<&'a LedgerAccountId, Refusal>, LedgerError> {
    let several = payees_of_several(payout);
    let credits = payout.credits.iter().filter(|credit| several.contains(&credit.payee));
    let wanted: BTreeSet<_> = credits.map(|credit| (&credit.account, credit.currency)).collect();
    let wanted: Vec<(&LedgerAccountId, Currency)> = wanted.into_iter().collect();
    let mut refusing = BTreeMap::new();
    if wanted.is_empty() {
        return Ok(refusing);
    }
    let accounts: Vec<&str> = wanted.iter().map(|(account, _)| account.as_str()).collect();
    let currencies: Vec<&str> = wanted.iter().map(|(_, currency)| currency.as_str()).collect();
    let unchanged =
        tx.update_bulk(&ACCOUNT_TAKES, &[Column::Texts(&accounts), Column::Texts(&currencies)])?;
    for (account, currency) in unchanged.iter().map(|place| wanted[*place]) {
        refusing.insert(account, refusal(tx, account, Some(currency), 0)?.unwrap_or(Refusal::Closed));
    }
    Ok(refusing)
}

/// Credits of one payee stand together.
fn payees_of_several(payout: &Payout) -> BTreeSet<u32> {
    let pairs = payout.credits.windows(2);
    pairs.filter(|pair| pair[0].payee == pair[1].payee).map(|pair| pair[0].payee).collect()
}

/// An account that was looked at and found open refuses all the same when its balance is too near to its end: then a
/// payee of several credits may have got one of them, and the whole unit has to go.
fn check_nobody_got_a_part(
    payout: &Payout,
    refusing: &BTreeMap<&LedgerAccountId, Refusal>,
    known: &BTreeSet<u32>,
) -> Result<(), LedgerError> {
    let several = payees_of_several(payout);
    for credit in payout.credits.iter().filter(|credit| several.contains(&credit.payee)) {
        if let Some(refusal) = refusing.get(&credit.account).filter(|_| !known.contains(&credit.payee)) {
            return Err(LedgerError::Refused { account: credit.account.clone(), refusal: *refusal });
        }
    }
    Ok(())
}

fn debit(tx: &mut Tx, payout: &Payout, sum_minor: i64) -> Result<(), LedgerError> {
    let (account, hold, at) = (payout.from.as_str(), payout.hold_id.as_str(), payout.header.posted_at);
    if tx.execute(&HELD_SPEND, params![account, sum_minor, at, Currency::RUR])? != 1 {
        let reason = refusal(tx, &payout.from, Some(Currency::RUR), 0)?.unwrap_or(Refusal::InsufficientFunds);
        return Err(LedgerError::Refused { account: payout.from.clone(), refusal: reason });
    }
    let changed = tx.execute(&HOLD_REDUCE, params![hold, account, sum_minor])?;
    if changed == 0 && tx.execute(&HOLD_SPEND, params![hold, account, sum_minor, at])? == 0 {
        return Err(LedgerError::Absent(format!("hold {hold} of {sum_minor} hundredths on {account}")));
    }
    Ok(())
}

/// What an account of the bank gains or loses, and the equivalent in roubles.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    amount: i64,
    national: i64,
}

/// The bank sells the currencies: its position in each goes down, that in roubles up by the price.
fn positions_of(credits: &[&Credit]) -> Vec<(LedgerAccountId, Currency, Change)> {
    let mut sold = BTreeMap::<Currency, Change>::new();
    for credit in credits.iter().filter(|credit| !credit.currency.is_national()) {
        let change = sold.entry(credit.currency).or_default();
        change.amount -= credit.amount.minor();
        change.national -= credit.cost.minor();
    }
    let price = -sold.values().map(|change| change.national).sum::<i64>();
    let position = |currency: Currency| InternalAccount::Position.in_currency(currency);
    let mut positions = Vec::with_capacity(sold.len() + 1);
    if price > 0 {
        let change = Change { amount: price, national: price };
        positions.push((position(Currency::RUR), Currency::RUR, change));
    }
    positions.extend(sold.into_iter().map(|(currency, change)| (position(currency), currency, change)));
    positions
}

/// Writes the entry and its postings: the debit, the credits, the positions.
fn write(
    tx: &mut Tx,
    payout: &Payout,
    fingerprint: [u8; 32],
    sum_minor: i64,
    credits: &[&Credit],
    positions: &[(LedgerAccountId, Currency, Change)],
) -> Result<(), LedgerError> {
    let header = &payout.header;
    let first = (payout.from.as_str(), Currency::RUR, Change { amount: -sum_minor, national: -sum_minor });
    let credited = credits.iter().map(|credit| {
        let change = Change { amount: credit.amount.minor(), national: credit.cost.minor() };
        (credit.account.as_str(), credit.currency, change)
    });
    let sold = positions.iter().map(|(account, currency, change)| (account.as_str(), *currency, *change));
    let postings: Vec<_> = std::iter::once(first).chain(credited).chain(sold).collect();
    let count = i64::try_from(postings.len()).unwrap_or(i64::MAX);
    tx.execute_one(
        &ENTRY_INSERT,
        params![
            header.entry_id.as_bytes(),
            header.idempotency_key.as_str(),
            fingerprint,
            header.kind.as_str(),
            header.posted_at,
            header.value_date,
            header.description.as_str(),
            count
        ],
    )?;
    let lines: Vec<i64> = (1..=count).collect();
    let accounts: Vec<&str> = postings.iter().map(|(account, _, _)| *account).collect();
    let currencies: Vec<&str> = postings.iter().map(|(_, currency, _)| currency.as_str()).collect();
    let amounts: Vec<i64> = postings.iter().map(|(_, _, change)| change.amount).collect();
    // As in every entry, equivalents are told when there are several currencies.
    let is_mixed = !positions.is_empty();
    let nationals: Vec<Option<i64>> =
        postings.iter().map(|(_, _, change)| is_mixed.then_some(change.national)).collect();
    let columns = [
        Column::Same(Value::from(header.entry_id.as_bytes())),
        Column::Integers(&lines),
        Column::Texts(&accounts),
        Column::Texts(&currencies),
        Column::Integers(&amounts),
        Column::OptionalIntegers(&nationals),
        Column::Same(Value::from(header.posted_at)),
    ];
    let written = tx.insert_bulk(&POSTING_INSERT, &columns)?;
    if i64::try_from(written) == Ok(count) {
        Ok(())
    } else {
        Err(LedgerError::Absent(format!("a posting of {}", header.idempotency_key.as_str())))
    }
}

/// What the earlier call has done, read from its postings.
fn paid_before(tx: &mut Tx, payout: &Payout, entry_id: Vec<u8>) -> Result<Paid, LedgerError> {
    let mut moved = BTreeMap::new();
    for row in tx.query(&POSTED_ACCOUNTS, params![entry_id])? {
        moved.insert(row.text("ledger_account_id")?.to_owned(), row.integer("moved")?);
    }
    let sum = moved.get(payout.from.as_str()).map_or(0, |minor| -minor);
    let mut refused = Vec::new();
    for credit in payout.credits.iter().filter(|credit| !moved.contains_key(credit.account.as_str())) {
        let reason = refusal(tx, &credit.account, Some(credit.currency), 0)?.unwrap_or(Refusal::Closed);
        refused.push(RefusedPayee { payee: credit.payee, account: credit.account.clone(), refusal: reason });
    }
    refused.dedup_by_key(|refused| refused.payee);
    Ok(Paid { posted: Posted::Before, sum: Money::from_minor(sum), refused })
}
