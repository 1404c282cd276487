//! The value of a program that runs as a sandbox.

use std::sync::Arc;

use audit::{Actor, Entry};
use kernel::{Clock, Instant, Randomness};
use store::{Store, Tx, params};

use crate::clock::{Moves, Moving, Pace, SandboxClock, Seen};
use crate::store as rows;
use crate::store::STATE;
use crate::{DatabaseKind, SandboxError, claim};

/// The most seconds that one move may skip: ten years.
pub const MOVE_S_MAX: i64 = 3_653 * 86_400;
/// The last moment that a clock may show: the year 2200.
pub const MOMENT_MAX: Instant = Instant::from_unix_seconds(7_258_118_400);

/// The sandbox that this program is. A clone is the same one.
#[derive(Clone, Debug)]
pub struct Sandbox {
    store: Store,
    clock: Arc<SandboxClock>,
    moves: Moves,
    is_in_turn: bool,
}

/// Somebody who moves the clock, and with what the trail tells of it.
#[derive(Clone, Debug)]
pub struct Mover {
    pub actor: Actor,
    pub randomness: Arc<dyn Randomness>,
}

impl Sandbox {
    /// Opens the sandbox in a migrated database, which is claimed for it. A database without a state gets one, with
    /// the clock going at `pace`; `machine` is the clock beside which it runs.
    ///
    /// # Errors
    /// The database is a bank's own; or it failed.
    pub async fn open(store: Store, machine: Arc<dyn Clock>, pace: Pace) -> Result<Self, SandboxError> {
        claim(&store, DatabaseKind::Sandbox).await?;
        store.write("sandbox.open", move |tx: &mut Tx| rows::make_state(tx, pace)).await?;
        let clock = Arc::new(SandboxClock::new(machine, pace));
        let sandbox = Self { store, clock, moves: Moves::default(), is_in_turn: false };
        sandbox.go(sandbox.look().await?.pace);
        Ok(sandbox)
    }

    /// Makes one that does one thing after the other, never two at once, so that the same calls draw the same
    /// randomness in the same order.
    pub fn in_turn(self) -> Self {
        Self { is_in_turn: true, ..self }
    }

    /// Tells whether it does one thing after the other.
    pub const fn is_in_turn(&self) -> bool {
        self.is_in_turn
    }

    /// Begins a move: from now on whoever asks learns that time is skipped, until the value is dropped.
    pub fn begin_move(&self) -> Moving {
        self.moves.begin()
    }

    /// Returns the number of the move that is under way in this process, if one is.
    pub fn move_under_way(&self) -> Option<u64> {
        self.moves.under_way()
    }

