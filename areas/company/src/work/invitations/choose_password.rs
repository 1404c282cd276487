//! Takes the password of an invited person who is new to the bank, and offers a second factor. Nobody is a user yet.

use std::sync::Arc;

use identity::IdentityState;
use identity::login::interaction::Secret;
use identity::person::password_rule::{self, PasswordRuleError};
use identity::person::second_factor::TotpSecret;
use identity::work::WorkError;
use sealing::Purpose;
use store::{StoreError, Tx};

use super::accept::find_open;
use crate::invitation::Setup;
use crate::store::invitations;

/// Second factor that waits for its first code.
pub struct OfferedSetup {
    /// The secret that only the browser at hand gets.
    pub key: Secret,
    pub secret: TotpSecret,
    pub login: String,
}

pub enum PasswordChosen {
    /// The password is kept with the invitation.
    Offered(OfferedSetup),
    /// The invitation cannot be accepted any more.
    Gone,
    /// The login is somebody's already, who accepts by the own login.
    Known,
    Rule(PasswordRuleError),
}

/// Keeps the hash of the password and a new secret with the invitation, in the place of an earlier choice: whoever
/// opened the link before cannot go on.
pub async fn choose_password(
    state: &IdentityState,
    token: &str,
    password: &str,
) -> Result<PasswordChosen, WorkError> {
    let Some(token) = Secret::read(token) else { return Ok(PasswordChosen::Gone) };
    let (hash, now) = (token.hash(), state.clock.now());
    let look = move |tx: &mut Tx| {
        let Some(open) = find_open(tx, &hash, now)? else { return Ok(None) };
        let login = open.invitation.invitee.login.clone();
        let is_known = clients::find_user_by_login(tx, login.as_str())?.is_some();
        Ok::<_, StoreError>(Some((open.invitation.id, login, is_known)))
    };
    let (id, login) = match state.store.read("invitation.look", look).await? {
        None => return Ok(PasswordChosen::Gone),
        Some((_, _, true)) => return Ok(PasswordChosen::Known),
        Some((id, login, false)) => (id, login.to_string()),
    };
    if let Err(error) = password_rule::check(password, &login) {
        return Ok(PasswordChosen::Rule(error));
    }
    let passwords = &state.guards.passwords;
    let turn = passwords.queue()?;
    let password_hash = passwords.rehash(&turn, password.to_owned(), Arc::clone(&state.randomness)).await?;
    drop(turn);
    let randomness = state.randomness.as_ref();
    let (key, secret) = (Secret::mint(randomness), TotpSecret::mint(randomness));
    let owner = id.to_string();
    let master_key = &state.settings.master_key;
    let secret_sealed = master_key.seal(Purpose::SecondFactors, &owner, secret.bytes(), randomness)?;
    let setup = Setup { key_hash: key.hash(), password_hash, secret_sealed };
    let keep = move |tx: &mut Tx| invitations::choose(tx, id, &setup);
    let is_kept = state.store.write("invitation.choose", keep).await?;
    let offered = PasswordChosen::Offered(OfferedSetup { key, secret, login });
    Ok(if is_kept { offered } else { PasswordChosen::Gone })
}
