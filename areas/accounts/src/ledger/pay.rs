//! Posts payouts: everybody who can be paid is paid, in one entry.
//!
//! [`super::post_many`] refuses an entry as a whole. Here the accounts that take nothing are found and left out, and
//! what they should have got stays held for the caller to release. All else is the same: the key, the fingerprint, the
//! proof that every currency adds up to zero ([`Draft::balanced`]), balances and postings in one unit of work. Three
//! statements do the work of any number of credits.
//!
//! Sums are made in 128 bits. What would leave the range of a posting or of a balance is refused to the payees it
//! concerns.
//!
//! The bank's own accounts are in the payouts of everybody. Whether they take their part is only looked at when it is
//! decided who is paid; they are changed by the last statement of the unit of work ([`OwnChanges`]).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Currency, Instant, Money};
use store::{Column, Result, Tx, Value, params};

use super::day::posting_day;
use super::hold::{HOLD_REDUCE, HOLD_SPEND};
use super::journal;
use super::operation::write_operations;
use super::post::{
    BALANCE_ADD, ENTRY_BY_KEY, ENTRY_INSERT, OwnChanges, PAYEE_ADD, POSTING_INSERT, entry_values,
    last_posted, posted,
};
use super::refusal::{ACCOUNT_TAKES, BALANCE_MINOR_MAX, refusal};
use super::{
    Credit, Draft, Entry, EntryError, InternalAccount, LedgerAccountId, LedgerError, POSTING_MINOR_MAX, Paid,
    Payout, Posted, Refusal, RefusedPayee,
};

store::queries! {
    /// Spends held money: what one may spend stays as it is.
    HELD_SPEND = concat!(
        "update ledger_accounts set balance_minor = balance_minor - $2, held_minor = held_minor - $2, ",
        posted!("$3", "$5", "-$2"),
        "where ledger_account_id = $1 and currency = $4 and is_open and held_minor >= $2"
    );
    POSTED_ACCOUNTS = "select distinct ledger_account_id, currency from postings where entry_id = $1";
    /// Reads the debit of a payout, its first posting.
    POSTED_DEBIT = "select amount_minor from postings where entry_id = $1 and line = 1";
}

/// An account and the currency that is to reach it. What an account refuses in one currency, because it is kept in
/// another, is not refused in its own.
type CreditTarget<'a> = (&'a LedgerAccountId, Currency);

/// The targets that take nothing of a payout, and why.
type Refusing<'a> = BTreeMap<CreditTarget<'a>, Refusal>;

/// Sums to add to accounts: each account once, in the order of the names, as everywhere in the ledger.
type Sums<'a> = BTreeMap<CreditTarget<'a>, i128>;

/// Posts a payout: each payee gets everything or nothing, the payer and its hold go down by what was paid. When nobody
/// takes anything, there is no entry. What else belongs into the unit of work is written by `beside`, because the
/// bank's own accounts come last of all: nothing may be written after this call.
///
/// # Errors
/// The payer's account or its hold does not cover it, an account of the bank has come to the end of its range
/// meanwhile, or the key was used for another content: the unit of work has to end with the error, as with one of
/// `beside`. Or the database failed.
pub fn pay_from_hold<T, E>(
    tx: &mut Tx,
    payout: &Payout,
    beside: impl FnOnce(&mut Tx, &Paid) -> Result<T, E>,
) -> Result<Result<T, E>, LedgerError> {
    let (paid, own) = pay_customers(tx, payout)?;
    match beside(tx, &paid) {
        Ok(done) => own.change(tx).map(|()| Ok(done)),
        error => Ok(error),
    }
}

