//! The counters of failures in their table. The rules are in [`crate::lockout`].
//!
//! A counter is held before it is judged: the statement that reads it writes it too, so that the next attempt waits for the
//! commit of this one. All units hold counters in the same order, the address first, so that none waits for another in a
//! circle. For that they need no serializable transaction, and what happens elsewhere in the database does not disturb them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, SessionId};
use sha2::{Digest, Sha256};
use store::{StoreError, Tx, params};

use super::known_addresses;
use crate::lockout::{
    Failures, LOGIN_FAILURES_MAX, Verdict, count_address, count_known, count_login, counted_address,
};

store::queries! {
    /// What is known about the failures of a subject; holds the row, or makes it, until the unit of work ends.
    pub ATTEMPTS_HOLD = "insert into login_attempts as a (subject_kind, subject, failures, blocked_until_us, last_at_us) \
        values ($1, $2, 0, 0, $3) on conflict (subject_kind, subject) do update set failures = a.failures \
        returning failures, blocked_until_us, last_at_us";
    /// A further failure of a subject whose row is held.
    pub ATTEMPTS_COUNT = "update login_attempts set failures = $3, blocked_until_us = $4, last_at_us = $5 \
        where subject_kind = $1 and subject = $2";
    /// One attempt was no failure after all. The wait that it brought about ends; one of another attempt stays.
    pub ATTEMPTS_UNCOUNT = "update login_attempts set failures = failures - 1, blocked_until_us = \
        case when blocked_until_us = $3 then $4 else blocked_until_us end \
        where subject_kind = $1 and subject = $2 and failures > 0";
    /// An attempt that succeeded ends the row of failures.
    pub ATTEMPTS_FORGET = "delete from login_attempts where subject_kind = $1 and subject = $2";
    /// Another session goes on with the failures of one that ends.
    pub ATTEMPTS_MOVE = "update login_attempts set subject = $3 where subject_kind = $1 and subject = $2";
    /// Rows that nobody needs any more.
    pub ATTEMPTS_PRUNE = "delete from login_attempts where last_at_us < $1 and (subject_kind, subject) in \
        (select subject_kind, subject from login_attempts where last_at_us < $1 order by last_at_us limit $2)";
}

/// What failures are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A login name.
    Login,
    /// A network address.
    Address,
    /// A login name and an address from which its user has logged in before.
    KnownAddress,
    /// A session.
    Session,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Login => "LOGIN",
            Self::Address => "ADDRESS",
            Self::KnownAddress => "KNOWN_ADDRESS",
            Self::Session => "SESSION",
        }
    }
}

/// Whose failures are counted at a login: a login name and the address that tries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginSubjects {
    /// The hash of the login name.
    pub login: String,
    /// The network address; IPv6 by its /64, which is what one customer has.
    pub address: String,
    /// The hash of both together; none when the address is not known.
    pub together: Option<String>,
}

impl LoginSubjects {
    /// The subjects of an attempt. The login name is hashed: what people type there is sometimes a password.
    #[must_use]
    pub fn new(login: &str, address: Option<std::net::IpAddr>) -> Self {
        let counted = counted_address(address);
        let together = address.map(|_| hashed(&format!("{login}\0{counted}")));
        Self { login: hashed(login), address: counted, together }
    }
}

fn hashed(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

/// Who tries something: what is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subjects {
    /// Somebody logs in.
    Login(LoginSubjects),
    /// Somebody confirms in a session that is open.
    Session(SessionId),
}

/// A counter that an attempt was counted in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counted {
    kind: Kind,
    subject: String,
    /// Until when this attempt made the subject wait.
    blocked_until: Instant,
}

/// What an attempt is told, and whether it is the one that locks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// Whether the password may be looked at.
    pub verdict: Verdict,
    /// This attempt is the tenth failure in a row, unless it succeeds.
    pub locks: bool,
    /// In the order in which counters are held.
    counted: Vec<Counted>,
}

/// Counts an attempt as a failure before its password is looked at. Commits before the answer, so that parallel
/// attempts in any process see each other.
pub fn admit(tx: &mut Tx, subjects: &Subjects, now: Instant) -> Result<Admission, StoreError> {
    match subjects {
        Subjects::Session(session) => {
            let (admission, counter) = judge(tx, Kind::Session, session.as_str(), now, count_login)?;
            counter.write(tx)?;
            Ok(admission)
        }
        Subjects::Login(subjects) => admit_login(tx, subjects, now),
    }
}

