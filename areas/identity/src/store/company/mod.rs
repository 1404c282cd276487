//! Tables of a company, and its view of the sessions of others.

pub mod grants;
pub mod invitations;
pub mod scheme_changes;
