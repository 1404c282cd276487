//! Changes of the bank's own accounts: outgoing payments, the correspondent account, positions.
//!
//! Every statement that pays other banks or converts changes the same few rows, and a row that one unit of work has
//! changed is waited for by all others until that one ends. So these rows are changed by the last statement of a unit:
//! others wait for one round trip and the commit, and not for everything that the unit writes. They are changed in the
//! order of their names, after the rows of customers, so that no two units wait for each other.

use std::collections::BTreeMap;

use kernel::{Currency, Instant, Money};
use store::Tx;

use super::post::{Delta, add_to_own};
use super::{LedgerAccountId, LedgerError};

/// Changes that are written down until the end of the unit of work, each account once.
#[derive(Debug)]
#[must_use = "an entry whose changes are not made does not add up to zero"]
pub(super) struct OwnChanges {
    posted_at: Instant,
    day: Option<Instant>,
    by_account: BTreeMap<(LedgerAccountId, Currency), Delta>,
}

impl OwnChanges {
    /// None yet, at the moment of their entry and of the day that begins at another one, where it is known.
    pub(super) const fn at(posted_at: Instant, day: Option<Instant>) -> Self {
        Self { posted_at, day, by_account: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, account: LedgerAccountId, currency: Currency, amount: Money) {
        self.by_account.entry((account, currency)).or_default().add(amount, self.posted_at, self.day);
    }

    /// Makes the changes.
    pub(super) fn change(self, tx: &mut Tx) -> Result<(), LedgerError> {
        add_to_own(tx, self.by_account.iter().map(|((account, currency), delta)| (account, *currency, delta)))
    }
}
