//! Use cases of a company's administrator about its users and its signature scheme (ONL-06).
//!
//! Nobody decides about the own rights or locks the own person: so whoever administers a company goes on doing so,
//! and the company never loses its last administrator by its own hand.

pub mod change_rights;
pub mod change_scheme;
pub mod confirm_scheme;
pub mod find_scheme_change;
pub mod present;

use clients::CompanyUser;
use identity::store::grants;
use identity::store::user_access;
use kernel::UserId;
use store::Tx;

use super::administration::{AdministrationError, Decision, Result};

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
