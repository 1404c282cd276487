//! The pages about a company: its integrations, its users and its invitations.

mod administration;
mod integrations;
mod invitations;
mod users;

use ::pages::AreaPages;
use axum::Router;
use axum::extract::State;
use edge::RequestLog;
use identity::IdentityState;

pub use self::invitations::link::routes as invitation_links;
pub use self::users::SchemeGuide;

#[derive(Clone)]
pub struct CompanyState {
    pub identity: IdentityState,
    /// The log of calls, when the bank keeps one.
    pub log: Option<RequestLog>,
}

pub type CompanyPages = AreaPages<CompanyState>;

pub(crate) type Pages = State<CompanyPages>;

/// Routes the pages that need a login, for the site.
pub fn routes(pages: CompanyPages) -> Router {
    integrations::routes().merge(users::routes()).merge(invitations::routes()).with_state(pages)
}
