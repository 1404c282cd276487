//! Who tells of an entry: this program, or the bank's core, whose facts are taken.

use kernel::Instant;

/// What a debit needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Funds {
    /// What the customer may spend covers it.
    Needed,
    /// Nothing: the core has booked it.
    Taken,
}

/// The circumstances in which entries are posted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Telling {
    /// The present moment.
    pub(super) now: Instant,
    /// The moment that the core told, where the entry is booked at another.
    pub(super) told_at: Option<Instant>,
    /// What debits need.
    pub(super) funds: Funds,
}

impl Telling {
    /// The bank's own entries, booked at the present moment.
    pub(super) const fn own(now: Instant) -> Self {
        Self { now, told_at: None, funds: Funds::Needed }
    }
}
