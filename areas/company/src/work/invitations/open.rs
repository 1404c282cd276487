//! Finds the invitation of a link.

use clients::{Company, CompanyStatus, Right, UserStatus};
use identity::IdentityState;
use identity::login::interaction::Secret;
use kernel::Instant;
use store::{Result, Tx};

use crate::invitation::Invitation;
use crate::store::invitations;

/// An invitation that can be accepted.
#[derive(Clone, Debug)]
pub struct OpenInvitation {
    pub invitation: Invitation,
    pub company: Company,
}

/// Returns the invitation of a link; `None` for one that never was, has ended, or whose administrator or company may
/// not invite any more. The answer is the same for all reasons.
pub async fn open_invitation(state: &IdentityState, token: &str) -> Result<Option<OpenInvitation>> {
    let Some(token) = Secret::read(token) else { return Ok(None) };
    let (hash, now) = (token.hash(), state.clock.now());
    state.store.read("invitation.open", move |tx: &mut Tx| find_open(tx, &hash, now)).await
}

/// Returns the invitation, as of this unit of work.
pub(super) fn find_open(tx: &mut Tx, token_hash: &str, now: Instant) -> Result<Option<OpenInvitation>> {
    let found = invitations::find(tx, token_hash)?.filter(|invitation| invitation.is_open(now));
    let Some(invitation) = found else { return Ok(None) };
    let company = clients::find_company(tx, &invitation.company)?;
    let Some(company) = company.filter(|company| company.status == CompanyStatus::Open) else {
        return Ok(None);
    };
    let inviter = clients::find_user(tx, &invitation.invited_by)?;
    let is_active = inviter.is_some_and(|user| user.status == UserStatus::Active);
    let rights = clients::rights(tx, &invitation.invited_by, &invitation.company)?;
    let may_invite = is_active && rights.contains(Right::Act) && rights.contains(Right::CompanyAdministrator);
    Ok(may_invite.then_some(OpenInvitation { invitation, company }))
}
