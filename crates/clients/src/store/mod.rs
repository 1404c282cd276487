//! The tables of the registry.

pub(crate) mod certificates;
pub(crate) mod company_users;
pub(crate) mod integrations;
pub(crate) mod oauth_clients;
pub(crate) mod own_certificates;
pub(crate) mod queries;
pub(crate) mod registry;
pub(crate) mod users;

use std::sync::LazyLock;

use store::Query;

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

/// The most stopped users or clients that one call of [`stopped_since`](crate::stopped_since) returns.
pub const STOPPED_MAX: u32 = 10_000;

/// A page of a list.
#[derive(Clone, Debug)]
pub struct Listed<T> {
    pub entries: Vec<T>,
    /// The number of pages, at least one.
    pub pages: u32,
}

impl<T> Listed<T> {
    fn new(entries: Vec<T>, count: i64, per_page: u32) -> Self {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        Self { entries, pages: count.div_ceil(per_page).max(1) }
    }
}
