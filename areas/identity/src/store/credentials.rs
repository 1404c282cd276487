//! Password hashes and sealed TOTP secrets in their table.

use kernel::{Instant, UserId};
use store::{Result, Selected as _, Tx, params};

use crate::person::credential::StoredCredential;

store::selected! {
    StoredCredential as "c" { password_hash, totp_secret_sealed, one_time_until: "one_time_until_us" }
}

store::queries! {
    pub CREDENTIAL = store::text!("select ", StoredCredential::LIST, " from user_credentials where user_id = $1");
    pub CREDENTIAL_CREATE = "insert into user_credentials (user_id, password_hash, totp_secret_sealed, \
        totp_last_step, changed_at_us, one_time_until_us) values ($1, $2, $3, 0, $4, $5) \
        on conflict (user_id) do nothing";
    pub CREDENTIAL_PASSWORD = "update user_credentials set password_hash = $2, changed_at_us = $3, \
        one_time_until_us = $4 where user_id = $1";
    pub CREDENTIAL_ONE_TIME_END = "update user_credentials set one_time_until_us = 0 where user_id = $1";
    /// Replaces the hash of an unchanged password; changes nothing when the password was changed in between.
    pub CREDENTIAL_REHASH = "update user_credentials set password_hash = $3 where user_id = $1 and password_hash = $2";
    pub CREDENTIAL_TOTP = "update user_credentials set totp_secret_sealed = $2, totp_last_step = 0, \
        changed_at_us = $3 where user_id = $1";
    /// Takes a step of the second factor; changes nothing when it, or a later one, was taken before.
    pub CREDENTIAL_TOTP_STEP = "update user_credentials set totp_last_step = $2 \
        where user_id = $1 and totp_last_step < $2";
    /// The credential of a login for the trail.
    pub CREDENTIALS_STORED = "select u.user_id as object_id, c.password_hash, c.totp_secret_sealed \
        from users u join user_credentials c on c.user_id = u.user_id where u.login = $1";
}

pub fn find(tx: &mut Tx, user: &UserId) -> Result<Option<StoredCredential>> {
    tx.select_optional(&CREDENTIAL, params![user])
}

/// Writes a first credential. `false` when the user has one already.
pub fn create(tx: &mut Tx, user: &UserId, credential: &StoredCredential, now: Instant) -> Result<bool> {
    let sealed = credential.totp_secret_sealed.clone();
    let values = params![user, credential.password_hash.as_str(), sealed, now, credential.one_time_until];
    Ok(tx.execute(&CREDENTIAL_CREATE, values)? == 1)
}

/// Replaces the password, with a one-time one where that has an end.
pub fn set_password(
    tx: &mut Tx,
    user: &UserId,
    hash: &str,
    one_time_until: Option<Instant>,
    now: Instant,
) -> Result<()> {
    tx.execute_one(&CREDENTIAL_PASSWORD, params![user, hash, now, one_time_until])
}

/// Ends a one-time password: it opens no other login, whatever a clock shows.
pub fn end_one_time(tx: &mut Tx, user: &UserId) -> Result<()> {
    tx.execute_one(&CREDENTIAL_ONE_TIME_END, params![user])
}

/// Replaces the hash of an unchanged password, unless somebody replaced it meanwhile.
pub fn rehash(tx: &mut Tx, user: &UserId, old: &str, new: &str) -> Result<()> {
    tx.execute(&CREDENTIAL_REHASH, params![user, old, new]).map(drop)
}

/// Replaces the second factor, or removes it.
pub fn set_totp(tx: &mut Tx, user: &UserId, sealed: Option<&[u8]>, now: Instant) -> Result<()> {
    tx.execute_one(&CREDENTIAL_TOTP, params![user, sealed.map(<[u8]>::to_vec), now])
}

/// Takes `step` of the second factor. `false` when it, or a later one, was taken before: the code was used.
pub fn take_totp_step(tx: &mut Tx, user: &UserId, step: i64) -> Result<bool> {
    Ok(tx.execute(&CREDENTIAL_TOTP_STEP, params![user, step])? == 1)
}
