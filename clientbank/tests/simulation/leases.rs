//! Leases of jobs as the world sees them: whoever has lost one writes nothing any more, and nobody takes one from its
//! holder before it has ended.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Instant;
use simulation::Actor;
use store::{Store, StoreError, params};

use crate::looks::{Kept, rule};

store::queries! {
    /// The leases that somebody has, and those that have not ended at a moment.
    LEASED = "select kind, job_key, fencing_token, case when leased_until_us > $1 then 1 else 0 end as lives
        from jobs where fencing_token <> 0";
}

/// Seconds by which the clock of a machine may be ahead of the world's.
const AHEAD_S_MAX: i64 = 2;

/// A job: kind and key.
type Job = (String, String);

/// The leases of actors that do jobs, one at a time each.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    of_actors: BTreeMap<u64, (Job, i64)>,
    /// The moments at which actors came to the gate: what they write is as they saw the clock then, even if it is set
    /// back while they wait.
    arrived: BTreeMap<u64, Instant>,
    known: BTreeSet<i64>,
}

/// The leases at the moment at which an actor goes on with a unit of work.
pub(crate) struct Before {
    unit: &'static str,
    /// The job that is not the actor's any more.
    lost: Option<Job>,
    /// Leases of others that have not ended.
    of_others: BTreeMap<Job, i64>,
}

impl Leases {
    /// Looks at the leases before an actor goes on; none when it does no job.
    pub(crate) async fn before(
        &mut self,
        store: &Store,
        actor: &Actor,
        now: Instant,
    ) -> Result<Option<Before>, StoreError> {
        if actor.name != "jobs" {
            return Ok(None);
        }
        let latest = self.arrived.insert(actor.id, now).map_or(now, |arrived| arrived.max(now));
        let Some(unit) = actor.waits else { return Ok(None) };
        let own = self.of_actors.get(&actor.id);
        let leased = leased(store, latest.plus_seconds(AHEAD_S_MAX)).await?;
        let has = |job: &Job, token: i64| leased.get(job).is_some_and(|(held, _)| *held == token);
        let lost = own.filter(|(job, token)| !has(job, *token)).map(|(job, _)| job.clone());
        let is_own = |job: &Job, token: i64| own.is_some_and(|(known, held)| known == job && *held == token);
        let others = leased.iter().filter(|(job, (token, lives))| *lives && !is_own(job, *token));
        let of_others = others.map(|(job, (token, _))| (job.clone(), *token)).collect();
        Ok(Some(Before { unit, lost, of_others }))
    }

    /// Compares the leases after the unit of work, which was kept or not; the rule that was broken. The settling of an
    /// attempt finds out by itself that it is too late.
    pub(crate) async fn after(
        &mut self,
        store: &Store,
        (actor, now): (u64, Instant),
        (before, was_kept): (Before, bool),
    ) -> Kept {
        let Before { unit, lost, of_others } = before;
        if !unit.starts_with("jobs.") {
            return rule(lost.is_none() || !was_kept, || format!("a lost lease writes: {lost:?} in {unit}"));
        }
        let leased = leased(store, now).await?;
        if unit == "jobs.lease" {
            self.of_actors.remove(&actor);
            for (job, (token, _)) in &leased {
                if self.known.insert(*token) {
                    self.of_actors.insert(actor, (job.clone(), *token));
                }
            }
        }
        let taken =
            of_others.iter().find(|(job, token)| leased.get(job).is_none_or(|(held, _)| held != *token));
        rule(taken.is_none(), || format!("a job is taken from its holder: {taken:?} by {unit}"))
    }
}

async fn leased(store: &Store, now: Instant) -> Result<BTreeMap<Job, (i64, bool)>, StoreError> {
    let mut leases = BTreeMap::new();
    for row in store.query(&LEASED, params![now]).await? {
        let job = (row.text("kind")?.to_owned(), row.text("job_key")?.to_owned());
        leases.insert(job, (row.integer("fencing_token")?, row.integer("lives")? == 1));
    }
    Ok(leases)
}
