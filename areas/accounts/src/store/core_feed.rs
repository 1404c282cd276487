//! The place of each system of the core in its feed, and everything that is different here.

use kernel::{Instant, Money};
use store::{Result, Selected as _, Tx, params};

store::queries! {
    FEED_BEGIN = "insert into core_feeds (system, last_number, taken_at_us) values ($1, $2, $3) \
        on conflict (system) do nothing";
    /// Takes the place of a feed until the end of the unit.
    FEED_TAKE = "update core_feeds set last_number = last_number where system = $1 returning last_number";
    pub(crate) FEED_SET = "update core_feeds set last_number = $2, taken_at_us = $3 where system = $1 \
        and last_number <= $2";
    pub(crate) FEED_LAST = "select last_number from core_feeds where system = $1";
    pub(crate) FEED_ANY = "select last_number from core_feeds limit 1";
    /// The feeds, each with the moment of its last bunch.
    pub(crate) FEEDS = "select system, taken_at_us from core_feeds order by system limit $1";
    /// The numbers between two of facts that were refused.
    pub(crate) REFUSED_NUMBERS = "select number from core_differences where system = $1 and number >= $2 \
        and number <= $3 and here_minor is null";
    DIFFERENCE_PUT = "insert into core_differences (system, number, account, code, message, told_minor, here_minor, \
        told_at_us) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (system, number) do update set \
        code = excluded.code, message = excluded.message, told_minor = excluded.told_minor, \
        here_minor = excluded.here_minor, told_at_us = excluded.told_at_us";
    DIFFERENCE_END = "delete from core_differences where system = $1 and number = $2 returning message";
    /// Forgets that the balance of an account was another one, because it agrees now.
    pub(crate) BREAK_END = "delete from core_differences where account = $1 and here_minor is not null";
    pub(crate) DIFFERENCES = store::text!("select ", Difference::LIST, " from core_differences \
        order by told_at_us, system, number limit $1");
    pub(crate) DIFFERENCES_COUNT = "select count(1) as differences, min(told_at_us) as oldest_us from core_differences";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub system: String,
    pub number: i64,
    /// The account, where the fact names one.
    pub account: Option<String>,
    /// The kind: `OTHER_BALANCE`, or the code of a refusal.
    pub code: String,
    pub message: String,
    /// The balance in the core, and the one here.
    pub balances: Option<(Money, Money)>,
    pub told_at: Instant,
}

store::selected! {
    Difference (told_minor, here_minor) {
        system, number, account, code, message, told_at: "told_at_us"; balances: Option::zip(told_minor, here_minor),
    }
}

/// Takes the place of a feed, which begins before `first` where it is new. Returns the last number that was taken.
pub(crate) fn take(tx: &mut Tx, system: &str, first: i64, now: Instant) -> Result<i64> {
    tx.execute(&FEED_BEGIN, params![system, first - 1, now])?;
    tx.select_one(&FEED_TAKE, params![system])
}

pub(crate) fn put(tx: &mut Tx, difference: &Difference) -> Result<()> {
    let Difference { system, number, account, code, message, balances, told_at } = difference;
    let values = params![
        system.as_str(),
        *number,
        account.as_deref(),
        code.as_str(),
        message.as_str(),
        balances.map(|(told, _)| told),
        balances.map(|(_, here)| here),
        *told_at
    ];
    tx.execute_one(&DIFFERENCE_PUT, values)
}

/// Forgets the difference of a fact. Returns its message; none when there was none.
pub fn forget_difference(tx: &mut Tx, system: &str, number: i64) -> Result<Option<String>> {
    tx.select_optional(&DIFFERENCE_END, params![system, number])
}
