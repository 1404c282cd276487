//! Offers a new second factor to the person who asks, with the present one, or the password, as the proof. It counts
//! when a code of it was typed ([`super::set_second_factor`]).

use ::pages::Proof;
use kernel::{SessionId, UserId};
use store::Tx;

use super::WorkError;
use super::prove::{ProofKind, Unproven, find_prover};
use super::step::Step;
use crate::person::second_factor::{OFFER_S, TotpSecret};
use crate::sealing::Purpose;
use crate::state::IdentityState;
use crate::store::second_factor_offers;

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
    /// The login name of its user.
    pub login: String,
    /// The secret as the table holds it.
    pub(super) sealed: Vec<u8>,
}

/// Returns what is offered to the user in the session; `None` when nothing is, or too long ago.
///
/// # Errors
/// The database's, and a secret that does not open.
pub async fn find_offer(
    state: &IdentityState,
    user: &UserId,
    session: &SessionId,
) -> Result<Option<OfferedFactor>, WorkError> {
    let (id, session, now) = (user.clone(), session.clone(), state.clock.now());
    let read = move |tx: &mut Tx| {
        let sealed = second_factor_offers::find(tx, &id, &session, now)?;
        Ok::<_, store::StoreError>(sealed.zip(clients::find_user(tx, &id)?))
    };
    let found = state.store.read("security.offer", read).await?;
    let Some((sealed, found)) = found else { return Ok(None) };
    let opened = state.settings.master_key.open(Purpose::SecondFactors, user.as_str(), &sealed)?;
    let secret = TotpSecret::from_bytes(opened)?;
    Ok(Some(OfferedFactor { secret, login: found.login.to_string(), sealed }))
}
