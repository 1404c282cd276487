//! Use cases. No other file of the area opens a unit of work.

use kernel::{Instant, UserId};
use store::{Result, Store, StoreError, Tx, params};

use crate::store::{NEXT_CHANGE, note_read, published};
use crate::webinar::Webinar;

/// Reads the webinar `id`, if it is published at `now`, and notes that the user has read it.
pub(crate) async fn read_webinar(
    store: &Store,
    user: &UserId,
    now: Instant,
    id: &str,
) -> Result<Option<Webinar>> {
    let Some((webinar, read_at)) = published(store, user, now, id).await? else { return Ok(None) };
    if read_at.is_none() {
        let (user, id) = (user.clone(), webinar.id.clone());
        // Two first readings at once both come here; the key keeps one of them.
        let note = move |tx: &mut Tx| note_read(tx, &user, &id, now);
        store.write::<_, StoreError>("webinars.note_read", note).await?;
    }
    Ok(Some(webinar))
}

/// Finds the first moment after `after` at which a webinar is published, begins or ends. For a sandbox whose clock is
/// moved from one such moment to the next.
pub async fn next_change(store: &Store, after: Instant) -> Result<Option<Instant>> {
    let read = move |tx: &mut Tx| {
        tx.survey()?;
        tx.select_one(&NEXT_CHANGE, params![after])
    };
    store.read("webinars.next_change", read).await
}
