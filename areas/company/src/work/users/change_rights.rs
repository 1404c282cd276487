//! Changes what a user may do for the company.

use clients::{Right, Rights};
use identity::IdentityState;
use kernel::UserId;
use serde_json::json;
use store::Tx;

use super::{end_for_company, other};
use crate::company_user::written;
use crate::invitation::needs_another;
use crate::store::invitations;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result, decide, look};

/// Tells that the administrator has let the user in, and that `rights` need another one for that.
///
/// # Errors
/// The user does not administer the company, or the database failed.
pub async fn needs_another_administrator(
    state: &IdentityState,
    administrator: &Administrator,
    user: UserId,
    before: Rights,
    rights: Rights,
) -> Result<bool> {
    look(state, administrator, "company_user.may_give", move |tx, decision| {
        is_own_invitation(tx, decision, &user, before, rights)
    })
    .await
}

fn is_own_invitation(
    tx: &mut Tx,
    decision: &Decision,
    user: &UserId,
    before: Rights,
    rights: Rights,
) -> Result<bool> {
    let Administrator { user: administrator, company } = &decision.administrator;
    Ok(needs_another(before, rights) && invitations::has_let_in(tx, administrator, company, user)?)
}

/// Gives the user `rights` in the place of those that the form showed. Rights are read anew with every request, so
/// that they count at once; whoever may not act for the company any more loses sessions and codes for it in the same
/// unit of work.
///
/// # Errors
/// The user is none of the company's or the administrator's own person, another administrator has to give such rights,
/// the rights have changed meanwhile, or the database failed.
pub async fn change_rights(
    state: &IdentityState,
    administrator: &Administrator,
    user: UserId,
    before: Rights,
    rights: Rights,
) -> Result<()> {
    let write = move |tx: &mut Tx, decision: &Decision| write(tx, decision, &user, before, rights);
    decide(state, administrator, "company_user.change_rights", write).await
}

fn write(tx: &mut Tx, decision: &Decision, user: &UserId, before: Rights, rights: Rights) -> Result<()> {
    let found = other(tx, decision, user)?;
    if found.rights != before || found.is_locked {
        return Err(AdministrationError::Changed);
    }
    if rights == before {
        return Ok(());
    }
    if is_own_invitation(tx, decision, user, before, rights)? {
        return Err(AdministrationError::OwnInvitation);
    }
    if !clients::set_rights(tx, user, &decision.administrator.company, rights)? {
        return Err(AdministrationError::TooMany);
    }
    let ended = if rights.contains(Right::Act) { 0 } else { end_for_company(tx, decision, user)? };
    let detail = json!({ "before": written(before), "after": written(rights), "sessions": ended });
    audit::record(tx, decision.entry("user.rights_changed", ("user", user.as_str())).detail(detail))?;
    Ok(())
}
