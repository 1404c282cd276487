//! A session with everything that decides about its refresh, in one statement: it runs with every refresh of every
//! client.

use kernel::SessionId;
use store::{Store, StoreError, params};

use super::people::{self, company_to_act_for, person_columns};
use super::sessions::{self, session_columns};
use crate::token::people::Refreshing;

store::queries! {
    /// Reads a session, what tokens tell of its user (a row for each role, or one without a role), and `may_act`: true
    /// while the user may act for its company through its client.
    pub SESSION_REFRESHING = concat!("select ", session_columns!(), ", s.counted_from_us, \
        s.refreshed_at_us, s.counted_refreshes, ", person_columns!(), ", exists (",
        company_to_act_for!("s.user_id", "s.client_id", "s.cnum"), ") as may_act from sessions s \
        join users u on u.user_id = s.user_id left join user_roles r on r.user_id = u.user_id \
        where s.session_id = $1 order by r.role");
}

/// Returns the session with its user, as of now; nothing when there is no such session or its user is gone.
pub async fn find(store: &Store, id: &SessionId) -> Result<Option<Refreshing>, StoreError> {
    let rows = store.query(&SESSION_REFRESHING, params![id]).await?;
    let (Some(first), Some(person)) = (rows.first(), people::person_in(&rows)?) else { return Ok(None) };
    let counted = match first.optional_instant("counted_from_us")? {
        Some(_) => Some(sessions::counted(first)?),
        None => None,
    };
    let (session, may_act) = (sessions::session(first)?, first.boolean("may_act")?);
    Ok(Some(Refreshing { session, counted, person, may_act }))
}
