//! A new password, and the end of everything that was opened with the old one (requirement IDN-11): whoever knew it may
//! be the reason for the new one.

use kernel::{Instant, Randomness, UserId};
use store::{StoreError, Tx};

use super::credentials::{self, StoredCredential};
use super::trail::Author;
use super::{authorization_codes, interactions, revocations};
use crate::session::EndReason;

/// Gives the user a password, a first one too.
pub fn give(
    tx: &mut Tx,
    user: &UserId,
    hash: &str,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    let first = StoredCredential { password_hash: hash.to_owned(), totp_secret_sealed: None };
    if credentials::create(tx, user, &first, now)? {
        return Ok(());
    }
    replace(tx, user, hash, author, randomness, now)
}

/// Replaces the password of a user who has one. In the same unit of work every session ends with all its tokens, and so
/// does what would become a session: codes that nobody has fetched tokens for, and logins under way.
pub fn replace(
    tx: &mut Tx,
    user: &UserId,
    hash: &str,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<(), StoreError> {
    credentials::set_password(tx, user, hash, now)?;
    interactions::end_of_user(tx, user)?;
    authorization_codes::withdraw_of_user(tx, user)?;
    revocations::end_sessions_of_user(tx, user, EndReason::Operator, author, randomness, now)?;
    Ok(())
}
