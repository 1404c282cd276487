//! Changes what a user may do for the company; or locks the user for the company alone, and lets the user in again.
//! Other companies of the user notice nothing.

use clients::{CompanyUser, Right, Rights};
use kernel::UserId;
use serde_json::json;
use store::Tx;

use super::{end_for_company, other};
use crate::company_user::written;
use crate::invitation::needs_another;
use crate::store::invitations;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result, decide, look};

/// Outcome that a change of rights would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreseen {
    /// The user has the rights already that the form was to give: somebody has sent it before.
    Given,
    /// The administrator has let the user in, and another one gives such rights.
    NeedsAnother,
    /// It can be confirmed.
    Open,
}

/// Tells what [`change_rights`] would do, before the change is confirmed.
///
/// # Errors
/// The user is none of the company's and is to get a right, or the rights have changed meanwhile.
pub async fn foresee_rights(
    administrator: &Administrator,
    user: UserId,
    before: Rights,
    rights: Rights,
) -> Result<Foreseen> {
    look(administrator, "company_user.may_give", move |tx, decision| {
        match clients::find_company_user(tx, &decision.administrator.company, &user)? {
            Some(found) => foresee(tx, decision, &found, before, rights),
            // Whoever has lost the last right is none of the company's any more.
            None if rights.is_empty() => Ok(Foreseen::Given),
            None => Err(AdministrationError::NotFound),
        }
    })
    .await
}

fn foresee(
    tx: &mut Tx,
    decision: &Decision,
    found: &CompanyUser,
    before: Rights,
    rights: Rights,
) -> Result<Foreseen> {
    // A form that changes nothing is no second press of one that did.
    if !found.is_locked && found.rights == rights && rights != before {
        return Ok(Foreseen::Given);
    }
    if found.is_locked || found.rights != before {
        return Err(AdministrationError::Changed);
    }
    let Administrator { user: administrator, company, .. } = &decision.administrator;
    let is_own_invitation =
        needs_another(before, rights) && invitations::has_let_in(tx, administrator, company, &found.id)?;
    Ok(if is_own_invitation { Foreseen::NeedsAnother } else { Foreseen::Open })
}

/// Gives the user `rights` in the place of those that the form showed. Rights are read anew with every request, so
/// that they count at once; whoever may not act for the company any more loses sessions and codes for it in the same
/// unit of work.
///
/// # Errors
/// The user is none of the company's or the administrator's own person, another administrator has to give such rights,
/// the rights have changed meanwhile, or the database failed.
pub async fn change_rights(
    administrator: &Administrator,
    user: UserId,
    before: Rights,
    rights: Rights,
) -> Result<()> {
    let write = move |tx: &mut Tx, decision: &Decision| write(tx, decision, &user, before, rights);
    decide(administrator, "company_user.change_rights", write).await
}

fn write(tx: &mut Tx, decision: &Decision, user: &UserId, before: Rights, rights: Rights) -> Result<()> {
    let found = other(tx, decision, user)?;
    match foresee(tx, decision, &found, before, rights)? {
        Foreseen::Given => return Ok(()),
        Foreseen::NeedsAnother => return Err(AdministrationError::OwnInvitation),
        // Nothing changes, so there is nothing to tell.
        Foreseen::Open if rights == before => return Ok(()),
        Foreseen::Open => {}
    }
    clients::set_rights(tx, user, &decision.administrator.company, rights)?;
    let ended = if rights.contains(Right::Act) { 0 } else { end_for_company(tx, decision, user)? };
    let detail = json!({ "before": written(before), "after": written(rights), "sessions": ended });
    Ok(audit::record(tx, decision.entry("user.rights_changed", ("user", user.as_str())).detail(detail))?)
}

/// Locks the user for the company: every right for it waits, and sessions and codes for it end in the same unit of work
/// (IDN-11). Nothing happens when the user is locked already.
pub async fn lock(administrator: &Administrator, user: UserId) -> Result<()> {
    decide(administrator, "company_user.lock", move |tx, decision| {
        let found = other(tx, decision, &user)?;
        let Administrator { user: own, company, .. } = &decision.administrator;
        if !clients::lock_for_company(tx, &user, company, own, decision.now)? {
            return Ok(());
        }
        let ended = end_for_company(tx, decision, &user)?;
        let detail = json!({ "rights": written(found.rights), "sessions": ended });
        let entry = decision.entry("user.company_locked", ("user", user.as_str()));
        Ok(audit::record(tx, entry.detail(detail))?)
    })
    .await
}

/// Returns the user whose lock [`unlock`] would end, before that is confirmed; one who is not locked too.
///
/// # Errors
/// The user is none of the company's, or has rights for as many other companies as one may have.
pub async fn foresee_unlock(administrator: &Administrator, user: UserId) -> Result<CompanyUser> {
    look(administrator, "company_user.may_unlock", move |tx, decision| {
        let found = clients::find_company_user(tx, &decision.administrator.company, &user)?;
        let found = found.ok_or(AdministrationError::NotFound)?;
        check_unlock(tx, &found)?;
        Ok(found)
    })
    .await
}

fn check_unlock(tx: &mut Tx, found: &CompanyUser) -> Result<()> {
    let joins = found.is_locked && !found.rights.is_empty();
    if joins && !clients::may_join_another_company(tx, &found.id)? {
        return Err(AdministrationError::TooMany);
    }
    Ok(())
}

/// Lets the user in again, with the rights of before. Nothing happens when the user is not locked.
pub async fn unlock(administrator: &Administrator, user: UserId) -> Result<()> {
    decide(administrator, "company_user.unlock", move |tx, decision| {
        let found = other(tx, decision, &user)?;
        check_unlock(tx, &found)?;
        if !clients::unlock_for_company(tx, &user, &decision.administrator.company)? {
            return Ok(());
        }
        let detail = json!({ "rights": written(found.rights) });
        let entry = decision.entry("user.company_unlocked", ("user", user.as_str()));
        Ok(audit::record(tx, entry.detail(detail))?)
    })
    .await
}
