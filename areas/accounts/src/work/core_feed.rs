//! Takes what the bank's core tells of its books, where it keeps the accounts (BNK-05).
//!
//! Facts have numbers without gaps. One that cannot be taken does not hold up those after it: it is kept as a
//! difference, told in the answer, by a metric and by a command, and taken when it comes again.

use std::collections::BTreeSet;

use area::Author;
use audit::Actor;
use kernel::{BankZone, Instant, Money, Randomness};
use serde_json::json;
use store::{Result, Store, StoreError, Tx, params};
use thiserror::Error;

use crate::core_fact::{CoreFact, CoreOperation, FactRefusal};
use crate::ledger::core::{FactError, check_not_ahead, compare_balance, has_begun, post_operations};
use crate::ledger::keeper::{self, KEEPER_DAY_CLOSED, Keeper};
use crate::ledger::{
    Authors, Hold, LedgerAccountId, LedgerError, ORDER_HOLD_PREFIX, Refusal, is_granted_since,
    release_hold_if_placed, take_credit_limit, take_hold,
};
use crate::store::core_feed::{
    self as feed, BREAK_END, DIFFERENCES, DIFFERENCES_COUNT, Difference, FEED_ANY, FEED_LAST, FEED_SET,
    FEEDS, REFUSED_NUMBERS,
};

pub const FACTS_AT_ONCE_MAX: usize = 10_000;
/// The greatest number of a fact: far below the end of the integers, also for numbers made of nanoseconds since 1970.
pub const FACT_NUMBER_MAX: i64 = 4_000_000_000_000_000_000;
/// The most facts that one unit of work takes: others write between two of them.
const FACTS_OF_UNIT: usize = 2_000;
/// The kind of a difference of balances.
const OTHER_BALANCE: &str = "OTHER_BALANCE";
const DIFFERENCES_MAX: i64 = 1_000;
const FEEDS_MAX: i64 = 1_000;

/// Facts of one system in their order, the first of which has a number; one that cannot be read has the reason instead.
#[derive(Debug)]
pub struct Bunch {
    /// The system, with the request that brings them.
    pub by: Author,
    /// The number of the first, from 1; that of the last is at most [`FACT_NUMBER_MAX`].
    pub first: i64,
    /// At most [`FACTS_AT_ONCE_MAX`].
    pub facts: Vec<Result<CoreFact, String>>,
}

#[derive(Debug, Default)]
pub struct BunchTaken {
    pub next: i64,
    pub taken: usize,
    /// Facts that were taken before.
    pub repeated: usize,
    pub differences: Vec<Difference>,
}

#[derive(Debug, Error)]
pub enum FeedError {
    #[error("the accounts of this database are kept here")]
    KeptHere,
    #[error("the next number is {next}")]
    Gap { next: i64 },
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Ledger(#[from] LedgerError),
}

#[derive(Clone, Copy)]
struct Desk<'d> {
    now: Instant,
    zone: &'d BankZone,
    randomness: &'d dyn Randomness,
}

/// Takes a bunch, unit by unit: one that was broken off goes on at the number that is told.
pub async fn take_facts(
    store: &Store,
    bunch: Bunch,
    now: Instant,
    (zone, randomness): (&BankZone, std::sync::Arc<dyn Randomness>),
) -> Result<BunchTaken, FeedError> {
    let Bunch { by, first, facts } = bunch;
    let mut all = BunchTaken { next: first, ..BunchTaken::default() };
    for (part, first) in facts.chunks(FACTS_OF_UNIT).zip((first..).step_by(FACTS_OF_UNIT)) {
        let (by, part, zone, randomness) =
            (by.clone(), part.to_vec(), zone.clone(), std::sync::Arc::clone(&randomness));
        let unit = move |tx: &mut Tx| {
            let desk = Desk { now, zone: &zone, randomness: &*randomness };
            take_part(tx, (&by, first), &part, desk)
        };
        let taken = store.write_guarded("accounts.core_facts", unit).await?;
        all.next = taken.next;
        all.taken += taken.taken;
        all.repeated += taken.repeated;
        all.differences.extend(taken.differences);
    }
    Ok(all)
}

/// Returns the number of the next fact of a system; `None` before its first.
pub async fn next_fact(store: &Store, system: &str) -> Result<Option<i64>, FeedError> {
    let system = system.to_owned();
    let unit = move |tx: &mut Tx| {
        if keeper::keeper(tx)? == Keeper::Ledger {
            return Err(FeedError::KeptHere);
        }
        let last: Option<i64> = tx.select_optional(&FEED_LAST, params![system.as_str()])?;
        Ok(last.map(|last| last + 1))
    };
    store.read("accounts.core_feed", unit).await
}

/// Tells whether any system of a core that keeps the accounts has begun its feed.
pub fn is_fed_in(tx: &mut Tx) -> Result<bool> {
    Ok(tx.query_optional(&FEED_ANY, params![])?.is_some())
}

