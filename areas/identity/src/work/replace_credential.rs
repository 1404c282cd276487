//! Replaces a password or second factor, and ends everything that was opened with the old ones (requirement IDN-11):
//! whoever knew them may be the reason for the new ones.

use kernel::{Instant, Randomness, SessionId, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::end_access::{end_access, end_others};
use super::step::Step;
use super::trail::Author;
use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::LoginOutcome;
use crate::person::credential::StoredCredential;
use crate::person::origin::Origin;
use crate::store::login_history::{self, Noted};
use crate::store::{
    credentials, known_addresses, passkeys, recovery_codes, second_factor_offers, user_access,
};
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::token::session::EndReason;

/// Gives the user a password, a first one too.
pub fn give_password(
    tx: &mut Tx,
    user: &UserId,
    hash: &str,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<()> {
    give(tx, user, (hash, None), author, randomness, now)
}

/// Gives the user a password that opens one login before `until`, in which the person chooses another; a first one too.
pub fn give_one_time_password(
    tx: &mut Tx,
    user: &UserId,
    (hash, until): (&str, Instant),
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<()> {
    give(tx, user, (hash, Some(until)), author, randomness, now)
}

fn give(
    tx: &mut Tx,
    user: &UserId,
    (hash, one_time_until): (&str, Option<Instant>),
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<()> {
    let first = StoredCredential { password_hash: hash.to_owned(), totp_secret_sealed: None, one_time_until };
    if credentials::create(tx, user, &first, now)? {
        return tell(tx, user, LoginOutcome::PasswordByBank, randomness, now);
    }
    replace(tx, user, author, randomness, now, |tx| put_password(tx, user, hash, one_time_until, now))?;
    tell(tx, user, LoginOutcome::PasswordByBank, randomness, now)
}

/// Replaces the password of a user who has one. All access of the user ends in the same unit of work, and no address is
/// known any more: somebody else may have logged in from there with the old one.
pub fn replace_password(
    tx: &mut Tx,
    user: &UserId,
    hash: &str,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<()> {
    give(tx, user, (hash, None), author, randomness, now)
}

/// Replaces the password of a user who has just proved the old one, in the session `kept`. All other access of the user
/// ends. The caller holds the access of the user. Returns the number of sessions that ended.
pub(super) fn replace_own_password(
    tx: &mut Tx,
    user: &UserId,
    kept: &SessionId,
    hash: &str,
    step: &Step,
) -> Result<usize> {
    put_password(tx, user, hash, None, step.now)?;
    end_others(tx, user, kept, step)
}

/// Replaces the password alone; the caller holds the access of the user.
pub(super) fn put_password(
    tx: &mut Tx,
    user: &UserId,
    hash: &str,
    one_time_until: Option<Instant>,
    now: Instant,
) -> Result<()> {
    credentials::set_password(tx, user, hash, one_time_until, now)?;
    match clients::find_user(tx, user)? {
        Some(user) => known_addresses::forget(tx, &LoginSubjects::new(user.login.as_str(), None)),
        None => Ok(()),
    }
}

/// Gives a user who has a password another second factor, or takes it away. All access of the user ends in the same
/// unit of work: the second factor counts for every login that goes on, and a device that was lost opens nothing.
pub fn replace_second_factor(
    tx: &mut Tx,
    user: &UserId,
    sealed: Option<&[u8]>,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<()> {
    replace(tx, user, author, randomness, now, |tx| {
        credentials::set_totp(tx, user, sealed, now)?;
        // Its stand-ins, and a replacement that waited, go with the old one.
        recovery_codes::forget(tx, user)?;
        second_factor_offers::forget(tx, user)
    })?;
    let outcome = if sealed.is_some() { LoginOutcome::FactorByBank } else { LoginOutcome::FactorGoneByBank };
    tell(tx, user, outcome, randomness, now)
}

/// Leaves what the bank has done for the person to see, in the history of the own logins.
fn tell(
    tx: &mut Tx,
    user: &UserId,
    outcome: LoginOutcome,
    randomness: &dyn Randomness,
    now: Instant,
) -> Result<()> {
    let Some(user) = clients::find_user(tx, user)? else { return Ok(()) };
    let login = LoginSubjects::new(user.login.as_str(), None).login;
    let (id, origin) = (randomness.uuid(now), Origin { address: None, browser: None });
    let noted = Noted { login_sha256: &login, id, outcome, client: ONLINE_BANK_CLIENT, origin };
    login_history::note(tx, noted, now)
}

/// Puts another credential in the place of the one that the user has, and ends what was opened with it; passkeys go
/// too.
fn replace(
    tx: &mut Tx,
    user: &UserId,
    author: &Author,
    randomness: &dyn Randomness,
    now: Instant,
    put: impl FnOnce(&mut Tx) -> Result<()>,
) -> Result<()> {
    user_access::hold(tx, user)?;
    put(tx)?;
    // Somebody else may have registered a passkey with the old credential: the user registers the own ones again.
    let removed = passkeys::forget(tx, user)?;
    if removed > 0 {
        let entry = author.entry(now, randomness, "user.passkeys_removed", ("user", user.as_str()));
        audit::record(tx, entry.detail(json!({ "passkeys": removed })))?;
    }
    end_access(tx, user, EndReason::Operator, author, randomness, now).map(drop)
}
