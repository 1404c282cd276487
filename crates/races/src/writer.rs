//! The writer of SQLite and its queue: callers, one who goes away, readers, and the close of the store.

use std::time::Duration;

use shuttle::future::block_on;
use shuttle::thread;

use crate::sqlite::Store;
use crate::{StoreError, StoreLimits};

/// Callers at once, and the units of each.
const CALLERS: i64 = 3;
const UNITS: i64 = 2;
/// A caller whose units fail after they have changed something.
const FAILING: i64 = 1;
/// No wait is cut short: a wake-up that is lost is seen as a deadlock.
const FOREVER: Duration = Duration::from_hours(1);

pub(crate) fn limits() -> StoreLimits {
    let database = crate::database::Database::default();
    let (queue_length_max, batch_units_max, sqlite_readers_max) = (2, 2, 2);
    StoreLimits {
        queue_length_max,
        batch_units_max,
        wait_max: FOREVER,
        sqlite_readers_max,
        rows_max: 9,
        database,
    }
}

/// Writes a note; a failing caller is refused after it has written it.
async fn note(store: &Store, number: i64, fails: bool) -> Result<(), StoreError> {
    let refused = || StoreError::Clock("refused".to_owned());
    let unit = move |tx: &mut crate::Tx| {
        tx.note(number);
        if fails { Err(refused()) } else { Ok(()) }
    };
    store.write("note", unit).await
}

fn count(notes: &[i64], number: i64) -> usize {
    notes.iter().filter(|note| **note == number).count()
}

/// Each answer is true: what is acknowledged is there once and is read at once, what is refused is not there, nothing
/// changes after the close, and nobody waits for ever.
pub fn each_answer_is_true() {
    let store = Store::open(&limits());
    let caller = |caller: i64| {
        let store = store.clone();
        thread::spawn(move || {
            for unit in 0..UNITS {
                let number = caller * 10 + unit;
                let answer = block_on(note(&store, number, caller == FAILING));
                assert!(caller != FAILING || answer.is_err(), "a failure is acknowledged");
                let seen = store.read(|rows| count(&rows.notes, number)).expect("a reader");
                assert_eq!(seen, usize::from(answer.is_ok()), "unit {number} is answered {answer:?}");
            }
        })
    };
    let callers: Vec<_> = (0..CALLERS).map(caller).collect();
    let leaves = {
        let store = store.clone();
        thread::spawn(move || {
            // Queued, and dropped before there is an answer.
            let mut unit = Box::pin(note(&store, 99, false));
            let poll = std::future::poll_fn(|context| {
                std::task::Poll::Ready(unit.as_mut().poll(context).is_ready())
            });
            block_on(poll);
        })
    };
    let closing = store.clone();
    let last = thread::spawn(move || {
        block_on(closing.close());
        let after = closing.database().committed().notes.len();
        assert!(block_on(note(&closing, 100, false)).is_err(), "a closed store writes");
        assert_eq!(after, closing.database().committed().notes.len(), "a write after the close");
    });
    for thread in callers.into_iter().chain([leaves, last]) {
        thread.join().expect("no thread panics");
    }
}
