//! Decisions of a company's administrator: users and their rights, invitations, integrations, the signature scheme
//! (ONL-06, IDN-12).
//!
//! The registry of companies, people, rights and clients itself is the crate `clients`, which every area asks. This
//! area has the decisions about it and their pages; what has to end with them (sessions, codes) is identity's, which
//! also gives a newcomer password and second factor.
//!
//! To add a decision: a file in `work/` that checks the administrator ([`work::administration`]) in its own unit of
//! work, and a page with its route.

pub mod company_user;
pub mod integration;
pub mod invitation;
mod pages;
pub mod scheme_change;
pub mod store;
pub mod work;

pub use crate::pages::{CompanyPages, CompanyState, SchemeGuide, invitation_links, routes as pages};
pub use crate::store::MIGRATIONS;
pub use crate::work::invitations::tidy_up;

use ::pages::Section;
use area::{Area, Listener, Opened};
use edge::RequestLog;
use identity::IdentityState;

/// The area as the program lists it. Beside its pages in the online bank it answers the links of invitations.
pub static AREA: Area = Area {
    listener: Listener::Identity,
    prefixes: &["/invitation"],
    sections: &[Section::Integrations, Section::Users],
    queries: store::QUERIES,
    sealed: store::SEALED,
    ..Area::of_pages("company", &MIGRATIONS)
};

/// Opens the area. `log` is the log of calls, when the bank keeps one.
pub fn open(identity: IdentityState, log: Option<RequestLog>) -> Opened {
    let links = invitation_links(identity.clone());
    let guide = SchemeGuide(identity.clone());
    let state = CompanyState { identity, log };
    Opened::of(links).with_guide(guide).with_pages(|site| pages::routes(CompanyPages { site, area: state }))
}
