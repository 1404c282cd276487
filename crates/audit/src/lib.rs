//! The append-only trail of changes and access decisions: actor, action, time and address (OPS-02).
//!
//! An entry is written with [`record`] in the same unit of work as the change it tells of, so that there is never one
//! without the other. The table refuses updates and deletes by triggers on both engines; what is over its time
//! leaves it for an archive alone ([`TRAIL`]). They are counted afterwards ([`tally`]), so that [`check`] finds what
//! was taken away in spite of that. Entries hold no secrets and name people and companies by identifier only.
//!
//! To audit something new, give it an action name (`thing.verb` in the past, `session.revoked`) and call [`record`]
//! where the change is made.

mod entry;
mod kept;
pub mod log;
mod store;
mod tally;
mod told;

pub use entry::{Actor, DETAIL_BYTES_MAX, Entry, StoredEntry, operate_as, operating_as};
pub use kept::TRAIL;
pub use store::{ARCHIVE_MIGRATIONS, ENTRIES_MAX, Filter, MIGRATIONS, list, record};
pub use tally::{TALLIED_AFTER_S, TrailProof, check, tally};
pub use told::{Bunch, BunchRow};

pub fn queries() -> Vec<&'static ::store::Query> {
    let own = [kept::QUERIES, log::QUERIES, store::QUERIES, tally::QUERIES].concat();
    own.into_iter().chain(TRAIL.queries()).collect()
}