    /// Returns the clock, which everything that waits for time asks.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as Arc<dyn Clock>
    }

    /// Returns the machine's clock, for what has nothing to do with the bank's time.
    pub fn machine_clock(&self) -> Arc<dyn Clock> {
        Arc::clone(self.clock.machine())
    }

    pub fn pace(&self) -> Pace {
        self.clock.pace()
    }

    pub fn shown_at(&self, pace: Pace) -> Instant {
        pace.shown(self.clock.machine().now())
    }

    /// Reads what other processes did to the clock, for [`Sandbox::go`].
    pub async fn look(&self) -> Result<Seen, SandboxError> {
        self.store.select_optional(&STATE, params![]).await?.ok_or(SandboxError::NoState)
    }

    /// Lets the clock of this process go at `pace`, as [`Sandbox::look`] found it. Whatever compares moments that this
    /// process keeps with the clock, such as the feed, is to be told of them first.
    pub fn go(&self, pace: Pace) {
        self.clock.go(pace);
    }

    pub async fn note_seeded(&self) -> Result<(), SandboxError> {
        let now = self.clock.now();
        self.store.write("sandbox.seeded", move |tx: &mut Tx| rows::note_seeded(tx, now)).await
    }

    /// Moves the clock in the database by the time between the moments `from` and `to`, where it showed `from` when the
    /// caller looked at it, and tells how it goes from then on, for [`Sandbox::go`].
    ///
    /// # Errors
    /// [`SandboxError::Back`], [`SandboxError::TooFar`], and [`SandboxError::Moved`] when a clock that stands shows
    /// another moment by now; or the database's.
    pub async fn advance(&self, from: Instant, to: Instant, mover: &Mover) -> Result<Pace, SandboxError> {
        check_move(from, to)?;
        self.change(mover, move |now, pace| match pace {
            Pace::Running { ahead_us } => {
                Ok(Pace::Running { ahead_us: ahead_us.saturating_add(to.microseconds_since(from)) })
            }
            Pace::Standing { .. } if now == from => Ok(Pace::Standing { at: to }),
            Pace::Standing { .. } => Err(SandboxError::Moved),
        })
        .await
    }

    /// Stops the clock in the database at the moment that it shows, or lets it run on from there.
    pub async fn set_running(&self, runs: bool, mover: &Mover) -> Result<Pace, SandboxError> {
        let machine = self.clock.machine().now();
        self.change(mover, move |now, pace| {
            let ahead_us = now.microseconds_since(machine);
            match (pace, runs) {
                (Pace::Running { .. }, true) | (Pace::Standing { .. }, false) => Ok(pace),
                (Pace::Running { .. }, false) => Ok(Pace::Standing { at: now }),
                (Pace::Standing { .. }, true) => Ok(Pace::Running { ahead_us }),
            }
        })
        .await
    }

    async fn change(
        &self,
        mover: &Mover,
        changed: impl Fn(Instant, Pace) -> Result<Pace, SandboxError> + Send + 'static,
    ) -> Result<Pace, SandboxError> {
        let (machine, mover) = (self.clock.machine().now(), mover.clone());
        let work = move |tx: &mut Tx| {
            let Seen { pace, moves, .. } = rows::state(tx)?;
            let from = pace.shown(machine);
            let new = changed(from, pace)?;
            if new == pace {
                return Ok(pace);
            }
            if !rows::move_clock(tx, new, moves)? {
                return Err(SandboxError::Moved);
            }
            let to = new.shown(machine);
            let detail =
                serde_json::json!({ "from": from.to_string(), "to": to.to_string(), "pace": new.name() });
            let object = ("sandbox", "clock");
            let actor = mover.actor.clone();
            let entry = Entry::new(to, &*mover.randomness, actor, "sandbox.clock_moved", object);
            audit::record(tx, entry.detail(detail))?;
            Ok(new)
        };
        self.store.write("sandbox.move", work).await
    }
}

/// Lets a sandbox whose seed data has just been loaded begin: its clock runs with the machine's, or from the moment of
/// the seed data if that is later. `resets` counts how often it has begun anew.
pub async fn begin_anew(
    store: &Store,
    machine: Instant,
    resets: i64,
    mover: &Mover,
) -> Result<(), SandboxError> {
    let mover = mover.clone();
    store.write("sandbox.begin", move |tx: &mut Tx| begin(tx, machine, |_| resets, &mover).map(drop)).await
}

/// Does the same once more, in the unit of work that loads the data, and returns how often it has.
pub fn begin_again(tx: &mut Tx, machine: Instant, mover: &Mover) -> Result<i64, SandboxError> {
    begin(tx, machine, |resets| resets + 1, mover)
}

fn begin(
    tx: &mut Tx,
    machine: Instant,
    count: impl FnOnce(i64) -> i64,
    mover: &Mover,
) -> Result<i64, SandboxError> {
    let Seen { seeded_at, resets, .. } = rows::state(tx)?;
    let (start, resets) = (seeded_at.unwrap_or(machine), count(resets));
    let pace = Pace::Running { ahead_us: start.microseconds_since(machine).max(0) };
    rows::begin(tx, pace, resets)?;
    let (now, object) = (pace.shown(machine), ("sandbox", "data"));
    let detail = serde_json::json!({ "resets": resets });
    let entry = Entry::new(now, &*mover.randomness, mover.actor.clone(), "sandbox.seeded", object);
    audit::record(tx, entry.detail(detail))?;
    Ok(resets)
}

/// Refuses a way back and one that is too long.
pub fn check_move(now: Instant, moment: Instant) -> Result<(), SandboxError> {
    if moment < now {
        return Err(SandboxError::Back);
    }
    if moment > now.plus_seconds(MOVE_S_MAX) || moment > MOMENT_MAX {
        return Err(SandboxError::TooFar);
    }
    Ok(())
}
