//! The counters of failed logins in their table. The rules are in [`crate::lockout`].

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Instant;
use sha2::{Digest, Sha256};
use store::{StoreError, Tx, params};

use crate::lockout::{Failures, LOGIN_FAILURES_MAX, Verdict, count_address, count_login, counted_address};

store::queries! {
    /// What is known about the failures of a login name or an address.
    pub ATTEMPTS = "select failures, blocked_until_us, last_at_us from login_attempts \
        where subject_kind = $1 and subject = $2";
    /// The first failure.
    pub ATTEMPTS_BEGIN = "insert into login_attempts (subject_kind, subject, failures, blocked_until_us, last_at_us) \
        values ($1, $2, $3, $4, $5) on conflict (subject_kind, subject) do nothing";
    /// A further failure; changes nothing when another attempt was counted in between.
    pub ATTEMPTS_COUNT = "update login_attempts set failures = $3, blocked_until_us = $4, last_at_us = $5 \
        where subject_kind = $1 and subject = $2 and failures = $6 and blocked_until_us = $7";
    /// One attempt was no failure after all. The wait that it brought about ends; one of another attempt stays.
    pub ATTEMPTS_UNCOUNT = "update login_attempts set failures = failures - 1, blocked_until_us = \
        case when blocked_until_us = $3 then $4 else blocked_until_us end \
        where subject_kind = $1 and subject = $2 and failures > 0";
    /// A login that succeeded ends the row of failures.
    pub ATTEMPTS_FORGET = "delete from login_attempts where subject_kind = $1 and subject = $2";
    /// Rows that nobody needs any more.
    pub ATTEMPTS_PRUNE = "delete from login_attempts where last_at_us < $1 and (subject_kind, subject) in \
        (select subject_kind, subject from login_attempts where last_at_us < $1 order by last_at_us limit $2)";
}

const LOGIN: &str = "LOGIN";
const ADDRESS: &str = "ADDRESS";

/// Whose failures are counted: a login name and the address that tries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subjects {
    /// The hash of the login name.
    pub login: String,
    /// The network address; IPv6 by its /64, which is what one customer has.
    pub address: String,
}

impl Subjects {
    /// The subjects of an attempt. The login name is hashed: what people type there is sometimes a password.
    #[must_use]
    pub fn new(login: &str, address: Option<std::net::IpAddr>) -> Self {
        Self {
            login: URL_SAFE_NO_PAD.encode(Sha256::digest(login.as_bytes())),
            address: counted_address(address),
        }
    }
}

/// What an attempt is told, and whether it is the one that locks the login name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Admission {
    /// Whether the password may be looked at.
    pub verdict: Verdict,
    /// This attempt is the tenth failure in a row, unless it succeeds.
    pub locks: bool,
    /// Until when this attempt made the login name wait.
    login_blocked_until: Instant,
    /// Until when this attempt made the address wait.
    address_blocked_until: Instant,
}

/// Counts an attempt as a failure before its password is looked at. Commits before the answer, so that parallel
/// attempts in any process see each other.
pub fn admit(tx: &mut Tx, subjects: &Subjects, now: Instant) -> Result<Admission, StoreError> {
    let address_before = failures(tx, ADDRESS, &subjects.address)?;
    let (address_verdict, address_after) = count_address(address_before.unwrap_or(Failures::none(now)), now);
    if address_verdict != Verdict::Admitted {
        return Ok(Admission {
            verdict: address_verdict,
            locks: false,
            login_blocked_until: now,
            address_blocked_until: now,
        });
    }
    let before = failures(tx, LOGIN, &subjects.login)?;
    let (verdict, after) = count_login(before.unwrap_or(Failures::none(now)), now);
    if before != Some(after) {
        keep(tx, LOGIN, &subjects.login, before, after)?;
    }
    if verdict == Verdict::Admitted {
        keep(tx, ADDRESS, &subjects.address, address_before, address_after)?;
    }
    let locked_before = before.is_some_and(|before| before.count >= LOGIN_FAILURES_MAX);
    Ok(Admission {
        verdict,
        locks: after.count >= LOGIN_FAILURES_MAX && !locked_before,
        login_blocked_until: after.blocked_until,
        address_blocked_until: address_after.blocked_until,
    })
}

/// The attempt was no failure, but the login is not complete: the second factor is still to come. What `admission`
/// made wait is free again; a wait or a lock that another attempt brought about stays.
pub fn uncount(
    tx: &mut Tx,
    subjects: &Subjects,
    admission: &Admission,
    now: Instant,
) -> Result<(), StoreError> {
    let login = params![LOGIN, subjects.login.as_str(), admission.login_blocked_until, now];
    tx.execute(&ATTEMPTS_UNCOUNT, login)?;
    uncount_address(tx, subjects, admission, now)
}

/// The login is complete. The address keeps its other failures: they may be guesses at other users.
pub fn succeed(
    tx: &mut Tx,
    subjects: &Subjects,
    admission: &Admission,
    now: Instant,
) -> Result<(), StoreError> {
    tx.execute(&ATTEMPTS_FORGET, params![LOGIN, subjects.login.as_str()])?;
    uncount_address(tx, subjects, admission, now)
}

fn uncount_address(
    tx: &mut Tx,
    subjects: &Subjects,
    admission: &Admission,
    now: Instant,
) -> Result<(), StoreError> {
    let address = params![ADDRESS, subjects.address.as_str(), admission.address_blocked_until, now];
    tx.execute(&ATTEMPTS_UNCOUNT, address)?;
    Ok(())
}

/// Forgets the failures of a login name: the operator's way to end a lock.
pub fn unlock(tx: &mut Tx, login: &str) -> Result<bool, StoreError> {
    let subjects = Subjects::new(login, None);
    Ok(tx.execute(&ATTEMPTS_FORGET, params![LOGIN, subjects.login.as_str()])? == 1)
}

fn failures(tx: &mut Tx, kind: &str, subject: &str) -> Result<Option<Failures>, StoreError> {
    let Some(row) = tx.query_optional(&ATTEMPTS, params![kind, subject])? else { return Ok(None) };
    Ok(Some(Failures {
        count: row.integer("failures")?,
        blocked_until: row.instant("blocked_until_us")?,
        last_at: row.instant("last_at_us")?,
    }))
}

/// Writes the new count; a row that changed since it was read fails the unit of work, so that no attempt is lost.
fn keep(
    tx: &mut Tx,
    kind: &str,
    subject: &str,
    before: Option<Failures>,
    after: Failures,
) -> Result<(), StoreError> {
    match before {
        None => tx.execute_one(
            &ATTEMPTS_BEGIN,
            params![kind, subject, after.count, after.blocked_until, after.last_at],
        ),
        Some(before) => tx.execute_one(
            &ATTEMPTS_COUNT,
            params![
                kind,
                subject,
                after.count,
                after.blocked_until,
                after.last_at,
                before.count,
                before.blocked_until,
            ],
        ),
    }
}
