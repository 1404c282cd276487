//! Sessions as their user sees them.

use kernel::{Instant, UserId};
use store::{Row, Store, StoreError, params};

use crate::token::online_bank::SessionUse;
use crate::token::own_session::{OWN_SESSIONS_MAX, OwnSession};

store::queries! {
    /// Reads the sessions of a user that have not ended, the latest first. The order is that of a sum, so that nobody
    /// walks along an index of all users' sessions.
    pub OWN_SESSIONS = "select s.session_id, s.client_id, c.name as client_name, s.cnum, s.address, s.browser,
            s.created_at_us, coalesce(s.used_at_us, s.refreshed_at_us, s.created_at_us) as used_at_us, s.expires_at_us
        from sessions s left join oauth_clients c on c.client_id = s.client_id
        where s.user_id = $1 and s.ended_at_us is null and s.expires_at_us + 0 > $2
        order by s.created_at_us + 0 desc, s.session_id limit $3";
}

/// Returns the sessions of `user` that are alive at `now`, the latest first, at most [`OWN_SESSIONS_MAX`].
pub async fn list(store: &Store, user: &UserId, now: Instant) -> Result<Vec<OwnSession>, StoreError> {
    store.query(&OWN_SESSIONS, params![user, now, OWN_SESSIONS_MAX]).await?.iter().map(session).collect()
}

fn session(row: &Row) -> Result<OwnSession, StoreError> {
    Ok(OwnSession {
        id: row.parse("session_id")?,
        client: row.parse("client_id")?,
        client_name: row.optional_text("client_name")?.map(str::to_owned),
        company: row.parse("cnum")?,
        origin: super::origin(row)?,
        begun_at: row.instant("created_at_us")?,
        last: SessionUse { used_at: row.instant("used_at_us")?, expires_at: row.instant("expires_at_us")? },
    })
}
