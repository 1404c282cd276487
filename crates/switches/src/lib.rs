//! Switches by which an operator stops something at once, in every process of a bank, until it is let go on (BNK-09).
//!
//! A switch that is on is a row. Whoever is to be stopped reads it in the unit of work that decides, so that no step
//! that begins after the switch is taken by a process that has not heard of it: `jobs` compares the row whenever a
//! worker proves its lease, `orders` whenever it hands out. What waits stays where it waits, and goes on when the
//! switch is off. What is no unit of work, such as the gate for requests, asks [`on`] again and again.
//!
//! This crate knows one switch, which stops everything. To add another, declare a [`Switch`] in the area that it stops,
//! name it in the area's `AREA`, and say what it stops: `JobKind::stopped_by`, `OrderKind::stopped_by`, or a question
//! to [`is_on`].

use kernel::Instant;
use store::{Result, Selected as _, Store, Tx, params};

store::selected! { Setting { name, subject, is_on, reason, person, set_at: "set_at_us" } }

store::queries! {
    SWITCH_FIND = store::text!("select ", Setting::LIST, " from switches where name = $1 and subject = $2");
    /// Those of the whole bank first: however many of single things there are, they are read.
    SWITCHES_ALL = store::text!("select ", Setting::LIST, " from switches order by subject, name limit $1");
    SWITCHES_ON = store::text!("select ", Setting::LIST, " from switches where is_on \
        order by subject, name limit $1");
    SWITCHES_THINGS = "select count(*) as stopped from switches where is_on and subject <> ''";
    SWITCHES_ANY = "select name from switches where is_on limit 1";
    SWITCH_SET = "insert into switches (name, subject, is_on, reason, person, set_at_us) values ($1, $2, $3, $4, $5, \
        $6) on conflict (name, subject) do update set is_on = excluded.is_on, reason = excluded.reason, \
        person = excluded.person, set_at_us = excluded.set_at_us";
}

store::migrations! { "switches": 1 "what operators have stopped" "../migrations/0001_baseline.sql" }

/// The most switches that are read at once.
pub const READ_MAX: usize = 10_000;
/// The most switches of single things that are on at once: fewer than [`READ_MAX`], by those of the whole bank.
pub const THINGS_MAX: i64 = 9_900;

/// Finds a thing by what an operator calls it; the name by which rows have it, or `None` when there is none.
pub type Named = fn(&mut Tx, &str) -> Result<Option<String>>;

/// A switch, declared by whoever it stops.
#[derive(Debug)]
pub struct Switch {
    pub name: &'static str,
    /// The kind of the one thing for which it is set, such as `company`, and how that is found; none when it is set for
    /// the whole bank.
    pub subject: Option<(&'static str, Named)>,
    /// A sentence about what it stops, for operators.
    pub stops: &'static str,
}

/// Stops every change: the name of this one is in the statements of `jobs` and `orders`.
pub static READ_ONLY: Switch = Switch {
    name: "read_only",
    subject: None,
    stops: "Every request that changes something, every job, and handing out orders; reading goes on",
};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting {
    pub name: String,
    /// The one thing for which it is set; empty for the whole bank.
    pub subject: String,
    pub is_on: bool,
    pub reason: String,
    pub person: String,
    pub set_at: Instant,
}

pub fn set(tx: &mut Tx, setting: &Setting) -> Result<()> {
    let Setting { name, subject, is_on, reason, person, set_at } = setting;
    let (name, subject) = (name.as_str(), subject.as_str());
    tx.execute_one(&SWITCH_SET, params![name, subject, *is_on, reason.as_str(), person.as_str(), *set_at])
}

/// Returns a switch as it was set last; none that never was.
pub fn find(tx: &mut Tx, name: &str, subject: &str) -> Result<Option<Setting>> {
    tx.select_optional(&SWITCH_FIND, params![name, subject])
}

/// Tells whether a switch is on: for one thing, or for the whole bank where `subject` is empty.
pub fn is_on(tx: &mut Tx, switch: &Switch, subject: &str) -> Result<bool> {
    Ok(find(tx, switch.name, subject)?.is_some_and(|setting| setting.is_on))
}

/// Tells whether so many single things are stopped that no process would read of one more.
pub fn is_full(tx: &mut Tx) -> Result<bool> {
    Ok(tx.select_one::<i64>(&SWITCHES_THINGS, params![])? >= THINGS_MAX)
}

pub fn is_any_on(tx: &mut Tx) -> Result<bool> {
    Ok(tx.query_optional(&SWITCHES_ANY, params![])?.is_some())
}

/// Lists the switches that are on: one short read.
pub async fn on(store: &Store) -> Result<Vec<Setting>> {
    store.select(&SWITCHES_ON, params![i64::try_from(READ_MAX).unwrap_or(i64::MAX)]).await
}

pub async fn all(store: &Store) -> Result<Vec<Setting>> {
    store.select(&SWITCHES_ALL, params![i64::try_from(READ_MAX).unwrap_or(i64::MAX)]).await
}
