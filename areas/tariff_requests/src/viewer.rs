//! The person on whose behalf something is read or changed.

use kernel::{ClientId, Cnum, UserId};

/// Person who asks, with the company and the software that the person came with.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub user: UserId,
    /// The company chosen at login.
    pub company: Cnum,
    /// The calling software; none in the online bank.
    pub client: Option<ClientId>,
}
