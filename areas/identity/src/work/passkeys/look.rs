//! Looks at a proof with a passkey.

use webauthn::{Challenge, WebauthnError};

use crate::login::candidate::Failure;
use crate::person::passkey::Passkey;
use crate::person::passkey_answer::PasskeyProof;
use crate::state::IdentityState;
use crate::work::evidence::Evidence;

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
