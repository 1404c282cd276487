//! Probes whether the database still takes writes: one that answers may have no room left on its disk.

use crate::own_queries::{ROOM_GIVE_BACK, ROOM_TAKE};
use crate::{StoreError, Tx, params};

/// The table of the probe: empty except during a probe.
pub(crate) const TABLE: &str = "create table if not exists room_probe (filler text not null)";

/// Characters that the probe writes: more than one page has free, so that the database needs room for new pages.
const FILLER_CHARACTERS: usize = 65_536;

/// Writes and deletes a row. The commit, which forces both to the disk, is the other half of the probe.
pub(crate) fn probe(tx: &mut Tx) -> Result<(), StoreError> {
    let filler = "-".repeat(FILLER_CHARACTERS);
    tx.execute_one(&ROOM_TAKE, params![filler.as_str()])?;
    // Rows of probes at the same time are not visible before their commit, and deleted after it.
    tx.execute(&ROOM_GIVE_BACK, params![filler]).map(drop)
}
