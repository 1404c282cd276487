//! Names and roles for every page of the online bank, and forms that outlive their session.

use kernel::{Cnum, Instant, SessionId, UserId};
use store::{FromRow as _, Result, Selected as _, Store, Tx, params};

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
    pub KEPT_FORM_KEEP = "insert into kept_forms (key_sha256, user_id, cnum, content_sealed, created_at_us, \
        expires_at_us) values ($1, $2, $3, $4, $5, $6)";
    /// Forgets the forms of a user but for the latest.
    pub KEPT_FORMS_OF_USER_LIMIT = "delete from kept_forms where key_sha256 in (select key_sha256 from kept_forms \
        where user_id = $1 order by user_id desc, created_at_us desc limit $2 offset $3)";
    pub KEPT_FORM = "select content_sealed from kept_forms \
        where key_sha256 = $1 and user_id = $2 and cnum = $3 and expires_at_us > $4";
    pub KEPT_FORM_TAKE = "delete from kept_forms \
        where key_sha256 = $1 and user_id = $2 and cnum = $3 and expires_at_us > $4";
    /// Forgets forms that nobody came back for.
    pub KEPT_FORMS_PRUNE = "delete from kept_forms where key_sha256 in (select key_sha256 from kept_forms \
        where expires_at_us < $1 order by expires_at_us limit $2)";
}

/// Returns the names and roles of a user in service who may act for the company, in a session that has not ended.
pub async fn find_visitor(
    store: &Store,
    user: &UserId,
    company: &Cnum,
    session: &SessionId,
) -> Result<Option<VisitorNames>> {
    let rows = store.query(&VISITOR, params![user, company, session]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(VisitorNames { roles: roles_in(&rows, VisitorNames::COLUMNS)?, ..row.read()? }))
}

/// The most forms of one user; the oldest give way.
const OF_USER_MAX: i64 = 5;

#[derive(Clone)]
pub struct NewKeptForm {
    pub key_hash: String,
    /// The person who typed it.
    pub user: UserId,
    pub company: Cnum,
    pub sealed: Vec<u8>,
    pub created_at: Instant,
    /// The moment until which it is kept.
    pub expires_at: Instant,
}

/// Keeps a form, and forgets the oldest of the same user when there are too many.
pub fn keep_form(tx: &mut Tx, form: &NewKeptForm) -> Result<()> {
    let NewKeptForm { key_hash, user, company, sealed, created_at, expires_at } = form;
    // One row is added at a time, so that there is at most one too many.
    tx.execute(&KEPT_FORMS_OF_USER_LIMIT, params![user, 1_i64, OF_USER_MAX - 1])?;
    let values = params![key_hash, user, company, sealed.clone(), *created_at, *expires_at];
    tx.execute_one(&KEPT_FORM_KEEP, values)
}

/// Returns the sealed content of a form of this person and this company.
pub fn find_form(
    tx: &mut Tx,
    key_hash: &str,
    user: &UserId,
    company: &Cnum,
    now: Instant,
) -> Result<Option<Vec<u8>>> {
    tx.select_optional(&KEPT_FORM, params![key_hash, user, company, now])
}

/// Takes a form. False when it was taken already, or is not kept for this person and this company.
pub fn take_form(tx: &mut Tx, key_hash: &str, user: &UserId, company: &Cnum, now: Instant) -> Result<bool> {
    Ok(tx.execute(&KEPT_FORM_TAKE, params![key_hash, user, company, now])? == 1)
}
