//! The registry: companies and their groups, users of the online bank and their rights for companies, the OAuth
//! clients that act for them, and the certificates with which they sign.
//!
//! Every area asks here and none keeps a list of its own. Inside a unit of work the functions of this crate take the
//! [`store::Tx`]; outside of one, [`Directory`] has the same questions as async methods. The bank loads all of it with
//! [`importers`].
//!
//! To add a right, add it to [`Right`], to the check of the next migration and to `docs/IMPORT.md`.

mod access;
mod company;
mod directory;
mod import;
mod oauth_client;
mod redirect_uri;
mod right;
mod secret;
mod signature_scheme;
pub mod signatures;
mod store;
mod user;

pub use crate::import::{importers, importers_ending};
pub use crate::store::certificates::first_end_of_revocation_lists;
pub use crate::store::company_users::{
    COMPANY_USERS_PER_PAGE, CompanyUser, find_company_user, lock_for_company, may_join_another_company,
    people_with_right, set_rights, set_signature_scheme, unlock_for_company, users_of_company,
};
pub use crate::store::integrations::{
    INTEGRATIONS_PER_COMPANY_MAX, INTEGRATIONS_PER_PAGE, Integration, change_settings, end_previous_secret,
    find_integration, integrations_of, integrations_on_page, may_register_client, register_client,
    replace_secret, switch_off, switch_on,
};
pub use crate::store::oauth_clients::{
    RedirectUse, client_companies, client_status_since, find_client, is_registered_for, let_client_in,
    set_client_secret, set_redirect_uris, stop_client,
};
pub use crate::store::users::{
    Stopped, companies_user_may_act_for, companies_user_may_act_for_through, create_user, existing_companies,
    find_company, find_user, find_user_by_login, rights, set_user_status, stopped_since, user_status_since,
    visible_companies,
};
pub use crate::store::{COMPANIES_PER_USER_MAX, Listed, MIGRATIONS, QUERIES, REDIRECT_URIS_MAX, STOPPED_MAX};
pub use access::{AccessEndings, NothingToEnd};
pub use company::{Company, CompanyStatus};
pub use directory::Directory;
pub use oauth_client::{ClientStatus, IdTokenAlgorithm, OauthClient, Profile};
pub use redirect_uri::{RedirectUri, RedirectUriError};
pub use right::{Right, Rights};
pub use secret::{ClientSecrets, PreviousSecret, SecretHash, SecretHashError, mint_secret};
pub use signature_scheme::{SignatureScheme, SignatureSchemeError, SignatureType};
pub use user::{ContactError, Email, Login, LoginError, PhoneNumber, Role, RoleError, User, UserStatus};
