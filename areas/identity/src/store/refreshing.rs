//! Everything that decides whether a session may be refreshed, in one statement: it runs with every refresh of every client.

use kernel::SessionId;
use store::{Store, StoreError, params};

use super::people::{self, Person};
use super::sessions;
use crate::session::Session;

store::queries! {
    /// A session, what tokens tell of its user (a row for each role, or one without a role), and whether the user may still
    /// act for its company through its client.
    pub SESSION_REFRESHING = "select s.session_id, s.client_id, s.user_id, s.cnum, s.scope, s.max_age_s,
            s.authenticated_at_us, s.expires_at_us, s.refresh_generation, s.refresh_hash, s.previous_refresh_hash,
            s.refreshed_at_us, s.ended_at_us, s.end_reason,
            u.full_name, u.email, u.phone_number, u.status, r.role,
            exists (select 1 from companies c
                join user_company_rights t on t.cnum = c.cnum and t.user_id = s.user_id and t.right_code = 'ACT'
                join oauth_client_companies o on o.cnum = c.cnum and o.client_id = s.client_id
                where c.cnum = s.cnum and c.status = 'OPEN') as may_act
        from sessions s join users u on u.user_id = s.user_id left join user_roles r on r.user_id = u.user_id
        where s.session_id = $1 order by r.role";
}

/// A session that somebody wants to refresh.
#[derive(Clone, Debug)]
pub struct Refreshing {
    /// It.
    pub session: Session,
    /// Its user.
    pub person: Person,
    /// Whether the user may still act for the company of the login: what was chosen there can be taken away later.
    pub may_act: bool,
}

/// The session with its user, as of now; nothing when there is no such session or its user is gone.
pub async fn find(store: &Store, id: &SessionId) -> Result<Option<Refreshing>, StoreError> {
    let rows = store.query(&SESSION_REFRESHING, params![id]).await?;
    let (Some(first), Some(person)) = (rows.first(), people::person_in(&rows)?) else { return Ok(None) };
    Ok(Some(Refreshing { session: sessions::session(first)?, person, may_act: first.boolean("may_act")? }))
}
