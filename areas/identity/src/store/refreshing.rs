//! A session with everything that decides about its refresh, in one statement: it runs with every refresh of every
//! client.

use kernel::SessionId;
use store::{FromRow as _, Joined, Result, Selected as _, Store, params};

use super::people::{company_to_act_for, person_in};
use crate::token::people::{Person, Refreshing};
use crate::token::refresh::CountedDay;
use crate::token::session::Session;

store::queries! {
    /// Reads a session, what tokens tell of its user (a row for each role, or one without a role), and `may_act`: true
    /// while the user may act for its company through its client.
    pub SESSION_REFRESHING = store::text!("select ", Session::ALIASED, ", ", CountedDay::ALIASED, ", exists (",
        company_to_act_for!("s.user_id", "s.client_id", "s.cnum"), ") as may_act, ", Person::ALIASED,
        ", r.role from sessions s \
        join users u on u.user_id = s.user_id left join user_roles r on r.user_id = u.user_id \
        where s.session_id = $1 order by r.role");
}

/// Returns the session with its user, as of now; nothing when there is no such session or its user is gone.
pub async fn find(store: &Store, id: &SessionId) -> Result<Option<Refreshing>> {
    let rows = store.query(&SESSION_REFRESHING, params![id]).await?;
    let place = <(Session, Joined<CountedDay>, bool)>::COLUMNS;
    let (Some(first), Some(person)) = (rows.first(), person_in(&rows, place)?) else { return Ok(None) };
    let (session, Joined(counted), may_act) = first.read()?;
    Ok(Some(Refreshing { session, counted, person, may_act }))
}