pub async fn core_differences(store: &Store) -> Result<Vec<Difference>> {
    store.read("accounts.core_differences", |tx| tx.select(&DIFFERENCES, params![DIFFERENCES_MAX])).await
}

#[derive(Clone, Debug)]
pub struct FeedSums {
    pub differences: i64,
    pub oldest_difference: Option<Instant>,
    /// The systems that have ever told a fact, each with the moment of its last bunch.
    pub feeds: Vec<(String, Instant)>,
}

pub async fn feed_sums(store: &Store) -> Result<FeedSums> {
    let unit = |tx: &mut Tx| {
        let (differences, oldest_difference) = tx.select_one(&DIFFERENCES_COUNT, params![])?;
        let feeds = tx.select(&FEEDS, params![FEEDS_MAX])?;
        Ok(FeedSums { differences, oldest_difference, feeds })
    };
    store.read("accounts.core_feed_sums", unit).await
}

fn take_part(
    tx: &mut Tx,
    (by, first): (&Author, i64),
    facts: &[Result<CoreFact, String>],
    desk: Desk<'_>,
) -> Result<BunchTaken, FeedError> {
    if keeper::keeper(tx)? == Keeper::Ledger {
        return Err(FeedError::KeptHere);
    }
    let system = by.actor.id().unwrap_or_default();
    let last = feed::take(tx, system, first, desk.now)?;
    if first > last + 1 {
        return Err(FeedError::Gap { next: last + 1 });
    }
    let through = first - 1 + i64::try_from(facts.len()).unwrap_or(i64::MAX - first);
    let refused = tx.select(&REFUSED_NUMBERS, params![system, first, through])?;
    let refused: BTreeSet<i64> = refused.into_iter().collect();
    let mut taking = Taking { system, desk, last, taken: BunchTaken::default(), waiting: Vec::new() };
    for (number, fact) in (first..).zip(facts) {
        if refused.contains(&number) {
            // It is taken now, or noted again.
            feed::forget_difference(tx, system, number)?;
        }
        let is_repeated = number <= last && !refused.contains(&number);
        taking.fact(tx, number, fact.clone(), is_repeated)?;
    }
    taking.post(tx)?;
    tx.execute_one(&FEED_SET, params![system, through.max(last), desk.now])?;
    let taken = BunchTaken { next: through.max(last) + 1, ..taking.taken };
    if taken.taken + taken.differences.len() > 0 {
        let entry = by.entry(desk.now, desk.randomness, "bank_feed.taken", ("bank_system", system));
        let detail = json!({
            "from": first, "through": through, "taken": taken.taken, "repeated": taken.repeated,
            "differences": taken.differences.len(),
        });
        audit::record(tx, entry.detail(detail))?;
    }
    Ok(taken)
}

/// A bunch that is being taken. Operations that follow one another wait, to be posted together.
struct Taking<'a> {
    system: &'a str,
    desk: Desk<'a>,
    /// The number of the last fact before the bunch.
    last: i64,
    taken: BunchTaken,
    waiting: Vec<(i64, CoreOperation, bool)>,
}

