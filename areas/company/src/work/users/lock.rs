//! Locks a user for the company alone, and lets the user in again. Other companies of the user notice nothing.

use identity::IdentityState;
use kernel::UserId;
use serde_json::json;
use store::Tx;

use super::{end_for_company, other};
use crate::company_user::written;
use crate::work::administration::{AdministrationError, Administrator, Decision, Result};

/// Locks the user for the company: every right for it waits, and sessions and codes for it end in the same unit of work
/// (IDN-11). Nothing happens when the user is locked already.
///
/// # Errors
/// The user is none of the company's or the administrator's own person, or the database failed.
pub async fn lock(state: &IdentityState, administrator: &Administrator, user: UserId) -> Result<()> {
    let decision = Decision::of_request(state, administrator);
    let unit = move |tx: &mut Tx| stop(tx, &decision, &user);
    state.store.write("company_user.lock", unit).await
}

/// Lets the user in again, with the rights of before.
///
/// # Errors
/// The user is none of the company's or not locked ([`AdministrationError::Changed`]), or the database failed.
pub async fn unlock(state: &IdentityState, administrator: &Administrator, user: UserId) -> Result<()> {
    let decision = Decision::of_request(state, administrator);
    let unit = move |tx: &mut Tx| let_in(tx, &decision, &user);
    state.store.write("company_user.unlock", unit).await
}

fn stop(tx: &mut Tx, decision: &Decision, user: &UserId) -> Result<()> {
    let found = other(tx, decision, user)?;
    let Administrator { user: own, company } = &decision.administrator;
    if !clients::lock_for_company(tx, user, company, own, decision.now)? {
        return Ok(());
    }
    let ended = end_for_company(tx, decision, user)?;
    let detail = json!({ "rights": written(found.rights), "sessions": ended });
    audit::record(tx, decision.entry("user.company_locked", ("user", user.as_str())).detail(detail))?;
    Ok(())
}

fn let_in(tx: &mut Tx, decision: &Decision, user: &UserId) -> Result<()> {
    let found = other(tx, decision, user)?;
    match clients::unlock_for_company(tx, user, &decision.administrator.company)? {
        None => return Err(AdministrationError::Changed),
        Some(false) => return Err(AdministrationError::TooMany),
        Some(true) => {}
    }
    let detail = json!({ "rights": written(found.rights) });
    audit::record(tx, decision.entry("user.company_unlocked", ("user", user.as_str())).detail(detail))?;
    Ok(())
}