/// Does all but the changes of the bank's own accounts, which it returns.
fn pay_customers(tx: &mut Tx, payout: &Payout) -> Result<(Paid, OwnChanges), LedgerError> {
    let (key, posted_at) = (payout.header.idempotency_key.as_str(), payout.header.posted_at);
    let fingerprint = payout.fingerprint();
    let before: Option<(Vec<u8>, [u8; 32], bool)> = tx.select_optional(&ENTRY_BY_KEY, params![key])?;
    if let Some((entry_id, of_entry, _)) = before {
        if of_entry != fingerprint {
            return Err(LedgerError::KeyReused(key.to_owned()));
        }
        let paid = paid_before(tx, payout, entry_id)?;
        return Ok((paid, OwnChanges::at(posted_at, None)));
    }
    let day = posting_day(tx, posted_at, posted_at)?;
    let mut own = OwnChanges::at(posted_at, day);
    let (refused, mut companies) = credit_those_who_take_it(tx, payout, day, &mut own)?;
    let without: BTreeSet<u32> = refused.iter().map(|refused| refused.payee).collect();
    let credits: Vec<&Credit> =
        payout.credits.iter().filter(|credit| !without.contains(&credit.payee)).collect();
    let sum = Money::checked_sum(credits.iter().map(|credit| credit.cost)).ok_or(EntryError::Amount)?;
    let paid = Paid { posted: Posted::Now, sum, refused };
    if credits.is_empty() {
        return Ok((paid, OwnChanges::at(posted_at, None)));
    }
    let positions = positions_of(&credits)?;
    let entry = entry_of(payout, sum, &credits, &positions)?;
    debit(tx, payout, sum, day)?;
    for Position { account, currency, amount, .. } in positions {
        own.add(account, currency, amount);
    }
    write(tx, &entry, fingerprint)?;
    companies.insert(&payout.from);
    write_operations(tx, &[&entry], |account| companies.contains(account))?;
    Ok((paid, own))
}

/// Credits every account at once; tells who is left out, because an account of theirs takes nothing, and the accounts
/// of companies, which keep operations.
fn credit_those_who_take_it<'a>(
    tx: &mut Tx,
    payout: &'a Payout,
    day: Option<Instant>,
    own: &mut OwnChanges,
) -> Result<(Vec<RefusedPayee>, BTreeSet<&'a LedgerAccountId>), LedgerError> {
    let mut companies = BTreeSet::new();
    let mut refusing = currencies_that_cannot_be_sold(tx, payout)?;
    closed_to_several(tx, payout, &mut refusing)?;
    let without: BTreeSet<u32> = {
        let refused = payout.credits.iter().filter(|credit| refusing.contains_key(&target_of(credit)));
        refused.map(|credit| credit.payee).collect()
    };
    let rest = payout.credits.iter().filter(|credit| !without.contains(&credit.payee));
    let added = in_range(sums_of(rest), &mut refusing);
    let (added, of_bank): (Vec<_>, Vec<_>) =
        added.into_iter().partition(|(account, _, _)| account.is_of_customer());
    for (account, currency, minor) in of_bank {
        match refusal(tx, account, Some(currency), i128::from(minor))? {
            Some(reason) => drop(refusing.insert((account, currency), reason)),
            None => own.add(account.clone(), currency, Money::from_minor(minor)),
        }
    }
    if !added.is_empty() {
        let accounts: Vec<&str> = added.iter().map(|(account, _, _)| account.as_str()).collect();
        let currencies: Vec<&str> = added.iter().map(|(_, currency, _)| currency.as_str()).collect();
        let amounts: Vec<i64> = added.iter().map(|(_, _, minor)| *minor).collect();
        let at = Column::Same(Value::from(payout.header.posted_at));
        let (currencies, day_started) = (Column::Texts(&currencies), Column::Same(Value::from(day)));
        let columns = [Column::Texts(&accounts), Column::Integers(&amounts), at, currencies, day_started];
        let unchanged = tx.update_bulk(&PAYEE_ADD, &columns)?;
        for (account, currency, minor) in unchanged.iter().map(|place| added[*place]) {
            let values = params![account.as_str(), minor, payout.header.posted_at, currency, day, minor];
            let reason = match refusal(tx, account, Some(currency), i128::from(minor))? {
                // A company's account, of which every operation is written.
                None if tx.execute(&BALANCE_ADD, values)? == 1 => {
                    companies.insert(account);
                    continue;
                }
                // Somebody else changed it between the two.
                None => refusal(tx, account, Some(currency), i128::from(minor))?,
                reason => reason,
            };
            refusing.insert((account, currency), reason.unwrap_or(Refusal::BalanceRange));
        }
    }
    check_nobody_got_a_part(payout, &refusing, &without)?;
    Ok((refused_payees(payout, &refusing), companies))
}

