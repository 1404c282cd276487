//! Runs units of work, and runs those again that others disturbed.

use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::time::sleep;

use super::Shared;
use super::session::Session;
use crate::tx::Connection;
use crate::unit::{self, Ended, ErasedWork, UnitKind};
use crate::{Result, StoreError, Tx};

/// The wait before a unit is run again doubles from the first to the second of these.
const PAUSE_FIRST: Duration = Duration::from_millis(1);
const PAUSE_MAX: Duration = Duration::from_millis(64);

/// Runs a unit of work until it is kept, refused or disturbed too often.
pub(super) fn run_unit(
    shared: &Shared,
    mut session: Session,
    kind: UnitKind,
    name: &'static str,
    mut work: ErasedWork,
) -> Result<()> {
    let start = Instant::now();
    let mut attempt = 1;
    loop {
        let (ended, next) = attempt_once(shared, session, kind, name, &mut work);
        session = match next {
            Next::Done => return ended.map(drop),
            Next::Again(_) if attempt >= shared.limits.attempts_max => {
                return Err(StoreError::Busy(format!("{name} was disturbed {attempt} times")));
            }
            Next::Again(session) => *session,
            Next::Reconnect if attempt >= shared.limits.attempts_max => return ended.map(drop),
            Next::Reconnect => Handle::current().block_on(shared.session())?,
        };
        shared.counters.retried(name);
        session.handle.block_on(sleep(pause_before(attempt, start)));
        attempt += 1;
    }
}

enum Next {
    Done,
    /// Others disturbed the unit.
    Again(Box<Session>),
    /// The connection was lost before anything was done on it.
    Reconnect,
}

fn attempt_once(
    shared: &Shared,
    mut session: Session,
    kind: UnitKind,
    name: &'static str,
    work: &mut ErasedWork,
) -> (Result<Ended>, Next) {
    if let Err(error) = session.begin(kind) {
        let next = if session.is_lost { Next::Reconnect } else { Next::Done };
        if session.is_lost {
            shared.forget_idle();
        }
        session.discard();
        return (Err(error), next);
    }
    let mut tx = Tx::new(Connection::Postgres(session), shared.limits.rows_max);
    let ended = unit::attempt(&mut tx, name, work);
    let Connection::Postgres(mut session) = tx.connection else {
        return (ended, Next::Done);
    };
    let ended = match ended {
        Ok(Ended::WithValue) => {
            session.commit().inspect(|()| shared.counters.committed(1)).map(|()| Ended::WithValue)
        }
        refused => {
            // Of a lost connection the server rolls back by itself: a server that hangs would be waited for once more.
            if !session.is_lost {
                let _ = session.batch("rollback");
            }
            refused
        }
    };
    if session.is_lost {
        shared.forget_idle();
    }
    if session.is_lost || kind == UnitKind::Migrate {
        session.discard();
        return (ended, Next::Done);
    }
    let is_again = !matches!(ended, Ok(Ended::WithValue)) && session.is_disturbed;
    let next = if is_again { Next::Again(Box::new(session)) } else { Next::Done };
    (ended, next)
}

/// Grows with every attempt and differs between units that disturbed each other.
fn pause_before(attempt: u32, start: Instant) -> Duration {
    let longest = PAUSE_FIRST.saturating_mul(1 << attempt.min(10)).min(PAUSE_MAX);
    let spread = u32::from(start.elapsed().subsec_nanos().to_le_bytes()[0]);
    longest * spread / 256
}
