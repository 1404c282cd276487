//! Reads one user of the company for the page.

use clients::{CompanyUser, Role};
use identity::IdentityState;
use kernel::UserId;
use store::Tx;

use crate::work::administration::{AdministrationError, Administrator, Decision, Result};

/// Returns the user with the roles, which the bank gives.
///
/// # Errors
/// There is no such user of the company, the asking one does not administer it, or the database failed.
pub async fn present(
    state: &IdentityState,
    administrator: &Administrator,
    user: UserId,
) -> Result<(CompanyUser, Vec<Role>)> {
    let decision = Decision::of_request(state, administrator);
    let unit = move |tx: &mut Tx| {
        decision.check(tx)?;
        let found = clients::find_company_user(tx, &decision.administrator.company, &user)?;
        let found = found.ok_or(AdministrationError::NotFound)?;
        let roles = clients::find_user(tx, &user)?.map(|user| user.roles).unwrap_or_default();
        Ok::<_, AdministrationError>((found, roles))
    };
    state.store.read("company_user.present", unit).await
}
