//! Recovery codes in their table.

use kernel::{Instant, UserId};
use store::{Result, Tx, params};

store::queries! {
    pub RECOVERY_CODE_INSERT = "insert into recovery_codes (user_id, code_hmac, made_at_us) values ($1, $2, $3)";
    pub RECOVERY_CODES_FORGET = "delete from recovery_codes where user_id = $1";
    pub RECOVERY_CODE_UNUSED = "select made_at_us from recovery_codes \
        where user_id = $1 and code_hmac = $2 and used_at_us is null";
    pub RECOVERY_CODE_TAKE = "update recovery_codes set used_at_us = $3 \
        where user_id = $1 and code_hmac = $2 and used_at_us is null";
    pub RECOVERY_CODES_LEFT = "select count(*) as unused from recovery_codes where user_id = $1 and used_at_us is null";
}

/// Puts a set in the place of the one that the user has.
pub fn replace(tx: &mut Tx, user: &UserId, hmacs: &[Vec<u8>], now: Instant) -> Result<()> {
    forget(tx, user)?;
    hmacs.iter().try_for_each(|hmac| tx.execute_one(&RECOVERY_CODE_INSERT, params![user, hmac.clone(), now]))
}

pub fn forget(tx: &mut Tx, user: &UserId) -> Result<()> {
    tx.execute(&RECOVERY_CODES_FORGET, params![user]).map(drop)
}

/// Tells that the code is one of the user's and was not used.
pub fn is_unused(tx: &mut Tx, user: &UserId, hmac: &[u8]) -> Result<bool> {
    Ok(tx.query_optional(&RECOVERY_CODE_UNUSED, params![user, hmac.to_vec()])?.is_some())
}

/// Takes a code. False when it is none of the user's, or was used before.
pub fn take(tx: &mut Tx, user: &UserId, hmac: &[u8], now: Instant) -> Result<bool> {
    Ok(tx.execute(&RECOVERY_CODE_TAKE, params![user, hmac.to_vec(), now])? == 1)
}

pub fn count_left(tx: &mut Tx, user: &UserId) -> Result<i64> {
    tx.select_one::<i64>(&RECOVERY_CODES_LEFT, params![user])
}