/// The payees who have an account that takes nothing, in the order of the credits.
fn refused_payees(payout: &Payout, refusing: &Refusing<'_>) -> Vec<RefusedPayee> {
    let refused = payout.credits.iter().filter_map(|credit| {
        let refusal = *refusing.get(&target_of(credit))?;
        Some(RefusedPayee { payee: credit.payee, account: credit.account.clone(), refusal })
    });
    let mut refused: Vec<_> = refused.collect();
    refused.dedup_by_key(|refused| refused.payee);
    refused
}

const fn target_of(credit: &Credit) -> CreditTarget<'_> {
    (&credit.account, credit.currency)
}

fn sums_of<'a>(credits: impl Iterator<Item = &'a Credit>) -> Sums<'a> {
    let mut sums = Sums::new();
    for credit in credits {
        *sums.entry(target_of(credit)).or_default() += i128::from(credit.amount.minor());
    }
    sums
}

/// The sums that a balance may change by; the accounts of the others refuse.
fn in_range<'a>(sums: Sums<'a>, refusing: &mut Refusing<'a>) -> Vec<(&'a LedgerAccountId, Currency, i64)> {
    let mut added = Vec::with_capacity(sums.len());
    for ((account, currency), sum) in sums {
        match i64::try_from(sum).ok().filter(|minor| *minor <= BALANCE_MINOR_MAX) {
            Some(minor) => added.push((account, currency, minor)),
            None => {
                refusing.insert((account, currency), Refusal::BalanceRange);
            }
        }
    }
    added
}

/// The accounts in currencies of which the bank cannot sell as much: neither its positions nor a posting may leave
/// their range. They are looked at first, because what was credited cannot be taken back.
fn currencies_that_cannot_be_sold<'a>(tx: &mut Tx, payout: &'a Payout) -> Result<Refusing<'a>> {
    let mut sold = BTreeMap::<Currency, i128>::new();
    let mut price = 0_i128;
    for credit in payout.credits.iter().filter(|credit| !credit.currency.is_national()) {
        *sold.entry(credit.currency).or_default() += i128::from(credit.amount.minor());
        price += i128::from(credit.cost.minor());
    }
    let mut refusing = Refusing::new();
    if sold.is_empty() {
        return Ok(refusing);
    }
    let of_price = refusal_of_position(tx, Currency::RUR, price)?;
    for (currency, amount) in sold {
        let refusal = match of_price {
            None => refusal_of_position(tx, currency, -amount)?,
            some => some,
        };
        if let Some(refusal) = refusal {
            let credits = payout.credits.iter().filter(|credit| credit.currency == currency);
            refusing.extend(credits.map(|credit| (target_of(credit), refusal)));
        }
    }
    Ok(refusing)
}

fn refusal_of_position(tx: &mut Tx, currency: Currency, minor: i128) -> Result<Option<Refusal>> {
    if minor.abs() > i128::from(POSTING_MINOR_MAX) {
        return Ok(Some(Refusal::BalanceRange));
    }
    refusal(tx, &InternalAccount::Position.in_currency(currency), Some(currency), minor)
}

