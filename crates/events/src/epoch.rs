//! Epochs of the numbers of events.
//!
//! A database that was put back from a copy would give numbers again that companies know already, and a reader's cursor
//! would stand for events that nobody has. So it begins a new epoch, whose numbers are above all that were ever given:
//! each epoch begins at a number that grows with time faster than any database numbers events, and so needs no
//! knowledge of the database that was lost, nor of other lives of the same copy.

use kernel::{Instant, first_of_epoch};
use store::{Result, Selected as _, Store, Tx, params};

use crate::number::{COUNTER_SET, COUNTER_TAKE};

store::selected! { Epoch { first: "first_seq", through: "through_seq" } }

store::queries! {
    EPOCH_INSERT = "insert into event_epochs (first_seq, through_seq, began_at_us) values ($1, $2, $3)";

    /// Reads the last number that was given.
    COUNTER_READ = "select last_seq from event_counter where counter_id = 1";

    EPOCHS = store::text!("select ", Epoch::LIST, " from event_epochs order by first_seq desc limit $1");
}

/// The most epochs that are looked at: a database is restored a few times in its life.
const EPOCHS_MAX: i64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epoch {
    pub first: i64,
    /// The last number before it.
    pub through: i64,
}

/// The numbers that the database has given.
#[derive(Clone, Debug)]
pub struct Given {
    pub last: i64,
    /// The newest first.
    epochs: Vec<Epoch>,
}

impl Given {
    /// Tells whether a number was given by a database that this one was a copy of, and is not known here.
    pub fn is_gone(&self, seq: i64) -> bool {
        seq > self.last || self.epochs.iter().any(|epoch| (epoch.through + 1..epoch.first).contains(&seq))
    }
}

/// Reads which numbers the database has given.
pub async fn given(store: &Store) -> Result<Given> {
    let epochs = store.select(&EPOCHS, params![EPOCHS_MAX]).await?;
    Ok(Given { last: last_number(store).await?, epochs })
}

/// Reads the last number that was given: one short read.
pub async fn last_number(store: &Store) -> Result<i64> {
    Ok(store.select_optional(&COUNTER_READ, params![]).await?.unwrap_or(0))
}

/// Begins an epoch at the moment `now` of the machine's clock.
pub fn begin_epoch(tx: &mut Tx, now: Instant) -> Result<Epoch> {
    let through = tx.select_one(&COUNTER_TAKE, params![])?;
    let epoch = Epoch { first: first_of_epoch(through, now), through };
    tx.execute_one(&EPOCH_INSERT, params![epoch.first, through, now])?;
    tx.execute_one(&COUNTER_SET, params![epoch.first - 1])?;
    Ok(epoch)
}
