//! Renews the recovery codes of the person who asks, with the second factor as the proof.

use ::pages::Proof;
use kernel::UserId;
use serde_json::json;
use store::Tx;

use super::WorkError;
use super::prove::{ProofKind, Unproven, find_prover};
use super::step::Step;
use crate::person::recovery_code::RecoveryCode;
use crate::sealing::Purpose;
use crate::state::IdentityState;
use crate::store::{credentials, recovery_codes};

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

/// Second factor of a person, as the room "Security" tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorState {
    None,
    Set {
        /// Recovery codes that were not used.
        codes_left: i64,
    },
}

/// Returns what the user has.
pub async fn factor_state(state: &IdentityState, user: &UserId) -> Result<FactorState, WorkError> {
    let id = user.clone();
    let read = move |tx: &mut Tx| -> Result<FactorState, store::StoreError> {
        let credential = credentials::find(tx, &id)?;
        if credential.is_none_or(|credential| credential.totp_secret_sealed.is_none()) {
            return Ok(FactorState::None);
        }
        Ok(FactorState::Set { codes_left: recovery_codes::count_left(tx, &id)? })
    };
    Ok(state.store.read("security.factor", read).await?)
}
