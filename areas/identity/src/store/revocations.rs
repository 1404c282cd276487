//! What ends sessions, and the list from which other processes learn of it.

use audit::Actor;
use clients::{ClientStatus, UserStatus};
use kernel::{ClientId, Instant, Randomness, SessionId, UserId};
use store::{StoreError, Tx, params};

use super::trail::Author;
use super::{authorization_codes, interactions, sessions, user_access};
use crate::revocation::Subject;
use crate::session::EndReason;

store::queries! {
    /// The number of the next revocation. The row stays locked until the unit of work is committed, so that
    /// numbers become visible in their order.
    pub REVOCATION_NUMBER = "update revocation_counter set sequence = sequence + 1 where singleton
        returning sequence";

    /// Writes a revocation.
    pub REVOCATION_INSERT = "insert into revocations (sequence, subject_kind, subject_id, revoked_at_us)
        values ($1, $2, $3, $4)";

    /// The revocations after a number, in their order.
    pub REVOCATIONS_AFTER = "select sequence, subject_kind, subject_id, revoked_at_us from revocations
        where sequence > $1 order by sequence limit $2";

    /// Forgets revocations of tokens that have all expired.
    pub REVOCATIONS_PRUNE = "delete from revocations where sequence in (
            select sequence from revocations where revoked_at_us < $1 order by revoked_at_us limit $2)";
}

/// Tells every process of a revocation.
pub fn publish(tx: &mut Tx, subject: &Subject, now: Instant) -> Result<(), StoreError> {
    let sequence = tx.query_one(&REVOCATION_NUMBER, Vec::new())?.integer("sequence")?;
    tx.execute_one(&REVOCATION_INSERT, params![sequence, subject.kind().name(), subject.id(), now])
}

/// Ends a session with all its tokens: within two seconds no process accepts them. False when it has ended already.
pub fn end_session(
    tx: &mut Tx,
    session: &SessionId,
    reason: EndReason,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    if !sessions::end(tx, session, reason, now)? {
        return Ok(false);
    }
    publish(tx, &Subject::Session(session.clone()), now)?;
    let detail = serde_json::json!({ "reason": reason.name() });
    let object = ("session", session.as_str());
    audit::record(tx, author.entry(now, randomness, "session.revoked", object).detail(detail))?;
    Ok(true)
}

