//! Sessions in their table, and as their user sees them.

use kernel::{ClientId, Cnum, Instant, SessionId, UserId};
use store::{FromRow as _, Result, Selected as _, Store, Tx, Written as _, params};

use crate::person::origin::Origin;
use crate::token::grant::{OWN_SESSIONS_MAX, OwnSession};
use crate::token::online_bank::SessionUse;
use crate::token::refresh::{CountedDay, RefreshState, RefreshToken};
use crate::token::session::{EndReason, Holder, Session};

store::selected! {
    Session as "s" |row| => own (
        ended_at: "ended_at_us" => own.ended.map(|(at, _)| at),
        reason: "end_reason" => own.ended.map(|(_, reason)| reason),
    ) {
        id: "session_id", client: "client_id", user: "user_id", company: "cnum", scope, max_age_s,
        authenticated_at: "authenticated_at_us", expires_at: "expires_at_us", refresh: RefreshState;
        ended: match (ended_at, reason) {
            (Some(at), Some(reason)) => Some((at, reason)),
            (None, None) => None,
            _ => return Err(row.inconsistency("ended_at_us or end_reason", "is null")),
        },
    }
    RefreshState as "s" => own {
        hash: "refresh_hash", previous: "previous_refresh_hash", generation: "refresh_generation",
    }
    CountedDay as "s" { first: "counted_from_us", last: "refreshed_at_us", refreshes: "counted_refreshes" }
    CountedSession as "s" { id: "session_id", client: "client_id", company: "cnum", day: CountedDay }
    OwnSession (address: "s.address", browser: "s.browser") {
        id: "s.session_id", client: "s.client_id", client_name: "c.name", company: "s.cnum",
        begun_at: "s.created_at_us", last: SessionUse;
        origin: Origin { address, browser },
    }
    SessionUse {
        used_at: "coalesce(s.used_at_us, s.refreshed_at_us, s.created_at_us) as used_at_us",
        expires_at: "s.expires_at_us",
    }
}

