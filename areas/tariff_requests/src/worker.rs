//! The work that outlives a request.
//!
//! | Job | Key | Enqueued by | Does |
//! |---|---|---|---|
//! | [`CARRY_OUT`] | request | the last signature | `SIGNED` → `PROCESSING` → `DONE` or `DECLINED` |
//! | [`TAKE_EFFECT`] | future change | `DONE`, or the import | the plan, on its first day |
//! | [`EXPIRE`] | request | its making | `CANCELLED`, when nobody has signed by then |

use std::sync::Arc;

use jobs::{Handler, JobError, JobKind, Lease, Next, Runner};
use kernel::Instant;
use store::{StoreError, Tx};

use crate::request::RequestId;
use crate::state::TariffOffice;
use crate::store::carry_out::{self, Desk};
use crate::store::failure::Failure;
use crate::store::take_effect;
use crate::store::trail::Trail;

/// Carries out a signed request.
pub const CARRY_OUT: JobKind = JobKind::new("tariff_request.carry_out");
/// Makes a planned change effective on its day.
pub const TAKE_EFFECT: JobKind = JobKind::new("tariff_change.take_effect");
/// Cancels a request that nobody has signed.
pub const EXPIRE: JobKind = JobKind::new("tariff_request.expire");

/// Workers of one process for each kind: the jobs are short, and their number is small.
const WORKERS: usize = 1;

/// The runner with the jobs of this area.
#[must_use]
pub fn jobs(office: &TariffOffice, runner: Runner) -> Runner {
    runner
        .with(CARRY_OUT, WORKERS, CarryOut(office.clone()))
        .with(TAKE_EFFECT, WORKERS, TakeEffect(office.clone()))
        .with(EXPIRE, WORKERS, Expire(office.clone()))
}

struct CarryOut(TariffOffice);
struct TakeEffect(TariffOffice);
struct Expire(TariffOffice);

fn trail(office: &TariffOffice) -> Trail {
    Trail::of_system(Arc::clone(&office.randomness))
}

fn desk(office: &TariffOffice, key: &str) -> Option<Desk> {
    let id: RequestId = key.parse().ok()?;
    Some(Desk { id, now: office.clock.now(), zone: office.zone.clone(), trail: trail(office) })
}

fn unknown_key(key: &str) -> JobError {
    JobError::Failed(format!("{key} is not the key of such a job"))
}

/// What keeps a thing from its end undoes the unit, and is what operators read at its job.
fn unended(failure: Failure) -> StoreError {
    match failure {
        Failure::Store(error) => error,
        other => StoreError::Inconsistency {
            query: "tariff_requests.give_up",
            column: "state".to_owned(),
            reason: format!("{other:?}"),
        },
    }
}

impl Handler for CarryOut {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let Self(office) = self;
        let desk = desk(office, lease.key()).ok_or_else(|| unknown_key(lease.key()))?;
        let (begin_lease, begin_desk) = (lease.clone(), desk.clone());
        let begin = move |tx: &mut Tx| carry_out::begin(tx, &begin_lease, &begin_desk);
        if office.store.write("tariff request, begin", begin).await? {
            let randomness = Arc::clone(&office.randomness);
            let finish = move |tx: &mut Tx| carry_out::finish(tx, &lease, &desk, &*randomness);
            office.store.write("tariff request, finish", finish).await?;
            office.wake.notify(TAKE_EFFECT);
        }
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, _: Instant) -> Result<(), StoreError> {
        let Some(desk) = desk(&self.0, key) else { return Ok(()) };
        carry_out::give_up(tx, &desk, &*self.0.randomness).map_err(unended)
    }
}

impl Handler for TakeEffect {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let Self(office) = self;
        let change: i64 = lease.key().parse().map_err(|_| unknown_key(lease.key()))?;
        let (now, zone, trail) = (office.clock.now(), office.zone.clone(), trail(office));
        let work = move |tx: &mut Tx| take_effect::take_effect(tx, &lease, change, now, &zone, &trail);
        let day_begins = office.store.write("tariff plan, take effect", work).await?;
        Ok(day_begins.map_or(Next::Completed, Next::Again))
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, now: Instant) -> Result<(), StoreError> {
        let Ok(change) = key.parse() else { return Ok(()) };
        let Self(office) = self;
        let given_up = take_effect::give_up_change(tx, change, now, &trail(office), &*office.randomness);
        given_up.map_err(unended)
    }
}

impl Handler for Expire {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let Self(office) = self;
        let id: RequestId = lease.key().parse().map_err(|_| unknown_key(lease.key()))?;
        let (now, trail) = (office.clock.now(), trail(office));
        let work = move |tx: &mut Tx| take_effect::expire(tx, &lease, id, now, &trail);
        office.store.write("tariff request, expire", work).await?;
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _: &str, now: Instant) -> Result<(), StoreError> {
        match key.parse() {
            Ok(id) => take_effect::cancel_unsigned(tx, id, now, &trail(&self.0)),
            Err(_) => Ok(()),
        }
    }
}
