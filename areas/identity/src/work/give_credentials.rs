//! Gives a person who has just become a user what to log in with.

use kernel::{Instant, UserId};
use store::{Result, Tx};

use crate::person::credential::StoredCredential;
use crate::store::{credentials, recovery_codes};

/// Keeps password, second factor and recovery codes of a new user, in the caller's unit of work. The code of the step
/// `totp_step` has shown that the device has the second factor, and does not work again.
pub fn give_credentials(
    tx: &mut Tx,
    user: &UserId,
    credential: &StoredCredential,
    totp_step: i64,
    recovery_hmacs: &[Vec<u8>],
    now: Instant,
) -> Result<()> {
    credentials::create(tx, user, credential, now)?;
    credentials::take_totp_step(tx, user, totp_step)?;
    recovery_codes::replace(tx, user, recovery_hmacs, now)
}
