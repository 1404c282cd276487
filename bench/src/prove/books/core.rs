//! A core keeps the accounts and tells what it books: each fact is in the channel's books once and in its order,
//! whatever is repeated, left out, sent in another order or killed; each told day is the core's.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use kernel::BankZone;
use serde_json::{Value, json};
use store::{StoreLocation, params};

use super::super::bank_caller::{BankCaller, add_system};
use super::super::fault::Fault;
use super::super::fleet::Fleet;
use super::super::{Dice, Ground};
use super::told::{self, Day};
use super::{CLOSING_S, DAY_S, READ, ROUNDS_OF_DAY};
use crate::outcome::Outcome;
use crate::outside::on_store;

store::queries! {
    /// The accounts of companies in roubles, with the balance at the end of the last day that is closed.
    ACCOUNTS = "select l.ledger_account_id, l.balance_minor, l.held_minor, l.operations_count, coalesce((
        select k.balance_minor from closing_balances k where k.ledger_account_id = l.ledger_account_id
        order by k.closing_date desc limit 1), 0) as closing_minor from ledger_accounts l
        join accounts a on a.number = l.ledger_account_id where l.currency = 'RUR' and l.is_open
        order by l.ledger_account_id";
    LAST_CLOSED = "select closing_date from closing_days where finished_at_us is not null
        order by closing_date desc limit 1";
    LAST_OPERATIONS = "select e.description, p.amount_minor from operations o
        join journal_entries e on e.entry_id = o.entry_id
        join postings p on p.entry_id = o.entry_id and p.line = o.line
        where o.ledger_account_id = $1 order by o.number desc limit $2";
}

const FACTS_OF_ROUND: u64 = 60;
/// Facts of one bunch, at most.
const BUNCH_MAX: u64 = 25;
/// The latest moment of a fault, in microseconds after the first bunch is sent.
const FAULT_AFTER_US_MAX: u64 = 60_000;
/// The name of what was on hold before.
const OLD_HOLDS: &str = "";
/// Operations that come when their day has ended and is not closed.
const LATE_FACTS: u64 = 5;

/// Plays the rounds, and compares the books of each day.
pub(super) fn prove(fleet: &mut Fleet, program: &Path, ground: &Ground) -> Outcome<()> {
    let (since, dice) = (Instant::now(), Dice::new(ground.seed));
    let mut bank = Bank { key: add_system(program, fleet, "core", "core")?, days: 0, dice };
    let mut core = Core::of(fleet)?;
    // The day of these first balances is not compared.
    bank.end_day(fleet, &mut core)?;
    for round in 1..=ground.rounds {
        let from = core.facts.len();
        for _ in 0..=bank.dice.below(FACTS_OF_ROUND) {
            core.book(&bank.dice, fleet.now());
        }
        bank.tell(fleet, &core.facts, from)?;
        if round % ROUNDS_OF_DAY == 0 || round == ground.rounds {
            bank.end_day(fleet, &mut core)?;
        }
    }
    check(&fleet.location()?)?;
    println!(
        "  {} facts are in the books once and in their order; {} told days agree: balances, operations, closings, \
         exports ({} s)",
        core.facts.len(),
        bank.days,
        since.elapsed().as_secs()
    );
    Ok(())
}

/// The bank's side of the feed.
struct Bank {
    key: PathBuf,
    days: usize,
    dice: Dice,
}

impl Bank {
    /// Tells facts while a process dies or sleeps.
    fn tell(&self, fleet: &mut Fleet, facts: &[Value], from: usize) -> Outcome<()> {
        let dice = &self.dice;
        let member = usize::try_from(dice.below(fleet.len() as u64))?;
        let mut caller = BankCaller::of(fleet, member, &self.key);
        let fault = Fault::draw(dice, fleet.len(), FAULT_AFTER_US_MAX)?;
        let moods = Dice::new(dice.below(u64::MAX));
        std::thread::scope(|scope| {
            let feeder = scope
                .spawn(move || feed(&mut caller, facts, from, &moods).map_err(|error| error.to_string()));
            fault.strike(fleet).map_err(|error| error.to_string())?;
            feeder.join().map_err(|_| "the feeder panicked".to_owned())?
        })?;
        Ok(())
    }

    /// The core closes its day, and both sides are compared.
    fn end_day(&mut self, fleet: &mut Fleet, core: &mut Core) -> Outcome<()> {
        let (from, day) = (core.facts.len(), core.zone.date_of(fleet.now()).to_string());
        core.facts.extend(core.accounts.iter().map(|(name, account)| balance(name, account)));
        self.tell(fleet, &core.facts, from)?;
        fleet.move_clock(DAY_S)?;
        let from = core.facts.len();
        for _ in 0..self.dice.below(LATE_FACTS) {
            core.book_at(&self.dice, fleet.now().plus_seconds(-DAY_S), true);
        }
        core.close(&day);
        self.tell(fleet, &core.facts, from)?;
        fleet.move_clock(CLOSING_S)?;
        core.open_since = fleet.now();
        core.compare(&fleet.location()?, &day)?;
        if core.days.len() > 1 {
            self.days += 1;
            let earlier = 1 + usize::try_from(self.dice.below(core.days.len() as u64 - 1))?;
            let earlier = core.days.keys().nth(earlier).cloned().unwrap_or_default();
            core.compare_what_is_read(fleet, &[day, earlier])?;
        }
        Ok(())
    }
}

