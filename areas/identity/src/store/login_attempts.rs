//! Counters of failures in their table, whose rules are in [`crate::login::lockout`], and the addresses from which each
//! user has logged in: what strangers do to the login name elsewhere does not reach these (requirement IDN-10). Hashes
//! alone are kept of addresses.
//!
//! A counter is held before it is judged: the statement that reads it writes it too, so that the next attempt waits for
//! the commit of this one.

use kernel::{Instant, SessionId};
use store::{Result, Selected as _, Store, Tx, Written as _, params};

use crate::login::lockout::{Failures, KNOWN_ADDRESSES_MAX};
use crate::login::login_attempt::{Counted, CounterKind, HeldCounter, LoginSubjects, Subjects};
use crate::login::login_history::{LOGINS_SHOWN_MAX, LoginOutcome, PastLogin};
use crate::person::origin::Origin;

store::selected! {
    Failures as "a" { count: "failures", blocked_until: "blocked_until_us", last_at: "last_at_us" }
    PastLogin (address: "h.address", browser: "h.browser") {
        at: "h.at_us", outcome: "h.outcome", client: "h.client_id", client_name: "c.name";
        origin: Origin { address, browser },
    }
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
    pub LOGIN_NOTE = "insert into login_history (login_sha256, at_us, entry_id, outcome, client_id, address, browser) \
        values ($1, $2, $3, $4, $5, $6, $7)";
    /// Reads the logins of one login name, the latest first. Moments are those of a sum, so that nobody walks along the
    /// index of all logins by age.
    pub LOGINS_OF = store::text!("select ", PastLogin::LIST, " from login_history h \
        left join oauth_clients c on c.client_id = h.client_id where h.login_sha256 = $1 and h.at_us + 0 >= $2 \
        order by h.at_us + 0 desc, h.entry_id desc limit $3");
    pub LOGINS_MOVE = "update login_history set login_sha256 = $2 where login_sha256 = $1";
    /// Forgets old logins.
    pub LOGINS_PRUNE = "delete from login_history where at_us < $1 and (login_sha256, at_us, entry_id) in \
        (select login_sha256, at_us, entry_id from login_history where at_us < $1 order by at_us limit $2)";
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
    tx.execute(&ATTEMPTS_UNCOUNT, values).map(drop)
}

/// Forgets the failures of a subject. False when there were none.
pub fn forget(tx: &mut Tx, kind: CounterKind, subject: &str) -> Result<bool> {
    Ok(tx.execute(&ATTEMPTS_FORGET, params![kind.as_str(), subject])? == 1)
}

/// Moves the failures of a session to the one that follows it: otherwise another company would be another ten guesses.
pub fn carry_over(tx: &mut Tx, from: &SessionId, to: &SessionId) -> Result<()> {
    tx.execute(&ATTEMPTS_MOVE, params![CounterKind::Session.as_str(), from, to]).map(drop)
}

/// Returns the moment when the user with the login name last logged in from the address. An unknown address is
/// nobody's.
pub fn address_used_at(tx: &mut Tx, subjects: &LoginSubjects) -> Result<Option<Instant>> {
    let Some(together) = &subjects.together else { return Ok(None) };
    tx.select_optional(&KNOWN_ADDRESS, params![subjects.login.as_str(), together.as_str()])
}

/// Remembers that the user has logged in from there, with every factor.
pub fn remember_address(tx: &mut Tx, subjects: &Subjects, now: Instant) -> Result<()> {
    let Subjects::Login(LoginSubjects { login, together: Some(together), .. }) = subjects else {
        return Ok(());
    };
    tx.execute(&KNOWN_ADDRESS_USED, params![login, together, now])?;
    tx.execute(&KNOWN_ADDRESSES_BOUND, params![login, KNOWN_ADDRESSES_MAX]).map(drop)
}

/// Forgets every address of the user.
pub fn forget_addresses(tx: &mut Tx, subjects: &LoginSubjects) -> Result<()> {
    tx.execute(&KNOWN_ADDRESSES_FORGET, params![subjects.login.as_str()]).map(drop)
}

#[derive(Clone, Copy, Debug)]
pub struct Noted<'a> {
    pub login_sha256: &'a str,
    pub id: uuid::Uuid,
    pub outcome: LoginOutcome,
    pub client: &'a str,
    pub origin: Origin,
}

/// Writes what came of a login.
pub fn note_login(tx: &mut Tx, login: Noted<'_>, now: Instant) -> Result<()> {
    let mut values = params![login.login_sha256, now, login.id, login.outcome.as_str(), login.client];
    (login.origin.address, login.origin.browser).write(&mut values);
    tx.execute_one(&LOGIN_NOTE, values)
}

/// Moves the history of a login name to the one that its person has now.
pub fn move_history(tx: &mut Tx, before: &LoginSubjects, after: &LoginSubjects) -> Result<()> {
    tx.execute(&LOGINS_MOVE, params![before.login.as_str(), after.login.as_str()]).map(drop)
}

/// Returns the logins of one login name since a moment, the latest first, at most [`LOGINS_SHOWN_MAX`].
pub async fn list_logins(store: &Store, login_sha256: &str, since: Instant) -> Result<Vec<PastLogin>> {
    store.select(&LOGINS_OF, params![login_sha256, since, LOGINS_SHOWN_MAX]).await
}
