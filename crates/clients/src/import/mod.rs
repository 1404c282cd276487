//! The files of who is who.

mod companies;
mod oauth_clients;
mod user_rights;
mod users;

use std::sync::Arc;

use import::TableImporter;

pub(crate) use self::companies::{CompaniesFile, CompanyGroupsFile};
pub(crate) use self::oauth_clients::OauthClientsFile;
pub(crate) use self::user_rights::UserRightsFile;
pub(crate) use self::users::UsersFile;

/// The most characters of a name.
const NAME_CHARACTERS_MAX: usize = 250;

/// The importers of `company_groups`, `companies`, `users`, `user_rights` and `oauth_clients`, in the order in which they
/// refer to each other.
#[must_use]
pub fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![
        Arc::new(CompanyGroupsFile),
        Arc::new(CompaniesFile),
        Arc::new(UsersFile),
        Arc::new(UserRightsFile),
        Arc::new(OauthClientsFile),
    ]
}
