//! Reads a file of a letter piece by piece, so that a slow reader holds little memory.

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use kernel::Cnum;
use store::{Result, Store, StoreError};
use uuid::Uuid;

use super::failure::Failure;
use crate::attachment::Attachment;
use crate::broken_rule::BrokenRule;
use crate::state::TariffRequestsState;
use crate::store::attachments;

pub(crate) async fn find(
    area: &TariffRequestsState,
    cnum: &Cnum,
    letter: Uuid,
    id: Uuid,
) -> Result<Attachment, Failure> {
    let found = attachments::find(&area.store, cnum, letter, id).await?;
    found.ok_or_else(|| BrokenRule::AttachmentNotFound.into())
}

/// Reads the bytes of the file. They never change, so that pieces that are read one after another fit together.
pub(crate) fn pieces(
    area: &TariffRequestsState,
    attachment: &Attachment,
) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
    let (store, id, last): (Store, Uuid, i64) = (area.store.clone(), attachment.id, attachment.pieces);
    stream::try_unfold(1_i64, move |piece| {
        let store = store.clone();
        async move {
            if piece > last {
                return Ok(None);
            }
            let bytes = attachments::piece(&store, id, piece).await?;
            let bytes = bytes.ok_or_else(|| StoreError::Inconsistency {
                query: "PIECE",
                column: "piece".to_owned(),
                reason: format!("the file {id} has no piece {piece} of {last}"),
            })?;
            Ok(Some((Bytes::from(bytes), piece + 1)))
        }
    })
}
