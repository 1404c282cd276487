//! Marks letters as read without opening them.

use kernel::Cnum;
use serde_json::json;
use store::Tx;

use super::access::check_access;
use super::failure::Failure;
use super::trail::Trail;
use crate::letter::MESSAGES_MAX;
use crate::state::TariffRequestsState;
use crate::store::letters;
use crate::viewer::Viewer;

/// The most letters that are marked at once: as many as the count in the menu looks at.
const LETTERS_MAX: i64 = 200;

/// Notes that the client has seen everything that the bank wrote until now.
pub(crate) async fn read_letters(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
) -> Result<(), Failure> {
    let now = area.clock.now();
    let trail = Trail::of_user(&viewer.user, &area.randomness);
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        check_access(tx, &viewer, &cnum)?;
        let mut messages = 0;
        for letter in letters::to_read(tx, &cnum, LETTERS_MAX)? {
            messages += letters::mark_seen(tx, letter.id, MESSAGES_MAX, now)?;
        }
        if messages > 0 {
            let object = ("company", cnum.to_string());
            trail.record(tx, now, "letters.read", object, &cnum, json!({"messages": messages}))?;
        }
        Ok::<_, Failure>(())
    };
    area.store.write("letters, read", work).await
}
