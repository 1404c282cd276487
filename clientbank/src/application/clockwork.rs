//! The hand that moves the clock of a sandbox, with everything that waits for time following.

use std::sync::Arc;

use idempotency::Idempotency;
use identity::IdentityState;
use jobs::{Runner, StillAtWork};
use kernel::{BankZone, Instant};
use sandbox::{Mover, Pace, Sandbox, SandboxError};
use store::{Store, StoreError};
use thiserror::Error;
use tokio::sync::Mutex;
use webhooks::Dispatcher;

use super::BuildError;
use super::feed_worker::FeedLook;
use super::work_off::work_off;

/// The most stops of one move: a job that comes again and again would hold it for ever.
const STOPS_MAX: usize = 10_000;

#[derive(Debug, Error)]
pub enum ClockworkError {
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("nothing waits for time")]
    NothingDue,
    /// So much was due on the way that the move ended early.
    #[error("more than {STOPS_MAX} things were due: the clock stopped at {0}")]
    TooMuchDue(Instant),
    /// A worker of this process is in the middle of something, and stays so.
    #[error("{0}: try again")]
    StillAtWork(#[from] StillAtWork),
    #[error(transparent)]
    Workers(#[from] BuildError),
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    At(Instant),
    /// So many seconds later.
    After {
        /// Zero or more.
        seconds: i64,
    },
    /// The next moment at which something is due.
    Next,
    /// No move: the clock stands from now on.
    Stand,
    /// No move: the clock runs from now on.
    Run,
}

/// The clock as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    pub now: Instant,
    pub pace: Pace,
    /// The next moment at which something is due, if anything waits.
    pub next: Option<Instant>,
}

#[derive(Clone)]
pub(super) struct Followers {
    pub(super) feed: FeedLook,
    pub(super) jobs: Runner,
    pub(super) dispatcher: Dispatcher,
    pub(super) identity: IdentityState,
    pub(super) idempotency: Idempotency,
    pub(super) store: Store,
    pub(super) zone: BankZone,
}

/// The hand that moves the clock of a sandbox. A clone is the same one.
#[derive(Clone)]
pub struct Clockwork {
    sandbox: Sandbox,
    followers: Followers,
    /// One move at a time.
    turn: Arc<Mutex<()>>,
}

impl Clockwork {
    pub(super) fn new(sandbox: Sandbox, followers: Followers) -> Self {
        Self { sandbox, followers, turn: Arc::default() }
    }

    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    pub async fn shown(&self) -> Result<ClockFace, ClockworkError> {
        let now = self.sandbox.clock().now();
        Ok(ClockFace { now, pace: self.sandbox.pace(), next: self.next_due(now).await? })
    }

    /// Moves the clock. Everything that is due on the way is done at its own moment, one after the other, and the days
    /// that end on the way are closed; the answer comes when it is done.
    ///
    /// # Errors
    /// The clock cannot be moved like that; what follows it failed, and then it is at the moment that it reached.
    pub async fn go(&self, target: Target, mover: &Mover) -> Result<ClockFace, ClockworkError> {
        let _turn = self.turn.lock().await;
        if let Target::Stand | Target::Run = target {
            self.sandbox.set_running(target == Target::Run, mover).await?;
            self.follow().await?;
            return self.shown().await;
        }
        let _moving = self.sandbox.begin_move();
        // Workers end what they have begun before time is skipped; the rest is done here.
        let _alone = self.followers.jobs.alone().await?;
        let from = self.sandbox.clock().now();
        let goal = match target {
            Target::At(moment) => moment,
            Target::After { seconds } => from.plus_seconds(seconds),
            Target::Next => self.next_due(from).await?.ok_or(ClockworkError::NothingDue)?,
            Target::Stand | Target::Run => from,
        };
        self.stop_by_stop(from, goal, mover).await?;
        self.close_days(from).await?;
        self.followers.identity.tidy_up().await?;
        company::tidy_up(&self.followers.identity).await?;
        self.followers.idempotency.tidy_up().await?;
        self.shown().await
    }

    async fn stop_by_stop(&self, from: Instant, goal: Instant, mover: &Mover) -> Result<(), ClockworkError> {
        // Refused before the first stop, not at the last.
        sandbox::check_move(from, goal)?;
        self.settle().await?;
        let mut now = from;
        for _ in 0..STOPS_MAX {
            let due = self.next_stop(now).await?.filter(|due| *due < goal);
            // A clock that runs may have passed it already.
            let shown = self.sandbox.clock().now();
            let stop = due.unwrap_or(goal).max(shown);
            self.sandbox.advance(shown, stop, mover).await?;
            self.settle().await?;
            if due.is_none() {
                return Ok(());
            }
            now = stop;
        }
        Err(ClockworkError::TooMuchDue(now))
    }

    /// Does what is due at this moment, and delivers the events of what was done.
    pub async fn settle(&self) -> Result<(), ClockworkError> {
        self.follow().await?;
        let Followers { jobs, dispatcher, .. } = &self.followers;
        work_off(jobs, dispatcher, self.sandbox.is_in_turn()).await?;
        Ok(())
    }

    /// Numbers the events that are due. Webhooks that are made from now on hear of later ones alone.
    pub(crate) async fn number_events(&self) -> Result<(), ClockworkError> {
        while self.followers.dispatcher.dispatch().await? > 0 {}
        Ok(())
    }

    async fn follow(&self) -> Result<(), ClockworkError> {
        Ok(self.followers.feed.lock().await.look().await?)
    }

    async fn close_days(&self, from: Instant) -> Result<(), ClockworkError> {
        let Followers { store, zone, .. } = &self.followers;
        // The first day that is ever closed is the last before the move.
        accounts::close_due_day(store, from, zone).await?;
        accounts::close_due_day(store, self.sandbox.clock().now(), zone).await?;
        Ok(())
    }

    /// Finds the next moment at which a move stops: something is due, or what another process is at may be taken over.
    async fn next_stop(&self, after: Instant) -> Result<Option<Instant>, ClockworkError> {
        let Followers { store, jobs, .. } = &self.followers;
        let taken_over = jobs::leased_until(store, jobs.kinds(), after).await?;
        Ok([self.next_due(after).await?, taken_over].into_iter().flatten().min())
    }

    async fn next_due(&self, after: Instant) -> Result<Option<Instant>, ClockworkError> {
        let Followers { store, jobs, .. } = &self.followers;
        let job = jobs::next_due(store, jobs.kinds(), after).await?;
        let webinar = webinars::next_change(store, after).await?;
        Ok([job, webinar].into_iter().flatten().min())
    }
}

kernel::debug_shows!(Clockwork { sandbox, .. });
