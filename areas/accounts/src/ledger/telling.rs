//! The teller of an entry: this program, or the bank's core, whose facts are taken.

use kernel::Instant;

/// The cover that a debit needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Funds {
    /// It has to be within what the customer may spend.
    Needed,
    /// None: the core has booked it.
    Taken,
}

/// The circumstances in which entries are posted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Telling {
    pub(super) now: Instant,
    /// The cover that debits need.
    pub(super) funds: Funds,
}

impl Telling {
    /// The bank's own entries, booked at the present moment.
    pub(super) const fn own(now: Instant) -> Self {
        Self { now, funds: Funds::Needed }
    }
}
