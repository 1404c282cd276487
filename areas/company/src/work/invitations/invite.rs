//! Invites a person to the company, and takes an invitation back.

use clients::Login;
use identity::login::interaction::Secret;
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use crate::company_user::written;
use crate::invitation::{INVITATION_S, INVITATIONS_MAX, Invitation, Invitee};
use crate::store::invitations;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result, decide, look};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invited {
    /// The person is invited. The token of the link is shown once.
    Now(Secret),
    /// The person is a user of the company already.
    Member,
}

/// Invites a person. An earlier invitation of the same login for the company stops working.
pub async fn invite(administrator: &Administrator, invitee: Invitee) -> Result<Invited> {
    let Administrator { identity, user, company } = administrator;
    let now = identity.clock.now();
    let token = Secret::mint(identity.randomness.as_ref());
    let invitation = Invitation {
        id: identity.randomness.uuid(now),
        company: company.clone(),
        invitee,
        invited_by: user.clone(),
        created_at: now,
        expires_at: now.plus_seconds(INVITATION_S),
        is_ended: false,
    };
    let token_hash = token.hash();
    let write = move |tx: &mut Tx, decision: &Decision| write(tx, decision, &invitation, &token_hash);
    let is_invited = decide(administrator, "invitation.invite", write).await?;
    Ok(if is_invited { Invited::Now(token) } else { Invited::Member })
}

/// Tells, before an invitation is confirmed, that the person with the login may be invited: false for a user of the
/// company.
///
/// # Errors
/// The person is none, and the company has invited as many as it may; the user does not administer it; or the database
/// failed.
pub async fn may_invite(administrator: &Administrator, login: Login) -> Result<bool> {
    look(administrator, "invitation.may_invite", move |tx, decision| may_add(tx, decision, login.as_str()))
        .await
}

/// Tells so as of this unit of work. Whoever is no user of this company is not looked for: the page says nothing about
/// the bank's others. The link says whether the login is taken, to whoever opens it (docs/SECURITY.md).
fn may_add(tx: &mut Tx, decision: &Decision, login: &str) -> Result<bool> {
    let company = &decision.administrator.company;
    if let Some(user) = clients::find_user_by_login(tx, login)?
        && clients::find_company_user(tx, company, &user.id)?.is_some()
    {
        return Ok(false);
    }
    // The invitation takes the place of an earlier one of the login.
    let mut others = invitations::list_open(tx, company, decision.now)?;
    others.retain(|waiting| waiting.invitee.login.as_str() != login);
    if i64::try_from(others.len()).is_ok_and(|others| others >= INVITATIONS_MAX) {
        return Err(AdministrationError::TooMany);
    }
    Ok(true)
}

fn write(tx: &mut Tx, decision: &Decision, invitation: &Invitation, token_hash: &str) -> Result<bool> {
    let (company, login) = (&invitation.company, invitation.invitee.login.as_str());
    if !may_add(tx, decision, login)? {
        return Ok(false);
    }
    let is_renewed = invitations::revoke_of_login(tx, company, login, decision.now)?;
    if !invitations::insert(tx, invitation, token_hash)? {
        return Err(AdministrationError::Changed);
    }
    let id = invitation.id.to_string();
    let detail = json!({ "rights": written(invitation.invitee.rights), "renewed": is_renewed });
    audit::record(tx, decision.entry("invitation.created", ("invitation", &id)).detail(detail))?;
    Ok(true)
}

pub async fn waiting_invitations(administrator: &Administrator) -> Result<Vec<Invitation>> {
    look(administrator, "invitation.list", |tx, decision| {
        Ok(invitations::list_open(tx, &decision.administrator.company, decision.now)?)
    })
    .await
}

/// Takes an invitation of the company back: its link stops working at once. Nothing happens to one that was taken back
/// before.
///
/// # Errors
/// The company has no such invitation; it was accepted ([`AdministrationError::Changed`]); the user does not administer
/// the company; or the database failed.
pub async fn revoke_invitation(administrator: &Administrator, id: Uuid) -> Result<()> {
    decide(administrator, "invitation.revoke", move |tx, decision| {
        let company = &decision.administrator.company;
        if !invitations::revoke(tx, id, company, decision.now)? {
            return match invitations::is_revoked(tx, id, company)? {
                Some(true) => Ok(()),
                Some(false) => Err(AdministrationError::Changed),
                None => Err(AdministrationError::NotFound),
            };
        }
        let id = id.to_string();
        Ok(audit::record(tx, decision.entry("invitation.revoked", ("invitation", &id)))?)
    })
    .await
}
