//! The look whether the database was put back from a copy: it says so itself, or this process has read greater numbers
//! of events than it has now.

use store::{Result, Store};

use super::health::Readiness;

/// Looks at the database together with the feed.
pub(super) struct RestoreWatch {
    store: Store,
    readiness: Readiness,
    /// The greatest number of an event that this process has seen; none where numbers may begin anew, as in a sandbox.
    seen: Option<i64>,
    stands_still: bool,
}

impl RestoreWatch {
    pub(super) const fn new(store: Store, readiness: Readiness, is_sandbox: bool) -> Self {
        let seen = if is_sandbox { None } else { Some(0) };
        Self { store, readiness, seen, stands_still: false }
    }

    /// Looks once; says what has changed since the last look.
    pub(super) async fn look(&mut self) -> Result<()> {
        let stands_still = jobs::stands_still_since(&self.store).await?.is_some();
        let last = events::last_number(&self.store).await?;
        let is_behind = self.seen.is_some_and(|seen| last < seen);
        self.seen = self.seen.map(|seen| seen.max(last));
        metrics::gauge!("clientbank_database_stands_still").set(f64::from(u8::from(stands_still)));
        if stands_still != self.stands_still && stands_still {
            tracing::warn!(
                "the database was restored: nothing is executed until `clientbank restored --go-on`"
            );
        } else if stands_still != self.stands_still {
            tracing::info!("the database goes on after its restore");
        }
        if is_behind && !self.readiness.is_behind() {
            tracing::error!(
                events.last = last,
                events.seen = self.seen,
                "the database has gone back, its last event is {last}: if it was restored, run `clientbank restored`"
            );
        }
        self.stands_still = stands_still;
        self.readiness.restore_seen(stands_still, is_behind);
        Ok(())
    }
}
