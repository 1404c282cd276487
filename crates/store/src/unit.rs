//! One run of the closure of a unit of work, the same on every engine.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{StoreError, Tx};

/// The kind of a unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitKind {
    /// Reads a snapshot.
    Read,
    /// Changes rows.
    Write,
    /// Changes rows, with every invariant held by the database itself.
    Guarded,
    /// Changes tables.
    Migrate,
}

impl UnitKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Guarded => "guarded",
            Self::Migrate => "migrate",
        }
    }
}

/// Runs `work` once. `Ok` means that the unit may be kept: it returned a value, nothing failed inside,
/// and nothing panicked.
pub(crate) fn attempt<T, E: From<StoreError>>(
    tx: &mut Tx,
    unit: &'static str,
    work: &mut impl FnMut(&mut Tx) -> Result<T, E>,
) -> Result<T, E> {
    let outcome = catch_unwind(AssertUnwindSafe(|| work(tx)));
    let failure = tx.take_failure();
    match (outcome, failure) {
        (Ok(Ok(value)), None) => Ok(value),
        (Ok(Ok(_)), Some(failure)) => {
            Err(StoreError::FailureIgnored { unit, reason: failure.to_string() }.into())
        }
        (Ok(Err(error)), _) => Err(error),
        (Err(panic), _) => Err(StoreError::Panicked { unit, message: message_of(&*panic) }.into()),
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
        .to_owned()
}
