//! Proves the ledger: `clientbank check`.

use store::{Store, StoreError};

use crate::ledger::{CheckReport, check};

/// Checks the whole ledger in one snapshot. It reads every posting: minutes on a large ledger, and no lock that would
/// stop others.
///
/// # Errors
/// The database's.
pub async fn check_ledger(store: &Store) -> Result<CheckReport, StoreError> {
    store.read("accounts.check", check).await
}
