//! The tables of the registry.

pub(crate) mod certificates;
mod company_users;
mod integrations;
mod oauth_clients;
mod own_certificates;
pub(crate) mod queries;
pub(crate) mod registry;
mod users;

use std::sync::LazyLock;

use store::Query;

pub use certificates::{
    AUTHORITIES_MAX, CERTIFICATES_PER_COMPANY_MAX, certificates_of_company, first_end_of_revocation_lists,
    look_again_at_person, trust, trust_with,
};
pub use company_users::{
    COMPANY_USERS_PER_PAGE, CompanyUser, CompanyUsers, find_company_user, lock_for_company,
    may_join_another_company, people_with_right, set_rights, set_signature_scheme, unlock_for_company,
    users_of_company,
};
pub use integrations::{
    INTEGRATIONS_PER_COMPANY_MAX, INTEGRATIONS_PER_PAGE, Integration, Integrations, change_settings,
    end_previous_secret, find_integration, integrations_of, integrations_on_page, may_register_client,
    register_client, replace_secret, switch_off, switch_on,
};
pub use oauth_clients::{
    RedirectUse, client_companies, client_status_since, find_client, is_registered_for, let_client_in,
    set_client_secret, set_redirect_uris, stop_client,
};
pub use own_certificates::{
    REQUESTS_LISTED_MAX, has_another_owner, insert_request, is_key_revoked, is_latest_refused,
    refuse_request, register, requests_of, revoke_key, revoked_keys_of, waiting_request, waiting_requests,
    withdraw_request,
};
pub use users::{
    Stopped, companies_user_may_act_for, companies_user_may_act_for_through, create_user, existing_companies,
    find_company, find_user, find_user_by_login, rights, set_user_status, stopped_since, user_status_since,
    visible_companies,
};

pub(crate) use certificates::{Authorities, authorities};
pub(crate) use company_users::put_aside;

store::migrations! {
    "clients":
        1 "companies, users, rights, OAuth clients and certificates" "../../migrations/0001_baseline.sql"
}

pub static QUERIES: LazyLock<Vec<&'static Query>> = LazyLock::new(|| {
    [
        queries::QUERIES,
        certificates::QUERIES,
        company_users::QUERIES,
        integrations::QUERIES,
        own_certificates::QUERIES,
    ]
    .concat()
});

/// The most companies one user has rights for; the import refuses more, so that the lists of a user are complete.
pub const COMPANIES_PER_USER_MAX: u32 = 1000;

/// The most redirect URIs of one kind that one client has.
pub const REDIRECT_URIS_MAX: usize = 50;

/// The most stopped users or clients that one call of [`stopped_since`] returns.
pub const STOPPED_MAX: u32 = 10_000;
