//! Looks at a one-time code or a recovery code, and takes it, or a proof with a passkey: each works once.

use kernel::{Instant, UserId};
use serde_json::json;
use store::{Result, Tx};

use super::WorkError;
use super::trail::Step;
use crate::login::candidate::Failure;
use crate::login::login_history::LoginWay;
use crate::person::credential::StoredCredential;
use crate::person::recovery_code::RecoveryCode;
use crate::person::second_factor::{TotpSecret, next_code_in_s};
use crate::sealing::Purpose;
use crate::state::IdentityState;
use crate::store::{credentials, passkeys, recovery_codes};
use uuid::Uuid;
use webauthn::Asserted;

/// Evidence that was right when it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    Password,
    Code {
        /// The step that it is the code of.
        totp_step: i64,
    },
    RecoveryCode {
        /// The HMAC that the table holds.
        hmac: Vec<u8>,
    },
    Passkey {
        /// The identifier of the passkey in the trail.
        id: Uuid,
        credential_id: Vec<u8>,
        /// The counter that the proof was compared with.
        before: u32,
        /// The part of the proof that is kept.
        asserted: Asserted,
    },
}

impl Evidence {
    /// Takes what works once, and leaves a trace of a recovery code. False when it was used in the meantime. The caller
    /// holds the access of the user.
    pub(super) fn take(&self, tx: &mut Tx, user: &UserId, step: &Step) -> Result<bool> {
        match self {
            Self::Password => Ok(true),
            Self::Code { totp_step } => credentials::take_totp_step(tx, user, *totp_step),
            Self::Passkey { id, credential_id, before, asserted } => {
                if !passkeys::note_use(tx, credential_id, *before, *asserted, step.now)? {
                    return Ok(false);
                }
                let entry = step.own_entry(user, "user.passkey_used");
                audit::record(tx, entry.detail(json!({ "passkey": id })))?;
                Ok(true)
            }
            Self::RecoveryCode { hmac } => {
                if !recovery_codes::take(tx, user, hmac, step.now)? {
                    return Ok(false);
                }
                let left = recovery_codes::count_left(tx, user)?;
                let entry = step.own_entry(user, "user.recovery_code_used");
                audit::record(tx, entry.detail(json!({ "left": left })))?;
                Ok(true)
            }
        }
    }

    /// Returns the seconds until the device shows another one-time code than this; zero when it does already, and for
    /// evidence that does not change by itself.
    pub(super) fn next_in_s(&self, now: Instant) -> i64 {
        match self {
            Self::Code { totp_step } => next_code_in_s(*totp_step, now),
            Self::Password | Self::RecoveryCode { .. } | Self::Passkey { .. } => 0,
        }
    }

    /// Returns the proofs of a login that ends with this one; its text is the name of the evidence in the trail.
    pub(super) const fn login_way(&self) -> LoginWay {
        match self {
            Self::Password => LoginWay::Password,
            Self::Code { .. } => LoginWay::Code,
            Self::RecoveryCode { .. } => LoginWay::RecoveryCode,
            Self::Passkey { .. } => LoginWay::Passkey,
        }
    }
}

#[derive(Debug)]
pub(super) enum NoEvidence {
    Wrong(Failure),
    /// It could not be looked at.
    Failed(WorkError),
}

impl<E: Into<WorkError>> From<E> for NoEvidence {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Looks at what a user with the second factor of `credential` has typed: a one-time code, or a recovery code where
/// those are taken. Nobody mistakes one for the other: they differ in length.
pub(super) async fn look_at_code(
    state: &IdentityState,
    user: &UserId,
    credential: &StoredCredential,
    typed: &str,
    may_recover: bool,
    now: Instant,
) -> Result<Evidence, NoEvidence> {
    if let Some(code) = RecoveryCode::read(typed).filter(|_| may_recover) {
        let master_key = &state.settings.master_key;
        let present = master_key.authentication_key(Purpose::RecoveryCodes)?;
        let keys = [Some(present), master_key.other_authentication_key(Purpose::RecoveryCodes)?];
        let hmacs: Vec<_> = keys.iter().flatten().map(|key| code.hmac(key, user)).collect();
        let id = user.clone();
        let look = move |tx: &mut Tx| -> Result<Option<Vec<u8>>> {
            for hmac in &hmacs {
                if recovery_codes::is_unused(tx, &id, hmac)? {
                    return Ok(Some(hmac.clone()));
                }
            }
            Ok(None)
        };
        let unused = state.store.read("login.recovery_code", look).await?;
        let evidence = unused.map(|hmac| Evidence::RecoveryCode { hmac });
        return evidence.ok_or(NoEvidence::Wrong(Failure::WrongRecoveryCode));
    }
    let secret = open_secret(state, user, credential)?;
    let totp_step = secret.and_then(|secret| secret.matching_step(typed, now));
    totp_step.map(|totp_step| Evidence::Code { totp_step }).ok_or(NoEvidence::Wrong(Failure::WrongCode))
}

/// Opens the sealed secret of the second factor; `None` when the user has none.
fn open_secret(
    state: &IdentityState,
    user: &UserId,
    credential: &StoredCredential,
) -> Result<Option<TotpSecret>, WorkError> {
    let Some(sealed) = &credential.totp_secret_sealed else { return Ok(None) };
    let opened = state.settings.master_key.open(Purpose::SecondFactors, user.as_str(), sealed)?;
    Ok(Some(TotpSecret::from_bytes(opened)?))
}
