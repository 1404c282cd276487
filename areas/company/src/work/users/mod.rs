//! Use cases of a company's administrator about its users and its signature scheme (ONL-06).
//!
//! Nobody decides about the own rights or locks the own person: so whoever administers a company goes on doing so,
//! and the company never loses its last administrator by its own hand.

pub mod change_rights;
pub mod change_scheme;
pub mod confirm_scheme;

use clients::{CompanyUser, Listed, Right, Role, SignatureScheme, users_of_company};
use identity::store::{grants, user_access};
use kernel::UserId;
use store::Tx;

use self::change_scheme::open_change;
use super::administration::{AdministrationError, Administrator, Decision, Result, look};
use crate::company_user::can_be_met;

#[derive(Clone, Debug)]
pub struct UserList {
    pub listed: Listed<CompanyUser>,
    pub scheme: SignatureScheme,
    /// True when the company's people can give every signature of the scheme.
    pub is_met: bool,
    /// True when a change of the scheme waits for a second person.
    pub change_waits: bool,
}

/// Returns the users on the page `page`, from 1; none past the last one.
pub async fn list(administrator: &Administrator, page: u32) -> Result<UserList> {
    look(administrator, "company_user.list", move |tx, decision| {
        let Administrator { user, company, .. } = &decision.administrator;
        let listed = users_of_company(tx, user, company, page)?;
        let scheme =
            clients::find_company(tx, company)?.ok_or(AdministrationError::NotFound)?.signature_scheme;
        let first = clients::people_with_right(tx, company, Right::SignFirst)?;
        let second = clients::people_with_right(tx, company, Right::SignSecond)?;
        let change_waits = open_change(tx, company, decision.now)?.is_some();
        Ok(UserList { listed, scheme, is_met: can_be_met(scheme, &first, &second), change_waits })
    })
    .await
}

/// Returns a user of the company with the roles, which the bank gives.
pub async fn present(administrator: &Administrator, user: UserId) -> Result<(CompanyUser, Vec<Role>)> {
    look(administrator, "company_user.present", move |tx, decision| {
        let found = clients::find_company_user(tx, &decision.administrator.company, &user)?;
        let found = found.ok_or(AdministrationError::NotFound)?;
        let roles = clients::find_user(tx, &user)?.map(|user| user.roles).unwrap_or_default();
        Ok((found, roles))
    })
    .await
}

/// Returns another user of the company, whose access stays held until the unit of work ends.
fn other(tx: &mut Tx, decision: &Decision, user: &UserId) -> Result<CompanyUser> {
    if *user == decision.administrator.user {
        return Err(AdministrationError::Own);
    }
    let found = clients::find_company_user(tx, &decision.administrator.company, user)?;
    let found = found.ok_or(AdministrationError::NotFound)?;
    user_access::hold(tx, user)?;
    Ok(found)
}

/// Ends what the user has open for the company through any client: codes and sessions. Logins under way ask for the
/// right again before they end.
fn end_for_company(tx: &mut Tx, decision: &Decision, user: &UserId) -> Result<u64> {
    let company = &decision.administrator.company;
    grants::withdraw_codes_of_user(tx, company, user)?;
    decision.end_sessions(tx, |tx| grants::some_open_sessions_of_user(tx, company, user))
}
