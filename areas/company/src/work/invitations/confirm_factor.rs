//! Accepts an invitation for a person who is new to the bank, once a code shows that the device has the second factor.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use clients::{Login, User, UserStatus};
use identity::IdentityState;
use identity::login::interaction::Secret;
use identity::person::credential::StoredCredential;
use identity::person::recovery_code::RecoveryCode;
use identity::person::second_factor::TotpSecret;
use identity::work::WorkError;
use identity::work::replace_credential::give_credentials;
use identity::work::second_factor::mint_codes;
use identity::work::trail::Step;
use kernel::UserId;
use sealing::Purpose;
use store::{Result, StoreError, Tx};

use super::accept::{OpenInvitation, find_open, give_rights};
use crate::store::invitations;

/// Outcome of the first code of an invited person.
pub enum FactorConfirmed {
    /// The person is a user of the company. The recovery codes are shown once.
    Joined(Vec<RecoveryCode>),
    /// The code is not of this second factor, or not of now.
    WrongCode {
        /// The same secret, to be shown again.
        secret: TotpSecret,
        login: Login,
    },
    /// The invitation cannot be accepted any more, or another browser has gone on with it.
    Gone,
}

/// Makes the person a user with password, second factor, recovery codes and the rights of the invitation, and ends the
/// invitation, in one unit of work.
pub async fn confirm_factor(
    state: &IdentityState,
    token: &str,
    key: &str,
    typed: &str,
) -> Result<FactorConfirmed, WorkError> {
    let (Some(token), Some(key)) = (Secret::read(token), Secret::read(key)) else {
        return Ok(FactorConfirmed::Gone);
    };
    let step = Step::of_request(state);
    let (hash, now) = (token.hash(), step.now);
    let look = move |tx: &mut Tx| {
        let Some(open) = find_open(tx, &hash, now)? else { return Ok(None) };
        let setup = invitations::find_setup(tx, open.invitation.id)?;
        Ok::<_, StoreError>(setup.map(|setup| (open.invitation, setup)))
    };
    let found = state.store.read("invitation.setup", look).await?;
    let Some((invitation, setup)) = found else { return Ok(FactorConfirmed::Gone) };
    if verify_slices_are_equal(setup.key_hash.as_bytes(), key.hash().as_bytes()).is_err() {
        return Ok(FactorConfirmed::Gone);
    }
    let master_key = &state.settings.master_key;
    let opened = master_key.open(Purpose::SecondFactors, &invitation.id.to_string(), &setup.secret_sealed)?;
    let secret = TotpSecret::from_bytes(opened)?;
    let Some(totp_step) = secret.matching_step(typed, step.now) else {
        return Ok(FactorConfirmed::WrongCode { secret, login: invitation.invitee.login });
    };
    let user = new_user_id(&step)?;
    let randomness = state.randomness.as_ref();
    let sealed = master_key.seal(Purpose::SecondFactors, user.as_str(), secret.bytes(), randomness)?;
    let (codes, hmacs) = mint_codes(state, &user)?;
    let newcomer = Newcomer {
        token_hash: token.hash(),
        key_hash: setup.key_hash,
        user,
        credential: StoredCredential {
            password_hash: setup.password_hash,
            totp_secret_sealed: Some(sealed),
            one_time_until: None,
        },
        totp_step,
        hmacs,
    };
    let join = move |tx: &mut Tx| newcomer.join(tx, &step);
    let has_joined = state.store.write("invitation.join", join).await?;
    Ok(if has_joined { FactorConfirmed::Joined(codes) } else { FactorConfirmed::Gone })
}

fn new_user_id(step: &Step) -> Result<UserId> {
    let text = format!("I{}", step.randomness.uuid(step.now).simple());
    text.parse().map_err(|error: kernel::IdentifierError| StoreError::Inconsistency {
        query: "USER_INSERT",
        column: "user_id".to_owned(),
        reason: error.to_string(),
    })
}

struct Newcomer {
    token_hash: String,
    key_hash: String,
    user: UserId,
    credential: StoredCredential,
    /// The step of the code, which does not work again.
    totp_step: i64,
    hmacs: Vec<Vec<u8>>,
}

impl Newcomer {
    /// False when the invitation has ended, another browser has gone on with it, or the login is taken meanwhile.
    fn join(&self, tx: &mut Tx, step: &Step) -> Result<bool> {
        let Some(open) = find_open(tx, &self.token_hash, step.now)? else { return Ok(false) };
        let OpenInvitation { invitation, .. } = open;
        let setup = invitations::find_setup(tx, invitation.id)?;
        if setup.is_none_or(|setup| setup.key_hash != self.key_hash)
            || clients::find_user_by_login(tx, invitation.invitee.login.as_str())?.is_some()
        {
            return Ok(false);
        }
        let user = User {
            id: self.user.clone(),
            login: invitation.invitee.login.clone(),
            full_name: invitation.invitee.full_name.clone(),
            email: None,
            phone_number: None,
            roles: Vec::new(),
            status: UserStatus::Active,
        };
        clients::create_user(tx, &user, step.now)?;
        if !invitations::accept(tx, &invitation, &self.user, step.now)? {
            // Nothing of this unit may stay.
            return Err(StoreError::RowsChanged { query: "INVITATION_ACCEPT", changed: 0 });
        }
        give_credentials(tx, &self.user, &self.credential, self.totp_step, &self.hmacs, step.now)?;
        give_rights(tx, invitation, &self.user, true, step)?;
        Ok(true)
    }
}
