//! Use cases of a company: what its administrator decides, and how an invited person comes in.

pub mod administration;
pub mod integrations;
pub mod invitations;
pub mod users;
