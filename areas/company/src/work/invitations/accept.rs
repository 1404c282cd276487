//! Finds the invitation of a link, and accepts it for a person who is a user of the bank already, with the own
//! login as the consent.

use audit::Actor;
use clients::{Company, CompanyStatus, UserStatus};
use identity::IdentityState;
use identity::login::interaction::Secret;
use identity::work::finish_login::hold_active_user;
use identity::work::trail::Step;
use kernel::{Instant, UserId};
use serde_json::json;
use store::{Result, Tx};

use crate::company_user::written;
use crate::invitation::Invitation;
use crate::store::invitations;

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
    Ok((is_active && rights.may_administer()).then_some(OpenInvitation { invitation, company }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The user may act for the company, now or since the same form was sent before.
    Joined,
    /// The user is one of the company already, or has rights for as many companies as one may have.
    NotPossible,
    /// The invitation cannot be accepted any more, or is another person's.
    Gone,
}

/// Returns the invitation of a link that is for the user.
pub async fn open_own_invitation(
    state: &IdentityState,
    user: &UserId,
    token: &str,
) -> Result<Option<OpenInvitation>> {
    let Some(token) = Secret::read(token) else { return Ok(None) };
    let (hash, id, now) = (token.hash(), user.clone(), state.clock.now());
    state.store.read("invitation.open_own", move |tx: &mut Tx| find_own(tx, &hash, &id, now)).await
}

fn find_own(tx: &mut Tx, token_hash: &str, user: &UserId, now: Instant) -> Result<Option<OpenInvitation>> {
    let Some(open) = find_open(tx, token_hash, now)? else { return Ok(None) };
    let user = clients::find_user(tx, user)?;
    Ok(user.filter(|user| user.login == open.invitation.invitee.login).map(|_| open))
}

/// Gives the user the rights of the invitation, which ends.
pub async fn accept_invitation(state: &IdentityState, user: UserId, token: &str) -> Result<Accepted> {
    let Some(token) = Secret::read(token) else { return Ok(Accepted::Gone) };
    let (hash, step) = (token.hash(), Step::of_request(state));
    let join = move |tx: &mut Tx| -> Result<Accepted> {
        if hold_active_user(tx, &user)?.is_none() {
            return Ok(Accepted::Gone);
        }
        let Some(open) = find_own(tx, &hash, &user, step.now)? else {
            let has_joined = has_joined(tx, &hash, &user)?;
            return Ok(if has_joined { Accepted::Joined } else { Accepted::Gone });
        };
        let invitation = open.invitation;
        if clients::find_company_user(tx, &invitation.company, &user)?.is_some()
            || !clients::may_join_another_company(tx, &user)?
        {
            return Ok(Accepted::NotPossible);
        }
        if !invitations::accept(tx, &invitation, &user, step.now)? {
            return Ok(Accepted::Gone);
        }
        give_rights(tx, invitation, &user, false, &step)?;
        Ok(Accepted::Joined)
    };
    state.store.write("invitation.accept", join).await
}

/// Tells that the user has accepted the invitation, and is one of the company still.
fn has_joined(tx: &mut Tx, token_hash: &str, user: &UserId) -> Result<bool> {
    let Some(company) = invitations::accepted_by(tx, token_hash, user)? else { return Ok(false) };
    Ok(clients::find_company_user(tx, &company, user)?.is_some())
}

/// Gives the user the rights of an invitation that was accepted, and leaves an entry.
pub(super) fn give_rights(
    tx: &mut Tx,
    invitation: Invitation,
    user: &UserId,
    is_new: bool,
    step: &Step,
) -> Result<()> {
    let rights = invitation.invitee.rights;
    clients::set_rights(tx, user, &invitation.company, rights)?;
    let author = step.author.acting(Actor::User(user.clone()));
    let id = invitation.id.to_string();
    let entry = author.entry(step.now, &*step.randomness, "invitation.accepted", ("invitation", &id));
    let detail = json!({ "new_user": is_new, "rights": written(rights) });
    audit::record(tx, entry.company(invitation.company).detail(detail))
}
