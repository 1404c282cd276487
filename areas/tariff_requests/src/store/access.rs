//! Clients that a caller may act for (GEN-04): the company chosen at login and those of its group, as long as the user
//! may act for both and the calling software is registered for the client.

use kernel::{Cnum, UserId};
use store::{Result, Tx, Value, params};

use crate::broken_rule::BrokenRule;
use crate::request::Author;
use crate::viewer::Viewer;

/// Conditions on the company `c`: the user `$1`, who chose the company `$2`, may act for `$4` through the client `$3`.
/// The online bank has no client: `$3` is null there.
macro_rules! accessible {
    () => {
        "c.cnum = $4 and c.status = 'OPEN'
         and (c.cnum = $2 or c.group_id = (select g.group_id from companies g where g.cnum = $2))
         and exists (select 1 from user_company_rights t join companies d on d.cnum = t.cnum and d.status = 'OPEN'
            where t.user_id = $1 and t.cnum = $2 and t.right_code = 'ACT')
         and exists (select 1 from user_company_rights u where u.user_id = $1 and u.cnum = c.cnum
            and u.right_code = 'ACT')
         and (cast($3 as text) is null
             or (select o.cnum from oauth_client_companies o where o.client_id = cast($3 as text) and o.cnum = c.cnum)
                is not null)"
    };
}

pub(crate) use accessible;

store::queries! {
    CLIENT_ACCESSIBLE = concat!("select c.cnum from companies c where ", accessible!());
}

pub(crate) fn parameters(viewer: &Viewer, cnum: &Cnum) -> Vec<Value> {
    params![&viewer.user, &viewer.company, viewer.client.clone(), cnum]
}

/// Refuses a client that the viewer may not act for like one that does not exist.
pub(crate) fn check(tx: &mut Tx, viewer: &Viewer, cnum: &Cnum) -> Result<Result<(), BrokenRule>> {
    Ok(if may_act(tx, viewer, cnum)? { Ok(()) } else { Err(BrokenRule::ClientNotFound) })
}

/// Tells whether the viewer may act for the client. One that does not exist is nobody's.
pub(crate) fn may_act(tx: &mut Tx, viewer: &Viewer, cnum: &Cnum) -> Result<bool> {
    Ok(tx.query_optional(&CLIENT_ACCESSIBLE, parameters(viewer, cnum))?.is_some())
}

/// Reads the user's name as it is now, for histories and letters.
pub(crate) fn author(tx: &mut Tx, user: &UserId) -> Result<Author> {
    let name = clients::find_user(tx, user)?.map_or_else(|| user.to_string(), |user| user.full_name);
    Ok(Author::Client { user: user.clone(), name })
}
