//! Row that is held by a login of a user, or by the end of the user's access: one at a time.
//!
//! The pages of a login are no serializable units of work: such a unit conflicts with every other that reads what it
//! writes, and a long import beside it made logins fail. What they rely on is held by rows instead, and this is the row
//! for the question whether the user may come in. Each side changes it before it looks at anything else.

use kernel::UserId;
use store::{Result, Tx, params};

store::queries! {
    pub USER_ACCESS_HOLD = "insert into user_access as a (user_id, changes) values ($1, 1) \
        on conflict (user_id) do update set changes = a.changes + 1";
}

/// Holds the access of the user until the unit of work ends.
pub fn hold(tx: &mut Tx, user: &UserId) -> Result<()> {
    tx.execute_one(&USER_ACCESS_HOLD, params![user])
}
