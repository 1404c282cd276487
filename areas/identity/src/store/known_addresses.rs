//! From where each user has logged in: what strangers do to the login name elsewhere does not reach these addresses
//! (requirement IDN-10). Hashes alone are kept.

use kernel::Instant;
use store::{StoreError, Tx, params};

use super::login_attempts::LoginSubjects;

/// The most addresses that are remembered of one user: office, home, telephone, and some that were used once.
pub const KNOWN_ADDRESSES_MAX: i64 = 16;
/// Seconds after which an address that was not used again is forgotten: half a year.
pub const KNOWN_ADDRESS_KEPT_S: i64 = 180 * 86_400;

store::queries! {
    /// A row when the user has logged in from there.
    pub KNOWN_ADDRESS = "select used_at_us from known_addresses where login_sha256 = $1 and address_sha256 = $2";
    /// The user has logged in from there.
    pub KNOWN_ADDRESS_USED = "insert into known_addresses (login_sha256, address_sha256, used_at_us) values ($1, $2, $3) \
        on conflict (login_sha256, address_sha256) do update set used_at_us = excluded.used_at_us";
    /// Forgets all but the latest addresses of a user. The order is that of a sum, so that nobody walks along the index of
    /// all users' addresses by age.
    pub KNOWN_ADDRESSES_BOUND = "delete from known_addresses where login_sha256 = $1 and address_sha256 not in \
        (select address_sha256 from known_addresses where login_sha256 = $1 \
            order by used_at_us + 0 desc, address_sha256 limit $2)";
    /// Forgets the addresses of a user.
    pub KNOWN_ADDRESSES_FORGET = "delete from known_addresses where login_sha256 = $1";
    /// Addresses that were not used for long.
    pub KNOWN_ADDRESSES_PRUNE = "delete from known_addresses where used_at_us < $1 and (login_sha256, address_sha256) in \
        (select login_sha256, address_sha256 from known_addresses where used_at_us < $1 order by used_at_us limit $2)";
}

/// Whether the user with the login name has logged in from the address before. An unknown address is nobody's.
pub fn is_known(tx: &mut Tx, subjects: &LoginSubjects, now: Instant) -> Result<bool, StoreError> {
    let Some(together) = &subjects.together else { return Ok(false) };
    let row = tx.query_optional(&KNOWN_ADDRESS, params![subjects.login.as_str(), together.as_str()])?;
    let Some(row) = row else { return Ok(false) };
    Ok(row.instant("used_at_us")?.plus_seconds(KNOWN_ADDRESS_KEPT_S) > now)
}

/// The user has logged in from there, with every factor.
pub fn remember(tx: &mut Tx, subjects: &LoginSubjects, now: Instant) -> Result<(), StoreError> {
    let Some(together) = &subjects.together else { return Ok(()) };
    tx.execute(&KNOWN_ADDRESS_USED, params![subjects.login.as_str(), together.as_str(), now])?;
    tx.execute(&KNOWN_ADDRESSES_BOUND, params![subjects.login.as_str(), KNOWN_ADDRESSES_MAX])?;
    Ok(())
}

/// Forgets from where the user has logged in: with a new password, because somebody else may have done so with the old one.
pub fn forget(tx: &mut Tx, login: &str) -> Result<(), StoreError> {
    let subjects = LoginSubjects::new(login, None);
    tx.execute(&KNOWN_ADDRESSES_FORGET, params![subjects.login.as_str()])?;
    Ok(())
}
