//! The rows of the mark and of the state.

use kernel::Instant;
use store::{Tx, params};

use crate::{DatabaseKind, Pace, SandboxError};

store::queries! {
    pub(crate) KIND = "select kind from database_kind where alone = 1";
    pub(crate) KIND_MARK = "insert into database_kind (kind, alone) values ($1, 1)";
    pub(crate) STATE = "select pace, moment_us, moves, resets, seeded_at_us from sandbox_state where kind = 'SANDBOX'";
    pub(crate) STATE_MAKE = "insert into sandbox_state (kind, pace, moment_us, moves, resets) \
        values ('SANDBOX', $1, $2, 0, 0) on conflict (kind) do nothing";
    /// Moves the clock, unless somebody was faster.
    pub(crate) STATE_MOVE = "update sandbox_state set pace = $1, moment_us = $2, moves = moves + 1 \
        where kind = 'SANDBOX' and moves = $3";
    pub(crate) STATE_BEGIN = "update sandbox_state set pace = $1, moment_us = $2, moves = moves + 1, resets = $3 \
        where kind = 'SANDBOX'";
    /// Notes that the seed data is there.
    pub(crate) STATE_SEEDED = "update sandbox_state set seeded_at_us = $1 where kind = 'SANDBOX'";
}

/// The state of a sandbox, as the database has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) pace: Pace,
    pub(crate) moves: i64,
    pub(crate) resets: i64,
    pub(crate) seeded_at: Option<Instant>,
}

pub(crate) fn kind(tx: &mut Tx) -> Result<Option<DatabaseKind>, SandboxError> {
    let kind = tx.query_optional(&KIND, params![])?.map(|row| row.parse("kind"));
    Ok(kind.transpose()?)
}

pub(crate) fn mark(tx: &mut Tx, kind: DatabaseKind) -> Result<(), SandboxError> {
    Ok(tx.execute_one(&KIND_MARK, params![kind.as_str()])?)
}

pub(crate) fn make_state(tx: &mut Tx, pace: Pace) -> Result<(), SandboxError> {
    tx.execute(&STATE_MAKE, params![pace.name(), moment_us(pace)])?;
    Ok(())
}

pub(crate) fn state_of(row: &store::Row) -> Result<State, SandboxError> {
    let (pace, moment_us, (moves, resets, seeded_at)): (&str, i64, (i64, i64, Option<Instant>)) =
        row.read()?;
    let pace = match pace {
        "RUNNING" => Pace::Running { ahead_us: moment_us },
        "STANDING" => Pace::Standing { at: Instant::from_microseconds(moment_us) },
        other => return Err(row.inconsistency("pace", format!("{other} is no pace")).into()),
    };
    Ok(State { pace, moves, resets, seeded_at })
}

/// Moves the clock from the state that counted `moves`; false when somebody was faster.
pub(crate) fn move_clock(tx: &mut Tx, pace: Pace, moves: i64) -> Result<bool, SandboxError> {
    Ok(tx.execute(&STATE_MOVE, params![pace.name(), moment_us(pace), moves])? == 1)
}

pub(crate) fn begin(tx: &mut Tx, pace: Pace, resets: i64) -> Result<(), SandboxError> {
    Ok(tx.execute_one(&STATE_BEGIN, params![pace.name(), moment_us(pace), resets])?)
}

pub(crate) fn note_seeded(tx: &mut Tx, now: Instant) -> Result<(), SandboxError> {
    Ok(tx.execute_one(&STATE_SEEDED, params![now])?)
}

const fn moment_us(pace: Pace) -> i64 {
    match pace {
        Pace::Running { ahead_us } => ahead_us,
        Pace::Standing { at } => at.microseconds(),
    }
}
