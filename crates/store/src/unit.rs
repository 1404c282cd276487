//! One run of the closure of a unit of work, the same on every engine.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use spans::TraceContext;

use crate::{Result, StoreError, Tx};

kernel::text_enum! {
    pub(crate) enum UnitKind {
        /// Reads a snapshot.
        Read = "read",
        /// Changes rows.
        Write = "write",
        /// Changes rows, with every invariant held by the database itself.
        Guarded = "guarded",
        /// Changes tables.
        Migrate = "migrate",
    }
}

/// The closure of a unit of work without its types. It keeps its value or error for the caller and tells which of the
/// two it is. So an engine is compiled once, and not once for every unit of every area.
pub(crate) type ErasedWork = Box<dyn FnMut(&mut Tx) -> Ended + Send>;

/// The end of a closure that neither panicked nor ignored a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It returned a value: its changes may be kept.
    WithValue,
    /// It returned an error: nothing of it may stay.
    WithError,
}

/// The value or error of the last run of a unit of work.
pub(crate) struct Outcome<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

impl<T, E: From<StoreError>> Outcome<T, E> {
    /// Takes it out, after the engine has said that it stands.
    pub(crate) fn take(self) -> Result<T, E> {
        let outcome = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        outcome.unwrap_or_else(|| Err(StoreError::Unavailable("the unit did not run".to_owned()).into()))
    }
}

/// Takes the types from the closure of a unit of work, which is the step `trace`.
pub(crate) fn erase<T, E>(
    trace: Option<TraceContext>,
    mut work: impl FnMut(&mut Tx) -> Result<T, E> + Send + 'static,
) -> (ErasedWork, Outcome<T, E>)
where
    T: Send + 'static,
    E: Send + 'static,
{
    let last = Arc::new(Mutex::new(None));
    let outcome = Outcome(Arc::clone(&last));
    let work = move |tx: &mut Tx| {
        tx.begin_in(trace);
        let result = work(tx);
        let ended = if result.is_ok() { Ended::WithValue } else { Ended::WithError };
        *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        ended
    };
    (Box::new(work), outcome)
}

/// Runs `work` once.
///
/// # Errors
/// The closure panicked, or returned a value although something inside had failed. What it returned is void then.
pub(crate) fn attempt(tx: &mut Tx, unit: &'static str, work: &mut ErasedWork) -> Result<Ended> {
    let outcome = catch_unwind(AssertUnwindSafe(|| work(tx)));
    let failure = tx.take_failure();
    match (outcome, failure) {
        (Ok(Ended::WithValue), Some(failure)) => {
            Err(StoreError::FailureIgnored { unit, reason: failure.to_string() })
        }
        (Ok(ended), _) => Ok(ended),
        (Err(panic), _) => Err(StoreError::Panicked { unit, message: message_of(&*panic) }),
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
        .to_owned()
}
