//! The second factor of the person who asks: another one is offered, with the present one, or the password, as the
//! proof, and counts when a code of it was typed; and recovery codes are renewed.

use ::pages::Proof;
use kernel::{SessionId, UserId};
use serde_json::json;
use store::{Result, StoreError, Tx};

use super::WorkError;
use super::end_access::end_others;
use super::finish_login::{hold_active_user, is_session_open};
use super::prove::{ProofKind, Unproven, find_prover};
use super::trail::Step;
use crate::person::recovery_code::RecoveryCode;
use crate::person::second_factor::{OFFER_S, TotpSecret};
use crate::sealing::Purpose;
use crate::state::IdentityState;
use crate::store::{credentials, recovery_codes, second_factor_offers};

/// Mints a secret and keeps it, sealed, for the session of `proof`. A recovery code is a proof too: whoever replaces
/// a second factor has often lost the device.
pub async fn offer_second_factor(state: &IdentityState, proof: Proof<'_>) -> Result<(), Unproven> {
    let prover = find_prover(state, proof.user).await?.ok_or(Unproven::Gone)?;
    let right = prover.prove(state, proof, ProofKind::StrongestOrRecovery).await?;
    let secret = TotpSecret::mint(state.randomness.as_ref());
    let (user, session) = (right.user.id.clone(), right.session.clone());
    let sealed = state.settings.master_key.seal(
        Purpose::SecondFactors,
        user.as_str(),
        secret.bytes(),
        state.randomness.as_ref(),
    )?;
    let offer = move |tx: &mut Tx, step: &Step| {
        second_factor_offers::make(tx, &user, &session, &sealed, step.now.plus_seconds(OFFER_S))
    };
    right.take(state, "security.offer_second_factor", offer).await
}

/// A second factor that waits for its first code.
pub struct OfferedFactor {
    pub secret: TotpSecret,
    pub login: String,
    /// The secret as the table holds it.
    sealed: Vec<u8>,
}

/// Returns what is offered to the user in the session; `None` when nothing is, or too long ago.
pub async fn find_offer(
    state: &IdentityState,
    user: &UserId,
    session: &SessionId,
) -> Result<Option<OfferedFactor>, WorkError> {
    let (id, session, now) = (user.clone(), session.clone(), state.clock.now());
    let read = move |tx: &mut Tx| {
        let sealed = second_factor_offers::find(tx, &id, &session, now)?;
        Ok::<_, StoreError>(sealed.zip(clients::find_user(tx, &id)?))
    };
    let found = state.store.read("security.offer", read).await?;
    let Some((sealed, found)) = found else { return Ok(None) };
    let opened = state.settings.master_key.open(Purpose::SecondFactors, user.as_str(), &sealed)?;
    let secret = TotpSecret::from_bytes(opened)?;
    Ok(Some(OfferedFactor { secret, login: found.login.to_string(), sealed }))
}

/// Outcome of a code of an offered second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactorSet {
    /// It counts from now on. The recovery codes are shown once.
    Set(Vec<RecoveryCode>),
    /// The code is not of this second factor, or not of now. Nothing is counted: the session knows the secret.
    WrongCode,
    /// Nothing is offered in this session any more.
    Gone,
}

/// Puts the offered second factor in the place of the one that the user has, with new recovery codes. All other
/// sessions of the user end in the same unit of work, with everything that would become one. The code does not work
/// again.
pub async fn set_second_factor(
    state: &IdentityState,
    user: UserId,
    session: SessionId,
    typed: &str,
) -> Result<FactorSet, WorkError> {
    let Some(offer) = find_offer(state, &user, &session).await? else { return Ok(FactorSet::Gone) };
    let step = Step::of_request(state);
    let Some(totp_step) = offer.secret.matching_step(typed, step.now) else {
        return Ok(FactorSet::WrongCode);
    };
    let (codes, hmacs) = mint_codes(state, &user)?;
    let sealed = offer.sealed;
    let set = move |tx: &mut Tx| -> Result<bool> {
        if hold_active_user(tx, &user)?.is_none()
            || !is_session_open(tx, &session, &user, step.now)?
            || !second_factor_offers::take(tx, &user, &session, &sealed, step.now)?
        {
            return Ok(false);
        }
        credentials::set_totp(tx, &user, Some(&sealed), step.now)?;
        credentials::take_totp_step(tx, &user, totp_step)?;
        recovery_codes::replace(tx, &user, &hmacs, step.now)?;
        let ended = end_others(tx, &user, &session, &step)?;
        let entry = step.own_entry(&user, "user.totp_set");
        audit::record(tx, entry.detail(json!({ "sessions_ended": ended })))?;
        Ok(true)
    };
    let is_set = state.store.write_guarded("security.set_second_factor", set).await?;
    Ok(if is_set { FactorSet::Set(codes) } else { FactorSet::Gone })
}

/// Puts a new set in the place of the one that the user has, and returns it to be shown once. The old ones do not work
/// any more.
pub async fn renew_recovery_codes(
    state: &IdentityState,
    proof: Proof<'_>,
) -> Result<Vec<RecoveryCode>, Unproven> {
    let prover = find_prover(state, proof.user).await?;
    // Without a second factor there is nothing to recover.
    let prover = prover.filter(|prover| prover.credential.totp_secret_sealed.is_some());
    let right = prover.ok_or(Unproven::Gone)?.prove(state, proof, ProofKind::Strongest).await?;
    let user = right.user.id.clone();
    let (codes, hmacs) = mint_codes(state, &user)?;
    let renew = move |tx: &mut Tx, step: &Step| {
        recovery_codes::replace(tx, &user, &hmacs, step.now)?;
        let entry = step.own_entry(&user, "user.recovery_codes_renewed");
        audit::record(tx, entry.detail(json!({ "codes": hmacs.len() })))
    };
    right.take(state, "security.recovery_codes", renew).await?;
    Ok(codes)
}

/// Mints a set of codes of the user, and what the table holds instead.
pub fn mint_codes(
    state: &IdentityState,
    user: &UserId,
) -> Result<(Vec<RecoveryCode>, Vec<Vec<u8>>), WorkError> {
    let key = state.settings.master_key.authentication_key(Purpose::RecoveryCodes)?;
    let codes = RecoveryCode::mint_set(state.randomness.as_ref());
    let hmacs = codes.iter().map(|code| code.hmac(&key, user)).collect();
    Ok((codes, hmacs))
}

/// Returns the number of recovery codes that are left to a user with a second factor; `None` without one.
pub async fn codes_left(state: &IdentityState, user: &UserId) -> Result<Option<i64>, WorkError> {
    let id = user.clone();
    let read = move |tx: &mut Tx| -> Result<Option<i64>, StoreError> {
        let credential = credentials::find(tx, &id)?;
        if credential.is_none_or(|credential| credential.totp_secret_sealed.is_none()) {
            return Ok(None);
        }
        recovery_codes::count_left(tx, &id).map(Some)
    };
    Ok(state.store.read("security.factor", read).await?)
}
