//! Opens a letter for a client, who has seen it from then on.

use kernel::Cnum;
use store::{StoreError, Tx};
use uuid::Uuid;

use super::failure::Failure;
use crate::broken_rule::BrokenRule;
use crate::letter::{Letter, Message, Sender};
use crate::state::TariffRequestsState;
use crate::store::letters;

/// Reads the letter with its messages, and notes that the client has seen them. The messages tell when they were seen
/// before this.
pub(crate) async fn open_letter(
    area: &TariffRequestsState,
    cnum: &Cnum,
    id: Uuid,
) -> Result<(Letter, Vec<Message>), Failure> {
    let (store, now) = (&area.store, area.clock.now());
    let letter = letters::find(store, cnum, id).await?.ok_or(BrokenRule::LetterNotFound)?;
    let messages = letters::messages(store, id).await?;
    if messages.iter().any(|message| message.sender == Sender::Bank && message.seen_at.is_none()) {
        let note = move |tx: &mut Tx| letters::mark_seen(tx, id, now);
        store.write::<_, StoreError>("letter, seen", note).await?;
    }
    Ok((letter, messages))
}
