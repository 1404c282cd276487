//! Forms that outlive their session, in their table.

use kernel::{Cnum, Instant, UserId};
use store::{Result, Tx, params};

store::queries! {
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

/// The most forms of one user; the oldest give way.
const OF_USER_MAX: i64 = 5;

#[derive(Clone)]
pub struct NewKeptForm {
    pub key_hash: String,
    /// The person who typed it.
    pub user: UserId,
    pub company: Cnum,
    pub sealed: Vec<u8>,
    /// The moment at which it is kept.
    pub created_at: Instant,
    /// The moment until which it is kept.
    pub expires_at: Instant,
}

/// Keeps a form, and forgets the oldest of the same user when there are too many.
pub fn keep(tx: &mut Tx, form: &NewKeptForm) -> Result<()> {
    let NewKeptForm { key_hash, user, company, sealed, created_at, expires_at } = form;
    // One row is added at a time, so that there is at most one too many.
    tx.execute(&KEPT_FORMS_OF_USER_LIMIT, params![user, 1_i64, OF_USER_MAX - 1])?;
    let values = params![key_hash, user, company, sealed.clone(), *created_at, *expires_at];
    tx.execute_one(&KEPT_FORM_KEEP, values)
}

/// Returns the sealed content of a form of this person and this company.
pub fn find(
    tx: &mut Tx,
    key_hash: &str,
    user: &UserId,
    company: &Cnum,
    now: Instant,
) -> Result<Option<Vec<u8>>> {
    tx.select_optional(&KEPT_FORM, params![key_hash, user, company, now])
}

/// Takes a form. False when it was taken already, or is not kept for this person and this company.
pub fn take(tx: &mut Tx, key_hash: &str, user: &UserId, company: &Cnum, now: Instant) -> Result<bool> {
    Ok(tx.execute(&KEPT_FORM_TAKE, params![key_hash, user, company, now])? == 1)
}