store::queries! {
    pub SESSION_INSERT = store::text!("insert into sessions (created_at_us, address, browser, ", Session::LIST, ")
        values (", store::parameters(Session::COLUMNS + 3), ")");

    pub SESSION_BY_ID = store::text!("select ", Session::ALIASED, " from sessions s where s.session_id = $1");

    /// Replaces the last refresh token by its successor and counts it, unless it was replaced, the session has ended,
    /// or the trail was told of another day's refreshes meanwhile.
    pub SESSION_ROTATE = "update sessions set previous_refresh_hash = refresh_hash, refresh_hash = $3,
            refresh_generation = $4, refreshed_at_us = $5, counted_from_us = $6, counted_refreshes = $7
        where session_id = $1 and refresh_hash = $2 and ended_at_us is null
          and counted_from_us is not distinct from cast($8 as bigint)";

    /// Sessions with refreshes of days before a moment that the trail has not been told of.
    pub SESSIONS_COUNTED = store::text!("select ", CountedSession::LIST, "
        from sessions where counted_from_us < $1 order by counted_from_us limit $2");

    /// Notes that the trail is told of the refreshes of a day, unless it was.
    pub SESSION_TOLD = "update sessions set counted_from_us = null, counted_refreshes = 0
        where session_id = $1 and counted_from_us = $2";

    /// Notes that a refresh was repeated, unless the successor was used or the session has ended.
    pub SESSION_REPEATED = "update sessions set refreshed_at_us = $1
        where session_id = $2 and refresh_hash = $3 and ended_at_us is null";

    pub SESSION_END = "update sessions set ended_at_us = $2, end_reason = $3
        where session_id = $1 and ended_at_us is null";

    /// Notes a use of a session, unless a later one is noted.
    pub SESSION_USED = "update sessions set used_at_us = $2
        where session_id = $1 and ended_at_us is null and coalesce(used_at_us, created_at_us) < $2";

    pub SESSIONS_END_OTHERS = "update sessions set ended_at_us = $3, end_reason = $4
        where user_id = $1 and session_id <> $2 and ended_at_us is null returning session_id";

    /// Reads the sessions of a user that have not ended, those whose tokens were issued last first.
    pub SESSIONS_OF_USER = "select session_id from sessions where user_id = $1 and ended_at_us is null
        order by coalesce(refreshed_at_us, created_at_us) desc limit $2";

    pub SESSIONS_OF_CLIENT = "select session_id from sessions where client_id = $1 and ended_at_us is null
        order by coalesce(refreshed_at_us, created_at_us) desc limit $2";

    pub SESSIONS_END_OF_USER = "update sessions set ended_at_us = $2, end_reason = $3
        where user_id = $1 and ended_at_us is null";

    pub SESSIONS_END_OF_CLIENT = "update sessions set ended_at_us = $2, end_reason = $3
        where client_id = $1 and ended_at_us is null";

    /// Forgets sessions that were over long ago.
    pub SESSIONS_PRUNE = "delete from sessions where session_id in (
            select session_id from sessions where expires_at_us < $1 order by expires_at_us limit $2)";

    /// Reads the sessions of a user that have not ended, the latest first. The order is that of a sum, so that nobody
    /// walks along an index of all users' sessions.
    pub OWN_SESSIONS = store::text!("select ", OwnSession::LIST, "
        from sessions s left join oauth_clients c on c.client_id = s.client_id
        where s.user_id = $1 and s.ended_at_us is null and s.expires_at_us + 0 > $2
        order by s.created_at_us + 0 desc, s.session_id limit $3");
}

/// Writes a new session of a login that came from `origin`.
pub fn insert(tx: &mut Tx, session: &Session, origin: Origin, now: Instant) -> Result<()> {
    let mut values = params![now];
    (origin.address, origin.browser).write(&mut values);
    session.write(&mut values);
    tx.execute_one(&SESSION_INSERT, values)
}

/// Returns a session, as of now.
pub async fn find(store: &Store, id: &SessionId) -> Result<Option<Session>> {
    store.select_optional(&SESSION_BY_ID, params![id]).await
}

pub fn find_in(tx: &mut Tx, id: &SessionId) -> Result<Option<Session>> {
    tx.select_optional(&SESSION_BY_ID, params![id])
}

/// Replaces the last refresh token by its successor, and the refreshes counted before by those of the day now. False
/// when it was replaced already, or the session has ended.
pub fn rotate(
    tx: &mut Tx,
    id: &SessionId,
    (last, successor): (&RefreshToken, &RefreshToken),
    (before, day): (Option<CountedDay>, CountedDay),
) -> Result<bool> {
    let values = params![
        id,
        last.hash(),
        successor.hash(),
        successor.generation(),
        day.last,
        day.first,
        day.refreshes,
        before.map(|before| before.first)
    ];
    Ok(tx.execute(&SESSION_ROTATE, values)? == 1)
}

/// A session whose refreshes of a day are counted.
#[derive(Clone, Debug)]
pub struct CountedSession {
    pub id: SessionId,
    pub client: ClientId,
    pub company: Cnum,
    pub day: CountedDay,
}

/// Takes sessions whose counted refreshes are of days before `moment`, as told of in this unit.
pub fn take_counted(tx: &mut Tx, moment: Instant, most: i64) -> Result<Vec<CountedSession>> {
    let mut taken = Vec::new();
    for session in tx.select::<CountedSession>(&SESSIONS_COUNTED, params![moment, most])? {
        if tx.execute(&SESSION_TOLD, params![&session.id, session.day.first])? == 1 {
            taken.push(session);
        }
    }
    Ok(taken)
}

/// Notes that the last refresh token was sent once more. False when it has been used, or the session has ended.
pub fn note_repeat(tx: &mut Tx, id: &SessionId, last: &RefreshToken, now: Instant) -> Result<bool> {
    Ok(tx.execute(&SESSION_REPEATED, params![now, id, last.hash()])? == 1)
}

/// Ends a session. False when it has ended already.
pub fn end(tx: &mut Tx, id: &SessionId, reason: EndReason, now: Instant) -> Result<bool> {
    Ok(tx.execute(&SESSION_END, params![id, now, reason.as_str()])? == 1)
}

pub fn note_use(tx: &mut Tx, id: &SessionId, now: Instant) -> Result<()> {
    tx.execute(&SESSION_USED, params![id, now]).map(drop)
}

/// Ends every session of a user but `kept`, and returns which.
pub fn end_others(
    tx: &mut Tx,
    user: &UserId,
    kept: &SessionId,
    reason: EndReason,
    now: Instant,
) -> Result<Vec<SessionId>> {
    tx.select(&SESSIONS_END_OTHERS, params![user, kept, now, reason.as_str()])
}

/// Lists at most `limit` open sessions of a user or client, those whose tokens were issued last first.
pub fn open_of(tx: &mut Tx, holder: Holder<'_>, limit: i64) -> Result<Vec<SessionId>> {
    tx.select(holder.pick(&SESSIONS_OF_USER, &SESSIONS_OF_CLIENT), params![holder.object().1, limit])
}

/// Ends every session of a user or client and tells how many.
pub fn end_of(tx: &mut Tx, holder: Holder<'_>, reason: EndReason, now: Instant) -> Result<u64> {
    let query = holder.pick(&SESSIONS_END_OF_USER, &SESSIONS_END_OF_CLIENT);
    tx.execute(query, params![holder.object().1, now, reason.as_str()])
}

/// Returns the sessions of `user` that are alive at `now`, the latest first: one more than [`OWN_SESSIONS_MAX`] where
/// there are more.
pub async fn list_own(store: &Store, user: &UserId, now: Instant) -> Result<Vec<OwnSession>> {
    store.select(&OWN_SESSIONS, params![user, now, OWN_SESSIONS_MAX + 1]).await
}
