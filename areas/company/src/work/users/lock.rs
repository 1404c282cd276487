//! Locks a user for the company alone, and lets the user in again. Other companies of the user notice nothing.

use identity::IdentityState;
use kernel::UserId;
use serde_json::json;

use super::{end_for_company, other};
use crate::company_user::written;
use crate::work::administration::{AdministrationError, Administrator, Result, decide};

/// Locks the user for the company: every right for it waits, and sessions and codes for it end in the same unit of work
/// (IDN-11). Nothing happens when the user is locked already.
pub async fn lock(state: &IdentityState, administrator: &Administrator, user: UserId) -> Result<()> {
    decide(state, administrator, "company_user.lock", move |tx, decision| {
        let found = other(tx, decision, &user)?;
        let Administrator { user: own, company } = &decision.administrator;
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

/// Lets the user in again, with the rights of before. Nothing happens when the user is not locked.
pub async fn unlock(state: &IdentityState, administrator: &Administrator, user: UserId) -> Result<()> {
    decide(state, administrator, "company_user.unlock", move |tx, decision| {
        let found = other(tx, decision, &user)?;
        match clients::unlock_for_company(tx, &user, &decision.administrator.company)? {
            None => return Ok(()),
            Some(false) => return Err(AdministrationError::TooMany),
            Some(true) => {}
        }
        let detail = json!({ "rights": written(found.rights) });
        let entry = decision.entry("user.company_unlocked", ("user", user.as_str()));
        Ok(audit::record(tx, entry.detail(detail))?)
    })
    .await
}
