//! The rows of the mark and of the state.

use kernel::Instant;
use store::{Row, Selected as _, StoreError, Tx, params};

use crate::{DatabaseKind, Pace, SandboxError, Seen};

store::text_columns! { DatabaseKind }

store::selected! {
    Seen |row| (pace, moment_us) {
        moves, resets, seeded_at: "seeded_at_us";
        pace: pace_of(row, pace, moment_us)?,
    }
}

store::queries! {
    pub(crate) KIND = "select kind from database_kind where alone = 1";
    pub(crate) KIND_MARK = "insert into database_kind (kind, alone) values ($1, 1)";
    pub(crate) STATE = store::text!("select ", Seen::LIST, " from sandbox_state where kind = 'SANDBOX'");
    pub(crate) STATE_MAKE = "insert into sandbox_state (kind, pace, moment_us, moves, resets) \
        values ('SANDBOX', $1, $2, 0, 0) on conflict (kind) do nothing";
    /// Moves the clock, unless somebody was faster.
    pub(crate) STATE_MOVE = "update sandbox_state set pace = $1, moment_us = $2, moves = moves + 1 \
        where kind = 'SANDBOX' and moves = $3";
    pub(crate) STATE_BEGIN = "update sandbox_state set pace = $1, moment_us = $2, moves = moves + 1, resets = $3 \
        where kind = 'SANDBOX'";
    pub(crate) STATE_SEEDED = "update sandbox_state set seeded_at_us = $1 where kind = 'SANDBOX'";
}

pub(crate) fn kind(tx: &mut Tx) -> Result<Option<DatabaseKind>, SandboxError> {
    Ok(tx.select_optional(&KIND, params![])?)
}

pub(crate) fn mark(tx: &mut Tx, kind: DatabaseKind) -> Result<(), SandboxError> {
    Ok(tx.execute_one(&KIND_MARK, params![kind.as_str()])?)
}

pub(crate) fn make_state(tx: &mut Tx, pace: Pace) -> Result<(), SandboxError> {
    tx.execute(&STATE_MAKE, params![pace.name(), moment_us(pace)])?;
    Ok(())
}

pub(crate) fn state(tx: &mut Tx) -> Result<Seen, SandboxError> {
    tx.select_optional(&STATE, params![])?.ok_or(SandboxError::NoState)
}

fn pace_of(row: &Row, pace: &str, moment_us: i64) -> Result<Pace, StoreError> {
    match pace {
        "RUNNING" => Ok(Pace::Running { ahead_us: moment_us }),
        "STANDING" => Ok(Pace::Standing { at: Instant::from_microseconds(moment_us) }),
        other => Err(row.inconsistency("pace", format!("{other} is no pace"))),
    }
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
