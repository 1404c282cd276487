//! A look whether the database takes what is written: one that answers may have no room left.

use crate::ledger::{ROOM_GIVE_BACK, ROOM_TAKE};
use crate::{StoreError, Tx, params};

/// The table of the probe, which is empty whenever nobody looks.
pub(crate) const TABLE: &str = "create table if not exists room_probe (filler text not null)";

/// Characters that are written: more than any single page has free, so that there must be room for new ones.
const FILLER_CHARACTERS: usize = 65_536;

/// Writes, and leaves nothing behind. The commit, which forces the traces of it to the disk, is the other half of the look.
pub(crate) fn probe(tx: &mut Tx) -> Result<(), StoreError> {
    let filler = "-".repeat(FILLER_CHARACTERS);
    tx.execute_one(&ROOM_TAKE, params![filler.as_str()])?;
    // Those of others, who look at the same time, are not seen before they are committed, and then they are gone.
    tx.execute(&ROOM_GIVE_BACK, params![filler]).map(drop)
}
