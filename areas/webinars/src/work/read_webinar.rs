//! Reads a webinar for a user, to whom it is not new from then on.

use kernel::{Instant, UserId};
use store::{Result, Store, StoreError, Tx};

use crate::store::{SeenWebinar, note_read, published};
use crate::webinar::Webinar;

/// Reads the webinar `id`, if it is published at `now`, and notes that the user has read it.
pub(crate) async fn read_webinar(
    store: &Store,
    user: &UserId,
    now: Instant,
    id: &str,
) -> Result<Option<Webinar>> {
    let Some(SeenWebinar { webinar, is_new }) = published(store, user, now, id).await? else {
        return Ok(None);
    };
    if is_new {
        let (user, id) = (user.clone(), webinar.id.clone());
        // Two first readings at once both come here; the key keeps one of them.
        let note = move |tx: &mut Tx| note_read(tx, &user, &id, now);
        store.write::<_, StoreError>("webinars.note_read", note).await?;
    }
    Ok(Some(webinar))
}
