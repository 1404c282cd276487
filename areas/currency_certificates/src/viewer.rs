//! The person who reads tasks.

use kernel::{Cnum, UserId};

/// Person who reads, with the company that the person chose.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub company: Cnum,
    pub user: UserId,
}
