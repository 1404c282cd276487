//! Warnings that a server sends beside its answers.
//!
//! A commit that waits for a synchronous standby cannot fail any more. When somebody calls the wait off
//! (`pg_cancel_backend`), PostgreSQL answers that the transaction is committed, and says by a warning alone that no
//! other server may have it. Who answered a caller on that would lose what was acknowledged with the next failover.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio_postgres::error::{DbError, Severity};

/// The number of warnings on one connection. A clone is the same number.
#[derive(Clone, Debug, Default)]
pub(super) struct Warnings(Arc<AtomicU64>);

impl Warnings {
    /// Notes what the server sent: before the answer after it is handed to whoever waits for that.
    pub(super) fn note(&self, notice: &DbError) {
        if notice.parsed_severity() == Some(Severity::Warning) {
            tracing::warn!("PostgreSQL warns: {}", notice.message());
            self.0.fetch_add(1, Ordering::Release);
        }
    }

    /// Counts those that came so far.
    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}
