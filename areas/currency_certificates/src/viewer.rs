//! The person who sends messages and reads tasks.

use kernel::{ClientId, Cnum, UserId};

/// Person who sends or reads, with the company that the person chose.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub company: Cnum,
    pub user: UserId,
    /// The calling software; none in the online bank.
    pub client: Option<ClientId>,
}
