//! Lists the users of the company, and tells whether they can sign by its scheme.

use clients::{CompanyUsers, Right, SignatureScheme, users_of_company};
use identity::IdentityState;

use super::find_scheme_change::open_change;
use crate::company_user::can_be_met;
use crate::work::administration::{AdministrationError, Administrator, Result, look};

/// The most pages of a company's users.
pub const USER_PAGES_MAX: u32 = 1_000;

/// Users of a company with its scheme.
#[derive(Clone, Debug)]
pub struct UserList {
    pub listed: CompanyUsers,
    pub scheme: SignatureScheme,
    /// True when the company's people can give every signature of the scheme.
    pub is_met: bool,
    /// True when a change of the scheme waits for a second person.
    pub change_waits: bool,
}

/// Returns the users on the page `page`, from 1.
///
/// # Errors
/// There is no such page ([`AdministrationError::NotFound`]), the user does not administer the company, or the
/// database failed.
pub async fn list(state: &IdentityState, administrator: &Administrator, page: u32) -> Result<UserList> {
    look(state, administrator, "company_user.list", move |tx, decision| {
        let Administrator { user, company } = &decision.administrator;
        if !(1..=USER_PAGES_MAX).contains(&page) {
            return Err(AdministrationError::NotFound);
        }
        let listed = users_of_company(tx, user, company, page)?;
        if page > listed.pages {
            return Err(AdministrationError::NotFound);
        }
        let scheme =
            clients::find_company(tx, company)?.ok_or(AdministrationError::NotFound)?.signature_scheme;
        let first = clients::people_with_right(tx, company, Right::SignFirst)?;
        let second = clients::people_with_right(tx, company, Right::SignSecond)?;
        let change_waits = open_change(tx, company, decision.now)?.is_some();
        Ok(UserList { listed, scheme, is_met: can_be_met(scheme, &first, &second), change_waits })
    })
    .await
}
