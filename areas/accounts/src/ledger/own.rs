//! Changes of the bank's own accounts: outgoing payments, the correspondent account, positions.
//!
//! Every statement that pays other banks or converts changes the same few rows, and a row that one unit of work has
//! changed is waited for by all others until that one ends. So these rows are changed by the last statement of a unit:
//! others wait for one round trip and the commit, and not for everything that the unit writes. They are changed in the
//! order of their names, after the rows of customers, so that no two units wait for each other.

use std::collections::BTreeMap;

use kernel::{Currency, Instant};
use store::{Tx, Value, params};

use super::post::change_all;
use super::{LedgerAccountId, LedgerError, Refusal};

/// Changes that are written down until the end of the unit of work, each account once.
#[derive(Debug, Default)]
#[must_use = "an entry whose changes are not made does not add up to zero"]
pub(super) struct OwnChanges {
    day: Option<Instant>,
    by_account: BTreeMap<(LedgerAccountId, Currency), i128>,
}

impl OwnChanges {
    /// None yet, of the day that begins at this moment, where it is known.
    pub(super) const fn on(day: Option<Instant>) -> Self {
        Self { day, by_account: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, account: LedgerAccountId, currency: Currency, minor: i64) {
        *self.by_account.entry((account, currency)).or_default() += i128::from(minor);
    }

    /// Makes the changes at the moment of their entry.
    pub(super) fn change(self, tx: &mut Tx, posted_at: Instant) -> Result<(), LedgerError> {
        let mut rows: Vec<Vec<Value>> = Vec::with_capacity(self.by_account.len());
        for ((account, currency), minor) in &self.by_account {
            let minor = i64::try_from(*minor).map_err(|_| LedgerError::Refused {
                account: account.clone(),
                refusal: Refusal::BalanceRange,
            })?;
            rows.push(params![account.as_str(), minor, posted_at, *currency, self.day, minor]);
        }
        let changed = self.by_account.iter().map(|((account, currency), minor)| (account, *currency, *minor));
        change_all(tx, rows, changed)
    }
}
