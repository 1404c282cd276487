//! Asks for a proof with a passkey, by a challenge that is kept for the login or session, and looks at it.

use kernel::{SessionId, UserId};
use store::{Result, Tx};
use webauthn::{Challenge, WebauthnError};

use crate::login::candidate::Failure;
use crate::login::interaction::Interaction;
use crate::person::passkey::{CHALLENGE_S, ChallengeUse, Passkey};
use crate::person::passkey_answer::PasskeyProof;
use crate::state::IdentityState;
use crate::store::passkeys;
use crate::work::WorkError;
use crate::work::evidence::Evidence;

/// A request for a proof, as the browser gets it.
#[derive(Clone, Debug)]
pub struct Request {
    pub challenge: Challenge,
    /// The bank as passkeys know it.
    pub relying_party: String,
    /// Identifiers of the passkeys that may answer; at a login any may, and nobody is named.
    pub credentials: Vec<Vec<u8>>,
}

/// Asks for any passkey in a login under way; whoever calls bounds how often, because strangers ask too. `None` where
/// browsers have no passkeys for the bank.
pub async fn ask_at_login(
    state: &IdentityState,
    interaction: &Interaction,
) -> Result<Option<Request>, WorkError> {
    let Some(bank) = &state.relying_party else { return Ok(None) };
    let usage = ChallengeUse::Login(interaction.hash.clone());
    let challenge = keep_challenge(state, "login.passkey_challenge", usage).await?;
    Ok(Some(Request { challenge, relying_party: bank.id().to_owned(), credentials: Vec::new() }))
}

/// Asks the person of a session for one of the own passkeys. `None` for somebody who has none.
pub async fn ask_to_confirm(
    state: &IdentityState,
    user: &UserId,
    session: &SessionId,
) -> Result<Option<Request>, WorkError> {
    let Some(bank) = &state.relying_party else { return Ok(None) };
    let credentials: Vec<Vec<u8>> =
        passkeys::list(&state.store, user).await?.into_iter().map(|passkey| passkey.credential_id).collect();
    if credentials.is_empty() {
        return Ok(None);
    }
    let usage = ChallengeUse::Confirmation(session.clone());
    let challenge = keep_challenge(state, "online_bank.passkey_challenge", usage).await?;
    Ok(Some(Request { challenge, relying_party: bank.id().to_owned(), credentials }))
}

/// Mints a challenge and keeps it, in the unit of work `unit`.
async fn keep_challenge(state: &IdentityState, unit: &'static str, usage: ChallengeUse) -> Result<Challenge> {
    let challenge = Challenge::mint(state.randomness.as_ref());
    let (kept, expires_at) = (challenge.clone(), state.clock.now().plus_seconds(CHALLENGE_S));
    let keep = move |tx: &mut Tx| passkeys::keep_challenge(tx, &usage, (&kept, None), expires_at);
    state.store.write_guarded(unit, keep).await?;
    Ok(challenge)
}

/// Tells that a passkey is what the user has to confirm with, unless there are one-time codes: the bank asks for a
/// second factor, and the password is none.
pub async fn needs_passkey(state: &IdentityState, user: &UserId) -> Result<bool> {
    Ok(state.settings.second_factor_required && has_passkeys(state, user).await?)
}

pub async fn has_passkeys(state: &IdentityState, user: &UserId) -> Result<bool> {
    if state.relying_party.is_none() {
        return Ok(false);
    }
    let user = user.clone();
    let count = move |tx: &mut Tx| passkeys::count(tx, &user);
    Ok(state.store.read("online_bank.passkeys", count).await? > 0)
}

/// Compares a proof with the passkey that it names and the challenge that was taken for it.
pub(in crate::work) fn look_at_passkey(
    state: &IdentityState,
    proof: &PasskeyProof,
    challenge: Option<&Challenge>,
    passkey: Option<&Passkey>,
    must_name_user: bool,
) -> Result<Evidence, Failure> {
    let (Some(bank), Some(challenge)) = (&state.relying_party, challenge) else {
        return Err(Failure::WrongPasskey(WebauthnError::Challenge));
    };
    let passkey = passkey.ok_or(Failure::WrongPasskey(WebauthnError::Credential))?;
    let asserted = bank
        .verify_assertion(challenge, &proof.assertion(), &passkey.known(), must_name_user)
        .map_err(Failure::WrongPasskey)?;
    Ok(Evidence::Passkey {
        id: passkey.id,
        credential_id: passkey.credential_id.clone(),
        before: passkey.sign_count,
        asserted,
    })
}