/// Tells everything up to the last fact: repeats some, leaves some out, and goes on at the number that it is told.
fn feed(
    caller: &mut BankCaller,
    facts: &[Value],
    from: usize,
    dice: &Dice,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let told = |error: Box<dyn Error>| error.to_string();
    let mut at = from;
    while at < facts.len() {
        // Sometimes a bunch is from before, sometimes the next ones are forgotten.
        let begin = match dice.below(4) {
            0 => at.saturating_sub(usize::try_from(dice.below(BUNCH_MAX))?),
            // The first bunch of all says where the feed begins.
            1 if at > 0 => (at + usize::try_from(dice.below(3))?).min(facts.len() - 1),
            _ => at,
        };
        let end = (begin + 1 + usize::try_from(dice.below(BUNCH_MAX))?).min(facts.len());
        let body = json!({ "first": begin + 1, "facts": facts[begin..end] });
        let answer = caller.call("/bank/v1/feed", Some(&body)).map_err(told)?;
        match answer {
            Some(answer) if answer["next"].is_u64() => {
                if answer["differences"] != json!([]) {
                    return Err(format!("a fact was refused: {answer}").into());
                }
                at = usize::try_from(answer["next"].as_u64().ok_or("no number")?)? - 1;
            }
            // A gap, or nobody knows what has arrived.
            _ => {
                let Some(place) = caller.call("/bank/v1/feed", None).map_err(told)? else { continue };
                // Nothing was told yet.
                at = usize::try_from(place["next"].as_u64().unwrap_or(1))? - 1;
            }
        }
    }
    Ok(())
}

struct Account {
    balance_minor: i64,
    held: BTreeMap<String, i64>,
    operations: Vec<(String, i64)>,
    day: Day,
    /// Operations that the channel had before.
    counted: i64,
}

struct Core {
    zone: BankZone,
    accounts: BTreeMap<String, Account>,
    facts: Vec<Value>,
    /// The days that are closed, by date and account.
    days: BTreeMap<String, BTreeMap<String, Day>>,
    /// The beginning of what is open.
    open_since: kernel::Instant,
}

impl Core {
    /// Takes the accounts as they are at the beginning.
    fn of(fleet: &Fleet) -> Outcome<Self> {
        let account = |(number, (balance_minor, held_minor), (counted, _)): Seen| {
            let held = BTreeMap::from([(OLD_HOLDS.to_owned(), held_minor)]);
            let day = Day { opening: balance_minor, operations: Vec::new() };
            (number, Account { balance_minor, held, operations: Vec::new(), day, counted })
        };
        let (accounts, _) = read(&fleet.location()?)?;
        let accounts = accounts.into_iter().map(account).collect();
        let (zone, open_since) = ("Europe/Moscow".parse()?, fleet.now());
        Ok(Self { zone, accounts, facts: Vec::new(), days: BTreeMap::new(), open_since })
    }

    /// Books something at about this moment; what comes late is of the open day as well.
    fn book(&mut self, dice: &Dice, now: kernel::Instant) {
        let ago_s = i64::try_from(dice.below(3)).unwrap_or(0);
        let at = now.plus_seconds(-ago_s).max(self.open_since);
        let is_late = dice.below(10) == 0;
        self.book_at(dice, if is_late { at.plus_seconds(-DAY_S) } else { at }, is_late);
    }

    /// Books something, and writes down what it will tell.
    fn book_at(&mut self, dice: &Dice, at: kernel::Instant, is_operation: bool) {
        let place = dice.below(self.accounts.len() as u64);
        let number = self.facts.len() + 1;
        let Some((name, account)) = self.accounts.iter_mut().nth(usize::try_from(place).unwrap_or(0)) else {
            return;
        };
        let at = at.to_timestamp().to_string();
        let fact = match dice.below(10) {
            0 if !is_operation => {
                let minor = 1 + i64::try_from(dice.below(10_000)).unwrap_or(0);
                account.held.insert(format!("H-{number}"), minor);
                json!({ "hold": { "id": format!("H-{number}"), "account": name, "amount": amount(minor),
                    "placedAt": at, "description": "Карта" } })
            }
            1 if !is_operation && account.held.len() > 1 => {
                let id = account.held.keys().find(|id| *id != OLD_HOLDS).cloned().unwrap_or_default();
                account.held.remove(&id);
                json!({ "release": { "id": id, "at": at } })
            }
            2 if !is_operation => balance(name, account),
            _ => {
                let minor = 1 + i64::try_from(dice.below(1_000_000)).unwrap_or(0);
                account.operation(name, number, if dice.below(2) == 0 { minor } else { -minor }, &at)
            }
        };
        self.facts.push(fact);
    }