/// Ends all access of a user: every session with every token issued until now, and what would become a session: codes
/// that nobody has exchanged, and logins under way. Tells how many sessions ended.
pub fn end_access_of_user(
    tx: &mut Tx,
    user: &UserId,
    reason: EndReason,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<u64, StoreError> {
    let ended = take_from_user(tx, user, reason, now)?;
    tell(tx, &Subject::User(user.clone()), reason, ended, author, randomness, now)?;
    Ok(ended)
}

/// Ends all access of a client, as [`end_access_of_user`] does. Tells how many sessions ended.
pub fn end_access_of_client(
    tx: &mut Tx,
    client: &ClientId,
    reason: EndReason,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<u64, StoreError> {
    let ended = take_from_client(tx, client, reason, now)?;
    tell(tx, &Subject::Client(client.clone()), reason, ended, author, randomness, now)?;
    Ok(ended)
}

/// The rows of a user's access. What somebody begins meanwhile waits for this, or this for it.
fn take_from_user(tx: &mut Tx, user: &UserId, reason: EndReason, now: Instant) -> Result<u64, StoreError> {
    user_access::hold(tx, user)?;
    interactions::end_of_user(tx, user)?;
    authorization_codes::withdraw_of_user(tx, user)?;
    sessions::end_of_user(tx, user, reason, now)
}

fn take_from_client(
    tx: &mut Tx,
    client: &ClientId,
    reason: EndReason,
    now: Instant,
) -> Result<u64, StoreError> {
    interactions::end_of_client(tx, client)?;
    authorization_codes::withdraw_of_client(tx, client)?;
    sessions::end_of_client(tx, client, reason, now)
}

/// Tells processes and the trail that every session of a user or client has ended.
fn tell(
    tx: &mut Tx,
    subject: &Subject,
    reason: EndReason,
    sessions: u64,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    publish(tx, subject, now)?;
    let kind = match subject {
        Subject::Session(_) => "session",
        Subject::User(_) => "user",
        Subject::Client(_) => "client",
    };
    let detail = serde_json::json!({ "reason": reason.name(), "sessions": sessions });
    audit::record(tx, author.entry(now, randomness, "sessions.revoked", (kind, subject.id())).detail(detail))
}

/// Locks a user: no login, no refresh, and no token works any more, also after the user is let in again. False when there
/// is no such user or the user is locked already.
pub fn lock_user(
    tx: &mut Tx,
    user: &UserId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    if !clients::set_user_status(tx, user, UserStatus::Locked, now)? {
        return Ok(false);
    }
    audit::record(tx, author.entry(now, randomness, "user.locked", ("user", user.as_str())))?;
    end_access_of_user(tx, user, EndReason::UserLocked, author, randomness, now)?;
    Ok(true)
}

/// Lets a user in again: to log in anew. False when there is no such user or the user is in service.
pub fn unlock_user(
    tx: &mut Tx,
    user: &UserId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    if !clients::set_user_status(tx, user, UserStatus::Active, now)? {
        return Ok(false);
    }
    audit::record(tx, author.entry(now, randomness, "user.unlocked", ("user", user.as_str())))?;
    end_remains_of_user(tx, user, author, randomness, now)?;
    Ok(true)
}

/// Disables a client: no login, no refresh, and no token works any more, also after the client is enabled again. False
/// when there is no such client or it is disabled already.
pub fn disable_client(
    tx: &mut Tx,
    client: &ClientId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    if !clients::set_client_status(tx, client, ClientStatus::Disabled, now)? {
        return Ok(false);
    }
    audit::record(tx, author.entry(now, randomness, "client.disabled", ("client", client.as_str())))?;
    end_access_of_client(tx, client, EndReason::ClientDisabled, author, randomness, now)?;
    Ok(true)
}

/// Enables a client again: its users log in anew. False when there is no such client or it is in service.
pub fn enable_client(
    tx: &mut Tx,
    client: &ClientId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<bool, StoreError> {
    if !clients::set_client_status(tx, client, ClientStatus::Active, now)? {
        return Ok(false);
    }
    audit::record(tx, author.entry(now, randomness, "client.enabled", ("client", client.as_str())))?;
    end_remains_of_client(tx, client, author, randomness, now)?;
    Ok(true)
}

/// Ends what a user still has who was stopped by hand in the tables, where nothing else could end it.
pub fn end_remains_of_user(
    tx: &mut Tx,
    user: &UserId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    let reason = EndReason::UserLocked;
    match take_from_user(tx, user, reason, now)? {
        0 => Ok(()),
        ended => tell(tx, &Subject::User(user.clone()), reason, ended, author, randomness, now),
    }
}

/// Ends what a client still has that was stopped by hand in the tables.
pub fn end_remains_of_client(
    tx: &mut Tx,
    client: &ClientId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    let reason = EndReason::ClientDisabled;
    match take_from_client(tx, client, reason, now)? {
        0 => Ok(()),
        ended => tell(tx, &Subject::Client(client.clone()), reason, ended, author, randomness, now),
    }
}

/// Ends what users and clients still have who were stopped by hand in the tables. Until this runs, the feed and the token
/// endpoint ask for their status, so that nothing of it works; this keeps it from working again when they are let in again.
pub(super) fn end_what_is_stopped(
    tx: &mut Tx,
    stopped: &clients::Stopped,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    let author = Author::outside_of_requests(Actor::System);
    for user in &stopped.users {
        end_remains_of_user(tx, user, &author, randomness, now)?;
    }
    for client in &stopped.clients {
        end_remains_of_client(tx, client, &author, randomness, now)?;
    }
    Ok(())
}
