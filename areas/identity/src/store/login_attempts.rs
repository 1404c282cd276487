//! Counters of failures in their table, whose rules are in [`crate::login::lockout`], and the addresses from which each
//! user has logged in: what strangers do to the login name elsewhere does not reach these (requirement IDN-10). Hashes
//! alone are kept of addresses.
//!
//! A counter is held before it is judged: the statement that reads it writes it too, so that the next attempt waits for
//! the commit of this one.

use kernel::{Instant, SessionId};
use store::{Result, Selected as _, Tx, params};

use crate::login::lockout::{Failures, KNOWN_ADDRESSES_MAX};
use crate::login::login_attempt::{Counted, CounterKind, HeldCounter, LoginSubjects};

store::selected! {
    Failures as "a" { count: "failures", blocked_until: "blocked_until_us", last_at: "last_at_us" }
}

store::queries! {
    /// Reads the failures of a subject; holds the row, or makes it, until the unit of work ends.
    pub ATTEMPTS_HOLD = store::text!("insert into login_attempts as a \
        (subject_kind, subject, failures, blocked_until_us, last_at_us) values ($1, $2, 0, 0, $3) \
        on conflict (subject_kind, subject) do update set failures = a.failures returning ", Failures::LIST);
    /// Writes a further failure of a subject whose row is held.
    pub ATTEMPTS_COUNT = "update login_attempts set failures = $3, blocked_until_us = $4, last_at_us = $5 \
        where subject_kind = $1 and subject = $2";
    pub ATTEMPTS_UNCOUNT = "update login_attempts set failures = failures - 1, blocked_until_us = \
        case when blocked_until_us = $3 then $4 else blocked_until_us end \
        where subject_kind = $1 and subject = $2 and failures > 0";
    pub ATTEMPTS_FORGET = "delete from login_attempts where subject_kind = $1 and subject = $2";
    pub ATTEMPTS_MOVE = "update login_attempts set subject = $3 where subject_kind = $1 and subject = $2";
    /// Forgets rows that nobody needs any more.
    pub ATTEMPTS_PRUNE = "delete from login_attempts where last_at_us < $1 and (subject_kind, subject) in \
        (select subject_kind, subject from login_attempts where last_at_us < $1 order by last_at_us limit $2)";
    pub KNOWN_ADDRESS = "select used_at_us from known_addresses where login_sha256 = $1 and address_sha256 = $2";
    pub KNOWN_ADDRESS_USED = "insert into known_addresses (login_sha256, address_sha256, used_at_us) values ($1, $2, \
        $3) \
        on conflict (login_sha256, address_sha256) do update set used_at_us = excluded.used_at_us";
    /// Forgets all but the latest addresses of a user. The order is that of a sum, so that nobody walks along the index
    /// of all users' addresses by age.
    pub KNOWN_ADDRESSES_BOUND = "delete from known_addresses where login_sha256 = $1 and address_sha256 not in \
        (select address_sha256 from known_addresses where login_sha256 = $1 \
            order by used_at_us + 0 desc, address_sha256 limit $2)";
    pub KNOWN_ADDRESSES_FORGET = "delete from known_addresses where login_sha256 = $1";
    /// Forgets addresses that were not used for long.
    pub KNOWN_ADDRESSES_PRUNE = "delete from known_addresses where used_at_us < $1 and (login_sha256, address_sha256) \
        in \
        (select login_sha256, address_sha256 from known_addresses where used_at_us < $1 order by used_at_us limit $2)";
}

/// Holds a counter until the unit of work ends, and returns its failures.
pub fn hold(tx: &mut Tx, kind: CounterKind, subject: &str, now: Instant) -> Result<Failures> {
    tx.select_one(&ATTEMPTS_HOLD, params![kind.as_str(), subject, now])
}

/// Writes a counter that is held, when the attempt changed it.
pub fn write(tx: &mut Tx, counter: &HeldCounter) -> Result<()> {
    if !counter.is_changed() {
        return Ok(());
    }
    let Failures { count, blocked_until, last_at } = counter.after;
    let values = params![counter.kind.as_str(), counter.subject.as_str(), count, blocked_until, last_at];
    tx.execute_one(&ATTEMPTS_COUNT, values)
}

/// Takes one attempt back. The wait that it brought about is over; one of another attempt stays.
pub fn uncount(tx: &mut Tx, counted: &Counted, now: Instant) -> Result<()> {
    let values = params![counted.kind.as_str(), counted.subject.as_str(), counted.blocked_until, now];
    tx.execute(&ATTEMPTS_UNCOUNT, values)?;
    Ok(())
}

/// Forgets the failures of a subject. False when there were none.
pub fn forget(tx: &mut Tx, kind: CounterKind, subject: &str) -> Result<bool> {
    Ok(tx.execute(&ATTEMPTS_FORGET, params![kind.as_str(), subject])? == 1)
}

/// Moves the failures of a session to the one that follows it: otherwise another company would be another ten guesses.
pub fn carry_over(tx: &mut Tx, from: &SessionId, to: &SessionId) -> Result<()> {
    tx.execute(&ATTEMPTS_MOVE, params![CounterKind::Session.as_str(), from, to])?;
    Ok(())
}

/// Returns the moment when the user with the login name last logged in from the address. An unknown address is
/// nobody's.
pub fn address_used_at(tx: &mut Tx, subjects: &LoginSubjects) -> Result<Option<Instant>> {
    let Some(together) = &subjects.together else { return Ok(None) };
    tx.select_optional(&KNOWN_ADDRESS, params![subjects.login.as_str(), together.as_str()])
}

/// Remembers that the user has logged in from there, with every factor.
pub fn remember_address(tx: &mut Tx, subjects: &LoginSubjects, now: Instant) -> Result<()> {
    let Some(together) = &subjects.together else { return Ok(()) };
    tx.execute(&KNOWN_ADDRESS_USED, params![subjects.login.as_str(), together.as_str(), now])?;
    tx.execute(&KNOWN_ADDRESSES_BOUND, params![subjects.login.as_str(), KNOWN_ADDRESSES_MAX])?;
    Ok(())
}

/// Forgets every address of the user.
pub fn forget_addresses(tx: &mut Tx, subjects: &LoginSubjects) -> Result<()> {
    tx.execute(&KNOWN_ADDRESSES_FORGET, params![subjects.login.as_str()])?;
    Ok(())
}