/// Adds the accounts that take nothing, of the payees who get several credits: all of theirs are looked at, with
/// everything that they are to get, before the first is changed.
fn closed_to_several<'a>(
    tx: &mut Tx,
    payout: &'a Payout,
    refusing: &mut Refusing<'a>,
) -> Result<(), LedgerError> {
    let several = payees_of_several(payout);
    if several.is_empty() {
        return Ok(());
    }
    let credits = payout.credits.iter().filter(|credit| several.contains(&credit.payee));
    let wanted: BTreeSet<CreditTarget<'_>> = credits.map(target_of).collect();
    let mut sums = sums_of(payout.credits.iter());
    sums.retain(|target, _| wanted.contains(target));
    let wanted = in_range(sums, refusing);
    if wanted.is_empty() {
        return Ok(());
    }
    let accounts: Vec<&str> = wanted.iter().map(|(account, _, _)| account.as_str()).collect();
    let currencies: Vec<&str> = wanted.iter().map(|(_, currency, _)| currency.as_str()).collect();
    let amounts: Vec<i64> = wanted.iter().map(|(_, _, minor)| *minor).collect();
    let columns = [Column::Texts(&accounts), Column::Texts(&currencies), Column::Integers(&amounts)];
    for (account, currency, minor) in
        tx.update_bulk(&ACCOUNT_TAKES, &columns)?.iter().map(|place| wanted[*place])
    {
        let reason = refusal(tx, account, Some(currency), i128::from(minor))?;
        refusing.insert((account, currency), reason.unwrap_or(Refusal::BalanceRange));
    }
    Ok(())
}

/// Credits of one payee are together.
fn payees_of_several(payout: &Payout) -> BTreeSet<u32> {
    let pairs = payout.credits.windows(2);
    pairs.filter(|pair| pair[0].payee == pair[1].payee).map(|pair| pair[0].payee).collect()
}

/// An account that was looked at beforehand does not refuse afterwards. If one did, a payee of several credits would
/// have got one of them, and the whole unit has to go.
fn check_nobody_got_a_part(
    payout: &Payout,
    refusing: &Refusing<'_>,
    known: &BTreeSet<u32>,
) -> Result<(), LedgerError> {
    let several = payees_of_several(payout);
    for credit in payout.credits.iter().filter(|credit| several.contains(&credit.payee)) {
        if let Some(refusal) = refusing.get(&target_of(credit)).filter(|_| !known.contains(&credit.payee)) {
            return Err(LedgerError::Refused { account: credit.account.clone(), refusal: *refusal });
        }
    }
    Ok(())
}

fn debit(tx: &mut Tx, payout: &Payout, sum: Money, day: Option<Instant>) -> Result<(), LedgerError> {
    let (account, hold, at) = (payout.from.as_str(), payout.hold_id.as_str(), payout.header.posted_at);
    if tx.execute(&HELD_SPEND, params![account, sum, at, Currency::RUR, day])? != 1 {
        let reason = refusal(tx, &payout.from, Some(Currency::RUR), 0)?.unwrap_or(Refusal::InsufficientFunds);
        return Err(LedgerError::Refused { account: payout.from.clone(), refusal: reason });
    }
    let changed = tx.execute(&HOLD_REDUCE, params![hold, account, sum])?;
    if changed == 0 && tx.execute(&HOLD_SPEND, params![hold, account, sum, at])? == 0 {
        let sum_minor = sum.minor();
        return Err(LedgerError::Absent(format!("hold {hold} of {sum_minor} hundredths on {account}")));
    }
    Ok(())
}

/// Change of the bank's position in a currency.
struct Position {
    account: LedgerAccountId,
    currency: Currency,
    amount: Money,
    /// The equivalent in roubles, above zero.
    national: Money,
}

