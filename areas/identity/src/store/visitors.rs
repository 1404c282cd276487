//! Names and roles for every page of the online bank.

use kernel::{Cnum, SessionId, UserId};
use store::{FromRow as _, Result, Selected as _, Store, params};

use super::people::roles_in;
use crate::token::online_bank::{SessionUse, VisitorNames};

store::selected! {
    VisitorNames (used_at: "coalesce(s.used_at_us, s.created_at_us) as used_at_us", expires_at: "s.expires_at_us") {
        user_name: "u.full_name", company_name_ru: "c.name_ru", company_name_en: "c.name_en",
        is_administrator: "exists (select 1 from user_company_rights a
            where a.user_id = $1 and a.cnum = $2 and a.right_code = 'COMPANY_ADMINISTRATOR') as is_administrator";
        session: SessionUse { used_at, expires_at }, roles: Vec::new(),
    }
}

store::queries! {
    /// Reads the names on a page, the user's roles (a row for each, or one without a role), whether the user
    /// administers the company, and the last use of the session. There is a row only while the session is alive, the
    /// user in service and allowed to act for the company, and the company open.
    pub VISITOR = store::text!("select ", VisitorNames::LIST, ", o.role
        from users u
        join user_company_rights r on r.user_id = u.user_id and r.cnum = $2 and r.right_code = 'ACT'
        join companies c on c.cnum = r.cnum and c.status = 'OPEN'
        join sessions s on s.session_id = $3 and s.user_id = u.user_id and s.ended_at_us is null
        left join user_roles o on o.user_id = u.user_id
        where u.user_id = $1 and u.status = 'ACTIVE'");
}

/// Returns the names and roles of a user in service who may act for the company, in a session that has not ended.
pub async fn find(
    store: &Store,
    user: &UserId,
    company: &Cnum,
    session: &SessionId,
) -> Result<Option<VisitorNames>> {
    let rows = store.query(&VISITOR, params![user, company, session]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(VisitorNames { roles: roles_in(&rows, VisitorNames::COLUMNS)?, ..row.read()? }))
}
