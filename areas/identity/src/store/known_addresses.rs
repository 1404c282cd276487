//! Addresses from which each user has logged in, in their table: what strangers do to the login name elsewhere does not
//! reach these addresses (requirement IDN-10). Hashes alone are kept.

use kernel::Instant;
use store::{Result, Tx, params};

use crate::login::lockout::KNOWN_ADDRESSES_MAX;
use crate::login::login_attempt::LoginSubjects;

store::queries! {
    /// Reads when the user has logged in from there.
    pub KNOWN_ADDRESS = "select used_at_us from known_addresses where login_sha256 = $1 and address_sha256 = $2";
    /// Remembers that the user has logged in from there.
    pub KNOWN_ADDRESS_USED = "insert into known_addresses (login_sha256, address_sha256, used_at_us) values ($1, $2, \
        $3) \
        on conflict (login_sha256, address_sha256) do update set used_at_us = excluded.used_at_us";
    /// Forgets all but the latest addresses of a user. The order is that of a sum, so that nobody walks along the index
    /// of all users' addresses by age.
    pub KNOWN_ADDRESSES_BOUND = "delete from known_addresses where login_sha256 = $1 and address_sha256 not in \
        (select address_sha256 from known_addresses where login_sha256 = $1 \
            order by used_at_us + 0 desc, address_sha256 limit $2)";
    /// Forgets the addresses of a user.
    pub KNOWN_ADDRESSES_FORGET = "delete from known_addresses where login_sha256 = $1";
    /// Forgets addresses that were not used for long.
    pub KNOWN_ADDRESSES_PRUNE = "delete from known_addresses where used_at_us < $1 and (login_sha256, address_sha256) \
        in \
        (select login_sha256, address_sha256 from known_addresses where used_at_us < $1 order by used_at_us limit $2)";
}

/// Returns the moment when the user with the login name last logged in from the address. An unknown address is
/// nobody's.
pub fn used_at(tx: &mut Tx, subjects: &LoginSubjects) -> Result<Option<Instant>> {
    let Some(together) = &subjects.together else { return Ok(None) };
    tx.select_optional(&KNOWN_ADDRESS, params![subjects.login.as_str(), together.as_str()])
}

/// Remembers that the user has logged in from there, with every factor.
pub fn remember(tx: &mut Tx, subjects: &LoginSubjects, now: Instant) -> Result<()> {
    let Some(together) = &subjects.together else { return Ok(()) };
    tx.execute(&KNOWN_ADDRESS_USED, params![subjects.login.as_str(), together.as_str(), now])?;
    tx.execute(&KNOWN_ADDRESSES_BOUND, params![subjects.login.as_str(), KNOWN_ADDRESSES_MAX])?;
    Ok(())
}

/// Forgets every address of the user.
pub fn forget(tx: &mut Tx, subjects: &LoginSubjects) -> Result<()> {
    tx.execute(&KNOWN_ADDRESSES_FORGET, params![subjects.login.as_str()])?;
    Ok(())
}
