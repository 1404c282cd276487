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
pub use crate::store::{
    COMPANIES_PER_USER_MAX, COMPANY_USERS_PER_PAGE, CompanyUser, CompanyUsers, INTEGRATIONS_PER_COMPANY_MAX,
    INTEGRATIONS_PER_PAGE, Integration, Integrations, MIGRATIONS, QUERIES, REDIRECT_URIS_MAX, RedirectUse,
    STOPPED_MAX, Stopped, change_settings, client_companies, client_status_since, companies_user_may_act_for,
    companies_user_may_act_for_through, create_user, end_previous_secret, existing_companies, find_client,
    find_company, find_company_user, find_integration, find_user, find_user_by_login,
    first_end_of_revocation_lists, integrations_of, integrations_on_page, is_registered_for, let_client_in,
    lock_for_company, may_join_another_company, may_register_client, people_with_right, register_client,
    replace_secret, rights, set_client_secret, set_redirect_uris, set_rights, set_signature_scheme,
    set_user_status, stop_client, stopped_since, switch_off, switch_on, unlock_for_company,
    user_status_since, users_of_company, visible_companies,
};
pub use access::{AccessEndings, NothingToEnd};
pub use company::{Company, CompanyStatus};
pub use directory::Directory;
pub use oauth_client::{ClientStatus, IdTokenAlgorithm, OauthClient, Profile};
pub use redirect_uri::{RedirectUri, RedirectUriError};
pub use right::{Right, Rights};
pub use secret::{ClientSecrets, PreviousSecret, SecretHash, SecretHashError, mint_secret};
pub use signature_scheme::{SignatureScheme, SignatureSchemeError, SignatureType};
pub use user::{ContactError, Email, Login, LoginError, PhoneNumber, Role, RoleError, User, UserStatus};
