//! Leases of jobs as the world sees them: whoever has lost one writes nothing any more.

use std::collections::{BTreeMap, BTreeSet};

use simulation::Actor;
use store::{Store, StoreError, params};

store::queries! {
    /// The leases that somebody has.
    LEASED = "select kind, job_key, fencing_token from jobs where fencing_token <> 0";
}

/// A lease: kind, key and token.
type Lease = (String, String, i64);

/// The leases of actors that do jobs, one at a time each.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    of_actors: BTreeMap<u64, Lease>,
    known: BTreeSet<Lease>,
}

impl Leases {
    /// Tells whether the actor waits before a unit of work for a job that is not its own any more.
    pub(crate) async fn is_lost(&self, store: &Store, actor: &Actor) -> Result<bool, StoreError> {
        let (Some(lease), Some(unit)) = (self.of_actors.get(&actor.id), actor.waits) else {
            return Ok(false);
        };
        // The settling of an attempt finds out by itself.
        Ok(!unit.starts_with("jobs.") && !leased(store).await?.contains(lease))
    }

    /// Learns which lease the actor has taken, if it was about to take one.
    pub(crate) async fn learn(&mut self, store: &Store, actor: u64, unit: &str) -> Result<(), StoreError> {
        if unit != "jobs.lease" {
            return Ok(());
        }
        self.of_actors.remove(&actor);
        for lease in leased(store).await? {
            if self.known.insert(lease.clone()) {
                self.of_actors.insert(actor, lease);
            }
        }
        Ok(())
    }
}

async fn leased(store: &Store) -> Result<BTreeSet<Lease>, StoreError> {
    let mut leases = BTreeSet::new();
    for row in store.query(&LEASED, params![]).await? {
        let (kind, key) = (row.text("kind")?.to_owned(), row.text("job_key")?.to_owned());
        leases.insert((kind, key, row.integer("fencing_token")?));
    }
    Ok(leases)
}
