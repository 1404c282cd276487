//! Replaces a password or second factor, and ends everything that was opened with the old ones (requirement IDN-11):
//! whoever knew them may be the reason for the new ones.

use kernel::{Instant, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::end_access::end_access;
use super::trail::Occasion;
use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::LoginOutcome;
use crate::person::credential::StoredCredential;
use crate::person::origin::Origin;
use crate::store::login_attempts::{self, Noted};
use crate::store::{credentials, passkeys, recovery_codes, second_factor_offers, user_access};
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::token::session::EndReason;

/// Gives the user a password, a first one too. All access of a user who has one already ends in the same unit of work,
/// and no address is known any more: somebody else may have logged in from there with the old one. A one-time password
/// opens one login before its moment, in which the person chooses another.
pub fn give_password(
    tx: &mut Tx,
    user: &UserId,
    (hash, one_time_until): (&str, Option<Instant>),
    occasion: &Occasion<'_>,
) -> Result<()> {
    let now = occasion.now;
    let first = StoredCredential { password_hash: hash.to_owned(), totp_secret_sealed: None, one_time_until };
    if !credentials::create(tx, user, &first, now)? {
        replace(tx, user, occasion, |tx| put_password(tx, user, hash, one_time_until, now))?;
    }
    tell(tx, user, LoginOutcome::PasswordByBank, occasion)
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
        Some(user) => login_attempts::forget_addresses(tx, &LoginSubjects::new(user.login.as_str(), None)),
        None => Ok(()),
    }
}

/// Gives a user who has a password another second factor, or takes it away. All access of the user ends in the same
/// unit of work: the second factor counts for every login that goes on, and a device that was lost opens nothing.
pub fn replace_second_factor(
    tx: &mut Tx,
    user: &UserId,
    sealed: Option<&[u8]>,
    occasion: &Occasion<'_>,
) -> Result<()> {
    replace(tx, user, occasion, |tx| {
        credentials::set_totp(tx, user, sealed, occasion.now)?;
        // Its stand-ins, and a replacement that waited, go with the old one.
        recovery_codes::forget(tx, user)?;
        second_factor_offers::forget(tx, user)
    })?;
    let outcome = if sealed.is_some() { LoginOutcome::FactorByBank } else { LoginOutcome::FactorGoneByBank };
    tell(tx, user, outcome, occasion)
}

/// Leaves what the bank has done for the person to see, in the history of the own logins.
fn tell(tx: &mut Tx, user: &UserId, outcome: LoginOutcome, occasion: &Occasion<'_>) -> Result<()> {
    let Some(user) = clients::find_user(tx, user)? else { return Ok(()) };
    let login = LoginSubjects::new(user.login.as_str(), None).login;
    let (id, origin) = (occasion.randomness.uuid(occasion.now), Origin::default());
    let noted = Noted { login_sha256: &login, id, outcome, client: ONLINE_BANK_CLIENT, origin };
    login_attempts::note_login(tx, noted, occasion.now)
}

/// Puts another credential in the place of the one that the user has, and ends what was opened with it; passkeys go
/// too.
fn replace(
    tx: &mut Tx,
    user: &UserId,
    occasion: &Occasion<'_>,
    put: impl FnOnce(&mut Tx) -> Result<()>,
) -> Result<()> {
    user_access::hold(tx, user)?;
    put(tx)?;
    // Somebody else may have registered a passkey with the old credential: the user registers the own ones again.
    let removed = passkeys::forget(tx, user)?;
    if removed > 0 {
        let entry = occasion.entry("user.passkeys_removed", ("user", user.as_str()));
        audit::record(tx, entry.detail(json!({ "passkeys": removed })))?;
    }
    end_access(tx, user, EndReason::Operator, occasion).map(drop)
}

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
