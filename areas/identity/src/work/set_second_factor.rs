//! Sets the second factor that was offered to a person, once a code of it shows that the device has it.

use kernel::{SessionId, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::WorkError;
use super::end_access::end_others;
use super::finish_login::{hold_active_user, is_session_open};
use super::offer_second_factor::find_offer;
use super::renew_recovery_codes::mint_codes;
use super::step::Step;
use crate::person::recovery_code::RecoveryCode;
use crate::state::IdentityState;
use crate::store::{credentials, recovery_codes, second_factor_offers};

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
///
/// # Errors
/// The database's, and a secret that does not open.
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
