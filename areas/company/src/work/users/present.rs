//! Reads one user of the company for the page.

use clients::{CompanyUser, Role};
use identity::IdentityState;
use kernel::UserId;

use crate::work::administration::{AdministrationError, Administrator, Result, look};

/// Returns the user with the roles, which the bank gives.
///
/// # Errors
/// There is no such user of the company, the asking one does not administer it, or the database failed.
pub async fn present(
    state: &IdentityState,
    administrator: &Administrator,
    user: UserId,
) -> Result<(CompanyUser, Vec<Role>)> {
    look(state, administrator, "company_user.present", move |tx, decision| {
        let found = clients::find_company_user(tx, &decision.administrator.company, &user)?;
        let found = found.ok_or(AdministrationError::NotFound)?;
        let roles = clients::find_user(tx, &user)?.map(|user| user.roles).unwrap_or_default();
        Ok((found, roles))
    })
    .await
}
