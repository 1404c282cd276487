//! Use cases of invitations (ONL-06): an administrator invites and takes back, the invited person accepts.
//!
//! Every step of the person asks again whether the invitation is open and the administrator still administers the
//! company: what was taken away a moment ago lets nobody in.

pub mod accept;
pub mod choose_password;
pub mod confirm_factor;
pub mod invite;
pub mod open;
