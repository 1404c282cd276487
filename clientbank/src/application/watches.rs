//! The looks at a database beside the feed: which switches are on, for the gate that requests pass, and for the metric;
//! whether it was put back from a copy, as it says itself or as the numbers of events tell.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use edge::Gate;
use kernel::Cnum;
use store::{Result, Store};
use switches::{READ_ONLY, Setting};

use super::areas::{self, COMPANY};
use super::health::Readiness;

/// The switches as this process has seen them last.
#[derive(Debug, Default)]
pub(super) struct Seen {
    is_read_only: AtomicBool,
    companies: RwLock<BTreeSet<String>>,
}

impl Gate for Seen {
    fn is_read_only(&self) -> bool {
        self.is_read_only.load(Ordering::SeqCst)
    }

    fn is_company_stopped(&self, company: &Cnum) -> bool {
        self.companies.read().unwrap_or_else(PoisonError::into_inner).contains(company.as_str())
    }
}

const fn named(setting: &Setting) -> (&str, &str) {
    (setting.name.as_str(), setting.subject.as_str())
}

/// Looks at the switches together with the feed.
pub(super) struct SwitchWatch {
    store: Store,
    seen: Arc<Seen>,
    on: Vec<Setting>,
}

impl SwitchWatch {
    pub(super) const fn new(store: Store, seen: Arc<Seen>) -> Self {
        Self { store, seen, on: Vec::new() }
    }

    /// Looks once; says what has changed since the last look.
    pub(super) async fn look(&mut self) -> Result<()> {
        let on = switches::on(&self.store).await?;
        let is_read_only = on.iter().any(|setting| setting.name == READ_ONLY.name);
        let companies = on.iter().filter(|setting| setting.name == COMPANY.name);
        let companies = companies.map(|setting| setting.subject.clone()).collect();
        self.seen.is_read_only.store(is_read_only, Ordering::SeqCst);
        *self.seen.companies.write().unwrap_or_else(PoisonError::into_inner) = companies;
        for switch in areas::switches() {
            let count = on.iter().filter(|setting| setting.name == switch.name).count();
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            metrics::gauge!("clientbank_switch_on", "name" => switch.name).set(f64::from(count));
        }
        // Thousands may be on, and each look compares them all.
        let was: BTreeSet<&Setting> = self.on.iter().collect();
        for Setting { name, subject, reason, person, .. } in on.iter().filter(|one| !was.contains(one)) {
            tracing::warn!(
                switch = name,
                subject,
                person,
                reason,
                "the switch {name} {subject} is on: {reason}"
            );
        }
        let is: BTreeSet<(&str, &str)> = on.iter().map(named).collect();
        for Setting { name, subject, .. } in self.on.iter().filter(|one| !is.contains(&named(one))) {
            tracing::info!(switch = name, subject, "the switch {name} {subject} is off");
        }
        self.on = on;
        Ok(())
    }
}

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