/// The bank sells the currencies: its position in each goes down, that in roubles up by the price.
fn positions_of(credits: &[&Credit]) -> Result<Vec<Position>, EntryError> {
    let mut sold = BTreeMap::<Currency, (i128, i128)>::new();
    let mut price = 0_i128;
    for credit in credits.iter().filter(|credit| !credit.currency.is_national()) {
        let (amount, cost) = sold.entry(credit.currency).or_default();
        *amount -= i128::from(credit.amount.minor());
        *cost += i128::from(credit.cost.minor());
        price += i128::from(credit.cost.minor());
    }
    let bought = (price > 0).then_some((Currency::RUR, (price, price)));
    let money = |minor: i128| i64::try_from(minor).map(Money::from_minor).map_err(|_| EntryError::Amount);
    let position = |(currency, (amount, national)): (Currency, (i128, i128))| {
        let account = InternalAccount::Position.in_currency(currency);
        Ok(Position { account, currency, amount: money(amount)?, national: money(national)? })
    };
    bought.into_iter().chain(sold).map(position).collect()
}

/// The entry: the debit, the credits, the positions. As everywhere, equivalents are told when there are several
/// currencies.
fn entry_of(
    payout: &Payout,
    sum: Money,
    credits: &[&Credit],
    positions: &[Position],
) -> Result<Entry, EntryError> {
    let valued = |draft: Draft, national| if positions.is_empty() { draft } else { draft.valued(national) };
    let draft = Draft::with_room_for(payout.header.clone(), credits.len() + positions.len() + 1);
    let draft = to_payees(valued(draft.debit(payout.from.clone(), Currency::RUR, sum), sum), payout);
    let draft = credits.iter().fold(draft, |draft, credit| {
        valued(draft.credit(credit.account.clone(), credit.currency, credit.amount), credit.cost)
    });
    let draft = positions.iter().fold(draft, |draft, position| {
        draft.moved(position.account.clone(), position.currency, position.amount).valued(position.national)
    });
    draft.balanced()
}

/// Names the payees beside the debit, which was added last.
fn to_payees(debited: Draft, payout: &Payout) -> Draft {
    match &payout.payees {
        Some(payees) => debited.with_counterparty(payees.clone()),
        None => debited,
    }
}

fn write(tx: &mut Tx, entry: &Entry, fingerprint: [u8; 32]) -> Result<(), LedgerError> {
    let (header, postings) = (entry.header(), entry.postings());
    let count = i64::try_from(postings.len()).unwrap_or(i64::MAX);
    tx.execute_one(&ENTRY_INSERT, entry_values(entry, fingerprint))?;
    journal::note(tx, std::iter::once(entry))?;
    let lines: Vec<i64> = (1..=count).collect();
    let accounts: Vec<&str> = postings.iter().map(|posting| posting.account.as_str()).collect();
    let currencies: Vec<&str> = postings.iter().map(|posting| posting.currency.as_str()).collect();
    let amounts: Vec<i64> = postings.iter().map(|posting| posting.amount.minor()).collect();
    let nationals: Vec<Option<i64>> =
        postings.iter().map(|posting| posting.national.map(Money::minor)).collect();
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

/// Reads from the postings of an earlier call what it paid.
fn paid_before(tx: &mut Tx, payout: &Payout, entry_id: Vec<u8>) -> Result<Paid, LedgerError> {
    let debit: Money = tx.select_one(&POSTED_DEBIT, params![entry_id.clone()])?;
    let sum = debit.checked_neg().ok_or(EntryError::Amount)?;
    let moved: BTreeSet<(String, Currency)> =
        tx.select(&POSTED_ACCOUNTS, params![entry_id])?.into_iter().collect();
    let mut refusing = Refusing::new();
    for ((account, currency), minor) in sums_of(payout.credits.iter()) {
        if !moved.contains(&(account.as_str().to_owned(), currency)) {
            let reason = refusal(tx, account, Some(currency), minor)?.unwrap_or(Refusal::Closed);
            refusing.insert((account, currency), reason);
        }
    }
    Ok(Paid { posted: Posted::Before, sum, refused: refused_payees(payout, &refusing) })
}