fn admit_login(tx: &mut Tx, subjects: &LoginSubjects, now: Instant) -> Result<Admission, StoreError> {
    let (by_address, address) = judge(tx, Kind::Address, &subjects.address, now, count_address)?;
    if by_address.verdict != Verdict::Admitted {
        return Ok(by_address);
    }
    let is_known = known_addresses::is_known(tx, subjects, now)?;
    let (mut admission, counter) = match &subjects.together {
        Some(together) if is_known => judge(tx, Kind::KnownAddress, together, now, count_known)?,
        _ => judge(tx, Kind::Login, &subjects.login, now, count_login)?,
    };
    counter.write(tx)?;
    if admission.verdict == Verdict::Admitted {
        address.write(tx)?;
        admission.counted.splice(0..0, by_address.counted);
    }
    Ok(admission)
}

/// A counter that is held, and what becomes of it.
struct Held {
    kind: Kind,
    subject: String,
    before: Failures,
    after: Failures,
}

impl Held {
    fn write(&self, tx: &mut Tx) -> Result<(), StoreError> {
        if self.before == self.after {
            return Ok(());
        }
        let Failures { count, blocked_until, last_at } = self.after;
        let values = params![self.kind.name(), self.subject.as_str(), count, blocked_until, last_at];
        tx.execute_one(&ATTEMPTS_COUNT, values)
    }
}

fn judge(
    tx: &mut Tx,
    kind: Kind,
    subject: &str,
    now: Instant,
    rule: impl Fn(Failures, Instant) -> (Verdict, Failures),
) -> Result<(Admission, Held), StoreError> {
    let row = tx.query_one(&ATTEMPTS_HOLD, params![kind.name(), subject, now])?;
    let before = Failures {
        count: row.integer("failures")?,
        blocked_until: row.instant("blocked_until_us")?,
        last_at: row.instant("last_at_us")?,
    };
    let (verdict, after) = rule(before, now);
    let may_lock = matches!(kind, Kind::Login | Kind::Session);
    let was_locked = before.count >= LOGIN_FAILURES_MAX;
    let admission = Admission {
        verdict,
        locks: may_lock && after.count >= LOGIN_FAILURES_MAX && !was_locked,
        counted: vec![Counted { kind, subject: subject.to_owned(), blocked_until: after.blocked_until }],
    };
    Ok((admission, Held { kind, subject: subject.to_owned(), before, after }))
}

/// The attempt was no failure, but nothing is complete: the second factor is still to come, or the code was used before.
/// What `admission` made wait is free again; a wait or a lock that another attempt brought about stays.
pub fn uncount(tx: &mut Tx, admission: &Admission, now: Instant) -> Result<(), StoreError> {
    admission.counted.iter().try_for_each(|counted| uncount_in(tx, counted, now))
}

/// The attempt was right and complete. The address keeps its other failures: they may be guesses at other users.
pub fn succeed(tx: &mut Tx, admission: &Admission, now: Instant) -> Result<(), StoreError> {
    for counted in &admission.counted {
        match counted.kind {
            Kind::Address => uncount_in(tx, counted, now)?,
            Kind::Login | Kind::KnownAddress | Kind::Session => {
                tx.execute(&ATTEMPTS_FORGET, params![counted.kind.name(), counted.subject.as_str()])?;
            }
        }
    }
    Ok(())
}

fn uncount_in(tx: &mut Tx, counted: &Counted, now: Instant) -> Result<(), StoreError> {
    let values = params![counted.kind.name(), counted.subject.as_str(), counted.blocked_until, now];
    tx.execute(&ATTEMPTS_UNCOUNT, values)?;
    Ok(())
}

/// The failures of a session go on in the one that follows it: otherwise another company would be another ten guesses.
pub fn carry_over(tx: &mut Tx, from: &SessionId, to: &SessionId) -> Result<(), StoreError> {
    tx.execute(&ATTEMPTS_MOVE, params![Kind::Session.name(), from, to])?;
    Ok(())
}

/// Forgets the failures of a login name: the operator's way to end a lock.
pub fn unlock(tx: &mut Tx, login: &str) -> Result<bool, StoreError> {
    let subjects = LoginSubjects::new(login, None);
    Ok(tx.execute(&ATTEMPTS_FORGET, params![Kind::Login.name(), subjects.login.as_str()])? == 1)
}
