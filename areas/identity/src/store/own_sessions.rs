//! Sessions as their user sees them.

use kernel::{Instant, UserId};
use store::{Result, Selected as _, Store, params};

use crate::person::origin::Origin;
use crate::token::grant::{OWN_SESSIONS_MAX, OwnSession};
use crate::token::online_bank::SessionUse;

store::selected! {
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
    /// Reads the sessions of a user that have not ended, the latest first. The order is that of a sum, so that nobody
    /// walks along an index of all users' sessions.
    pub OWN_SESSIONS = store::text!("select ", OwnSession::LIST, "
        from sessions s left join oauth_clients c on c.client_id = s.client_id
        where s.user_id = $1 and s.ended_at_us is null and s.expires_at_us + 0 > $2
        order by s.created_at_us + 0 desc, s.session_id limit $3");
}

/// Returns the sessions of `user` that are alive at `now`, the latest first, at most [`OWN_SESSIONS_MAX`].
pub async fn list(store: &Store, user: &UserId, now: Instant) -> Result<Vec<OwnSession>> {
    store.select(&OWN_SESSIONS, params![user, now, OWN_SESSIONS_MAX]).await
}
