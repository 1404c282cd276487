//! The domain of a company as its administrator sees it: users, invitations, integrations, signature scheme.

pub mod company_user;
pub mod grant;
pub mod integration;
pub mod invitation;
pub mod scheme_change;