    fn close(&mut self, date: &str) {
        self.facts.push(json!({ "closedDay": { "date": date } }));
        let mut day = BTreeMap::new();
        for (name, account) in &mut self.accounts {
            let next = Day { opening: account.balance_minor, operations: Vec::new() };
            day.insert(name.clone(), std::mem::replace(&mut account.day, next));
        }
        self.days.insert(date.to_owned(), day);
    }

    /// Compares the books of both sides, of which nothing was told since the end of a day.
    fn compare(&self, location: &StoreLocation, day: &str) -> Outcome<()> {
        let (seen, closed) = read(location)?;
        if closed.as_deref() != Some(day) || seen.len() != self.accounts.len() {
            return Err(
                format!("{day} is not closed, {closed:?} is the last, of {} accounts", seen.len()).into()
            );
        }
        for (name, money, counts) in seen {
            let own = self.accounts.get(&name).ok_or_else(|| format!("{name} is new"))?;
            let counted = own.counted + i64::try_from(own.operations.len())?;
            let expected = ((own.balance_minor, own.held.values().sum()), (counted, own.day.opening));
            let here = (money, counts);
            if here != expected {
                return Err(format!("{name}: {expected:?} in the core, {here:?} here").into());
            }
            if last_operations(location, &name, own.operations.len())? != own.operations {
                return Err(format!("{name}: the operations differ").into());
            }
        }
        Ok(())
    }

    /// Compares what a customer reads of told days, the last one among them.
    fn compare_what_is_read(&self, fleet: &Fleet, days: &[String]) -> Outcome<()> {
        let cookies = testkit::person::session(&fleet.identity().parse()?, testkit::person::IVANOVA);
        for name in READ {
            let account = self.accounts.get(name).ok_or("no such account")?;
            let differs = |what: &str, here: &dyn std::fmt::Debug, there: &dyn std::fmt::Debug| {
                let [here, there] = [here, there].map(|side| format!("{side:?}"));
                let told = format!("{name}: {what} of a customer: {here} here, {there} in the core");
                if here == there { Ok(()) } else { Err(Box::<dyn Error>::from(told)) }
            };
            // A customer's balance is without what is on hold.
            let balances = [account.balance_minor - account.held.values().sum::<i64>(), account.day.opening];
            differs("the balances", &told::balances(fleet, name)?, &balances)?;
            for day in days {
                let there = &self.days[day][name];
                differs(day, &told::operations(fleet, name, day)?, there)?;
                differs(&format!("camt.053, {day}"), &told::statement(fleet, &cookies, name, day)?, there)?;
            }
        }
        Ok(())
    }
}

impl Account {
    fn operation(&mut self, name: &str, number: usize, minor: i64, at: &str) -> Value {
        self.balance_minor += minor;
        let purpose = format!("Операция {number}");
        self.operations.push((purpose.clone(), minor));
        self.day.operations.push((purpose.clone(), minor));
        json!({ "operation": { "id": format!("ABS-{number}"), "account": name, "amount": amount(minor), "postedAt": at,
            "valueDate": at[..10], "purpose": purpose } })
    }
}

fn check(location: &StoreLocation) -> Outcome<()> {
    let report = on_store(location, async |store| Ok(accounts::check_ledger(store).await?))?;
    if report.findings.is_empty() { Ok(()) } else { Err(format!("{:?}", report.findings).into()) }
}

fn balance(name: &str, account: &Account) -> Value {
    json!({ "balance": { "account": name, "balance": amount(account.balance_minor) } })
}

fn amount(minor: i64) -> String {
    kernel::Money::from_minor(minor).to_string()
}

/// An account as the channel has it: its number, balance and held money, number of operations and last closing balance.
type Seen = (String, (i64, i64), (i64, i64));

fn read(location: &StoreLocation) -> Outcome<(Vec<Seen>, Option<String>)> {
    on_store(location, async |store| {
        let accounts = store.select(&ACCOUNTS, params![]).await?;
        Ok((accounts, store.select_optional(&LAST_CLOSED, params![]).await?))
    })
}

/// Reads the last operations of an account, in their order.
fn last_operations(location: &StoreLocation, account: &str, count: usize) -> Outcome<Vec<(String, i64)>> {
    let limit = i64::try_from(count)?;
    on_store(location, async |store| {
        let mut operations: Vec<(String, i64)> =
            store.select(&LAST_OPERATIONS, params![account, limit]).await?;
        operations.reverse();
        Ok(operations)
    })
}
