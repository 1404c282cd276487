//! Confirms a signature of the online bank with the second factor, or with the password again where the bank takes it.

use ::pages::{Confirmation, ConfirmationKind, Proof};
use kernel::UserId;

use super::WorkError;
use super::passkeys::ask::needs_passkey;
use super::prove::{ProofKind, Unproven, find_prover};
use crate::state::IdentityState;

/// Returns the kind of proof that the user has to give.
pub async fn confirmation_kind(state: &IdentityState, user: &UserId) -> Result<ConfirmationKind, WorkError> {
    let sealed = find_prover(state, user).await?.and_then(|prover| prover.credential.totp_secret_sealed);
    Ok(match sealed {
        Some(_) => ConfirmationKind::Code,
        None if needs_passkey(state, user).await? => ConfirmationKind::Passkey,
        None => ConfirmationKind::Password,
    })
}

/// Tells whether the user lacks a second factor that the bank asks for; a passkey is one as well.
pub async fn lacks_factor(state: &IdentityState, user: &UserId) -> Result<bool, WorkError> {
    Ok(state.settings.second_factor_required
        && confirmation_kind(state, user).await? == ConfirmationKind::Password)
}

/// Counts and checks an answer. `None` when the user may not sign at all, or was locked in the meantime.
pub async fn confirm(state: &IdentityState, proof: Proof<'_>) -> Result<Option<Confirmation>, WorkError> {
    Ok(match take_answer(state, proof).await {
        Ok(()) => Some(Confirmation::Confirmed),
        Err(Unproven::Refused) => Some(Confirmation::Refused),
        Err(Unproven::CodeUsed { next_in_s }) => Some(Confirmation::CodeUsed { next_in_s }),
        Err(Unproven::Wait { retry_after_s }) => Some(Confirmation::Wait { retry_after_s }),
        Err(Unproven::Gone) => None,
        Err(Unproven::Failed(error)) => return Err(error),
    })
}

async fn take_answer(state: &IdentityState, proof: Proof<'_>) -> Result<(), Unproven> {
    let prover = find_prover(state, proof.user).await?.ok_or(Unproven::Gone)?;
    let right = prover.prove(state, proof, ProofKind::Strongest).await?;
    let proof = right.evidence.login_way().as_str();
    right.take(state, "online_bank.confirm", |_, _| Ok(())).await?;
    // The act may still be refused; if it is done, its own entry names the proof.
    if let Some(request) = edge::RequestContext::current() {
        request.confirm_by(proof);
    }
    Ok(())
}
