//! Proves the ledger: `clientbank check`.

use kernel::Instant;
use store::{Result, Store};

use crate::ledger::check::note_proof as note;
use crate::ledger::{self, CheckReport, ProofScope};

/// Checks the whole ledger in one snapshot. It reads every posting: minutes on a large ledger, and no lock that would
/// stop others.
pub async fn check_ledger(store: &Store) -> Result<CheckReport> {
    check_ledger_since(store, None).await
}

/// Checks what was written in the ledger since a moment; without one, the whole ledger.
pub async fn check_ledger_since(store: &Store, since: Option<Instant>) -> Result<CheckReport> {
    store.read("accounts.check", move |tx| ledger::check_since(tx, since)).await
}

/// Writes down that a proof that began at this moment found nothing.
pub async fn note_proof(store: &Store, scope: ProofScope, began: Instant) -> Result<()> {
    store.write("accounts.note_proof", move |tx| note(tx, scope, began)).await
}

/// Returns when the last proofs that found nothing began.
pub async fn proofs(store: &Store) -> Result<Vec<(ProofScope, Instant)>> {
    store.read("accounts.proofs", ledger::check::proofs).await
}
