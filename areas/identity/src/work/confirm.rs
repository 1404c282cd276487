//! Confirms a signature of the online bank with the second factor, or with the password again.

use ::pages::{Confirmation, ConfirmationKind, Proof};
use audit::Actor;
use kernel::UserId;
use serde_json::json;
use store::Tx;

use super::WorkError;
use super::prove::{Asked, Unproven, find_prover};
use super::step::Step;
use crate::online_bank::ONLINE_BANK_CLIENT;
use crate::state::IdentityState;

/// Returns the kind of proof that the user has to give.
///
/// # Errors
/// The database's.
pub async fn confirmation_kind(state: &IdentityState, user: &UserId) -> Result<ConfirmationKind, WorkError> {
    let sealed = find_prover(state, user).await?.and_then(|prover| prover.credential.totp_secret_sealed);
    Ok(if sealed.is_some() { ConfirmationKind::Code } else { ConfirmationKind::Password })
}

/// Counts and checks an answer. `None` when the user may not sign at all, or was locked in the meantime.
///
/// # Errors
/// The database's, a full queue of passwords, and a secret that does not open.
pub async fn confirm(state: &IdentityState, proof: Proof<'_>) -> Result<Option<Confirmation>, WorkError> {
    let unproven = match find_prover(state, proof.user).await? {
        None => Unproven::Gone,
        Some(prover) => match prover.prove(state, proof, Asked::Strongest).await? {
            Err(unproven) => unproven,
            Ok(right) => {
                let (user, company) = (right.user.id.clone(), right.company.clone());
                let kind = right.evidence.name();
                let record = move |tx: &mut Tx, step: &Step| {
                    let actor = Actor::User(user.clone());
                    let entry = step.entry(actor, "signature.confirmed", ONLINE_BANK_CLIENT);
                    audit::record(tx, entry.company(company.clone()).detail(json!({ "by": kind })))
                };
                match right.take(state, "online_bank.confirm", record).await? {
                    Ok(()) => return Ok(Some(Confirmation::Confirmed)),
                    Err(unproven) => unproven,
                }
            }
        },
    };
    Ok(match unproven {
        Unproven::Refused => Some(Confirmation::Refused),
        Unproven::CodeUsed { next_in_s } => Some(Confirmation::CodeUsed { next_in_s }),
        Unproven::Wait { retry_after_s } => Some(Confirmation::Wait { retry_after_s }),
        Unproven::Gone => None,
    })
}