impl Taking<'_> {
    fn fact(
        &mut self,
        tx: &mut Tx,
        number: i64,
        fact: Result<CoreFact, String>,
        is_repeated: bool,
    ) -> Result<(), FeedError> {
        let fact = match fact {
            Ok(CoreFact::Operation(operation)) => {
                self.waiting.push((number, *operation, is_repeated));
                return Ok(());
            }
            Ok(fact) => fact,
            Err(_) if is_repeated => {
                self.taken.repeated += 1;
                return Ok(());
            }
            Err(reason) => return Ok(self.refuse(tx, number, None, &FactRefusal::Wrong(reason))?),
        };
        self.post(tx)?;
        if is_repeated && !matches!(fact, CoreFact::Hold(_)) {
            self.taken.repeated += 1;
            return Ok(());
        }
        let account = account_of(&fact);
        match self.apply(tx, number, fact) {
            Ok(()) if is_repeated => self.taken.repeated += 1,
            Ok(()) => self.taken.taken += 1,
            Err(FactError::Refused(refusal)) => self.refuse(tx, number, account, &refusal)?,
            Err(FactError::Failed(error)) => return Err(error.into()),
        }
        Ok(())
    }

    fn teller(&self) -> Authors {
        Actor::BankSystem(self.system.to_owned()).into()
    }

    fn post(&mut self, tx: &mut Tx) -> Result<(), FeedError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        let names: Vec<(i64, String, bool)> = waiting
            .iter()
            .map(|(number, operation, is_repeated)| {
                (*number, operation.account.as_str().to_owned(), *is_repeated)
            })
            .collect();
        let operations = waiting.into_iter().map(|(_, operation, is_repeated)| (operation, is_repeated));
        let desk = (self.desk.now, self.desk.zone, self.desk.randomness);
        let fates = post_operations(tx, operations.collect(), &self.teller(), desk)?;
        for ((number, account, _), fate) in names.into_iter().zip(fates) {
            match fate {
                Ok(true) => self.taken.taken += 1,
                Ok(false) => self.taken.repeated += 1,
                Err(refusal) => self.refuse(tx, number, Some(account), &refusal)?,
            }
        }
        Ok(())
    }

    fn apply(&mut self, tx: &mut Tx, number: i64, fact: CoreFact) -> Result<(), FactError> {
        match fact {
            CoreFact::Operation(_) => {}
            CoreFact::Hold(Hold { hold_id, .. }) | CoreFact::Release { hold_id, .. }
                if hold_id.starts_with(ORDER_HOLD_PREFIX) =>
            {
                let why = format!("`id` must not begin with {ORDER_HOLD_PREFIX}: orders keep money so");
                return Err(FactRefusal::Wrong(why).into());
            }
            CoreFact::Hold(hold) => {
                check_not_ahead("placedAt", hold.placed_at, self.desk.now)?;
                take_hold(tx, &hold).map_err(told)?;
            }
            CoreFact::Release { hold_id, at } => {
                let released = release_hold_if_placed(tx, &hold_id, at.min(self.desk.now))?;
                released.ok_or(FactRefusal::UnknownHold(hold_id))?;
            }
            // A limit that was refused and comes again does not undo one that the core has granted since.
            CoreFact::Limit(limit) if number <= self.last && is_granted_since(tx, &limit)? => {}
            CoreFact::Limit(limit) => {
                check_not_ahead("grantedAt", limit.granted_at, self.desk.now)?;
                take_credit_limit(tx, &limit).map_err(told)?;
            }
            CoreFact::ClosedDay(day) => {
                if day >= self.desk.zone.date_of(self.desk.now) {
                    return Err(FactRefusal::Wrong(format!("the day {day} has not ended")).into());
                }
                tx.execute(&KEEPER_DAY_CLOSED, params![day])?;
            }
            // A balance that was refused and comes again is older than what was told since: it opens an account, and is
            // compared with none.
            CoreFact::Balance { account, .. } if number < self.last && has_begun(tx, &(&account).into())? => {
            }
            CoreFact::Balance { account, balance } => {
                let Desk { now, zone, randomness } = self.desk;
                let id = LedgerAccountId::from(&account);
                let desk = (now, zone.date_of(now), randomness);
                let other = compare_balance(tx, &id, balance, self.teller(), desk)?;
                tx.execute(&BREAK_END, params![&account])?;
                if let Some(here) = other {
                    let (told, own) = (balance.to_json_number(), here.to_json_number());
                    let message = format!("account {account} has {told} in the core and {own} here");
                    let account = Some(account.as_str().to_owned());
                    self.differ(tx, (number, account), (OTHER_BALANCE, message), Some((balance, here)))?;
                }
            }
        }
        Ok(())
    }

    fn refuse(
        &mut self,
        tx: &mut Tx,
        number: i64,
        account: Option<String>,
        refusal: &FactRefusal,
    ) -> Result<()> {
        self.differ(tx, (number, account), (refusal.code(), refusal.to_string()), None)
    }

    /// Notes a difference at once: a balance that agrees further down in the bunch ends it.
    fn differ(
        &mut self,
        tx: &mut Tx,
        (number, account): (i64, Option<String>),
        (code, message): (&str, String),
        balances: Option<(Money, Money)>,
    ) -> Result<()> {
        let (system, code, told_at) = (self.system.to_owned(), code.to_owned(), self.desk.now);
        let difference = Difference { system, number, account, code, message, balances, told_at };
        feed::put(tx, &difference)?;
        self.taken.differences.push(difference);
        Ok(())
    }
}

fn account_of(fact: &CoreFact) -> Option<String> {
    match fact {
        CoreFact::Operation(operation) => Some(operation.account.as_str().to_owned()),
        CoreFact::Hold(hold) => Some(hold.account.as_str().to_owned()),
        CoreFact::Limit(limit) => Some(limit.account.as_str().to_owned()),
        CoreFact::Balance { account, .. } => Some(account.as_str().to_owned()),
        CoreFact::Release { .. } | CoreFact::ClosedDay(_) => None,
    }
}

/// Tells a refusal of the ledger, which has changed nothing then.
fn told(error: LedgerError) -> FactError {
    FactError::Refused(match error {
        LedgerError::Store(error) => return error.into(),
        LedgerError::KeyReused(name) => FactRefusal::Contradicts(name),
        LedgerError::Refused { account, refusal: Refusal::UnknownAccount } => {
            FactRefusal::UnknownAccount(account.to_string())
        }
        LedgerError::Refused { account, refusal: Refusal::Closed } => {
            FactRefusal::ClosedAccount(account.to_string())
        }
        error @ (LedgerError::Refused { .. } | LedgerError::Absent(_) | LedgerError::Entry(_)) => {
            FactRefusal::Wrong(error.to_string())
        }
    })
}
