//! Lets a person register a passkey, with the second factor, the password or another passkey as the proof. It counts
//! when the device has answered ([`super::register`]).

use ::pages::Proof;
use kernel::{SessionId, UserId};
use store::{StoreError, Tx};
use webauthn::Challenge;

use crate::person::passkey::{CHALLENGE_S, ChallengeUse, PASSKEYS_MAX};
use crate::sealing::{Purpose, SealingError};
use crate::state::IdentityState;
use crate::store::{passkey_challenges, passkeys};
use crate::work::WorkError;
use crate::work::prove::{ProofKind, Unproven, find_prover};
use crate::work::step::Step;

/// Reason for which no passkey may be registered.
#[derive(Debug)]
pub enum NotOffered {
    /// The proof was not given.
    Unproven(Unproven),
    /// The user has as many as one may have.
    TooMany,
    /// The bank is at an address at which browsers have no passkeys.
    NoPasskeys,
}

impl<E: Into<Unproven>> From<E> for NotOffered {
    fn from(error: E) -> Self {
        Self::Unproven(error.into())
    }
}

/// Keeps a challenge for the session of `proof`.
pub async fn offer_passkey(state: &IdentityState, proof: Proof<'_>) -> Result<(), NotOffered> {
    if state.relying_party.is_none() {
        return Err(NotOffered::NoPasskeys);
    }
    // Before the one-time code is spent.
    let user = proof.user.clone();
    let count = state.store.read("security.passkeys", move |tx: &mut Tx| passkeys::count(tx, &user)).await?;
    if count >= PASSKEYS_MAX {
        return Err(NotOffered::TooMany);
    }
    let handle = user_handle(state, proof.user)?;
    let prover = find_prover(state, proof.user).await?.ok_or(Unproven::Gone)?;
    let right = prover.prove(state, proof, ProofKind::Strongest).await?;
    let usage = ChallengeUse::Registration(right.session.clone());
    let offered = (Challenge::mint(state.randomness.as_ref()), handle);
    let offer = move |tx: &mut Tx, step: &Step| {
        passkey_challenges::keep_offer(tx, &usage, &offered, step.now.plus_seconds(CHALLENGE_S))
    };
    Ok(right.take(state, "security.offer_passkey", offer).await?)
}

/// A registration that waits for the device.
#[derive(Clone, Debug)]
pub struct OfferedPasskey {
    pub challenge: Challenge,
    /// The bank as passkeys know it.
    pub relying_party: String,
    /// The handle of the user on the device.
    pub user_handle: Vec<u8>,
    /// The login name of the user.
    pub login: String,
    pub full_name: String,
    /// Identifiers of the passkeys that the user has: no device registers twice.
    pub known: Vec<Vec<u8>>,
}

/// Returns what waits in the session; `None` when nothing does, or too long.
pub async fn find_offered_passkey(
    state: &IdentityState,
    user: &UserId,
    session: &SessionId,
) -> Result<Option<OfferedPasskey>, WorkError> {
    let Some(bank) = &state.relying_party else { return Ok(None) };
    let (id, now, usage) = (user.clone(), state.clock.now(), ChallengeUse::Registration(session.clone()));
    let read = move |tx: &mut Tx| {
        let offered = passkey_challenges::find_offer(tx, &usage, now)?;
        let found = offered.zip(clients::find_user(tx, &id)?);
        Ok::<_, StoreError>((found, passkeys::list_in(tx, &id)?))
    };
    let (Some(((challenge, user_handle), found)), known) =
        state.store.read("security.passkey_offer", read).await?
    else {
        return Ok(None);
    };
    Ok(Some(OfferedPasskey {
        challenge,
        relying_party: bank.id().to_owned(),
        user_handle,
        login: found.login.to_string(),
        full_name: found.full_name,
        known: known.into_iter().map(|passkey| passkey.credential_id).collect(),
    }))
}

/// Computes the handle of a user: a device keeps it, and it says nothing about the person (section 14.6.1). It changes
/// with the master key, so what the device was told is kept.
fn user_handle(state: &IdentityState, user: &UserId) -> Result<Vec<u8>, SealingError> {
    let key = state.settings.master_key.authentication_key(Purpose::PasskeyUsers)?;
    Ok(aws_lc_rs::hmac::sign(&key, user.as_str().as_bytes()).as_ref().to_vec())
}
