//! Opens a letter for a client, who has seen it from then on.

use kernel::Cnum;
use store::{StoreError, Tx};
use uuid::Uuid;

use super::failure::Failure;
use crate::attachment::Attachment;
use crate::broken_rule::BrokenRule;
use crate::letter::{Letter, Message, Sender};
use crate::state::TariffRequestsState;
use crate::store::{attachments, letters};

/// A letter with everything in it.
#[derive(Clone, Debug)]
pub struct OpenedLetter {
    pub letter: Letter,
    /// The messages, oldest first; they tell when they were seen before this.
    pub messages: Vec<Message>,
    /// The files of all of them.
    pub attachments: Vec<Attachment>,
}

/// Reads the letter with its messages and the files that go with them, and notes that the client has seen them.
pub async fn open_letter(area: &TariffRequestsState, cnum: &Cnum, id: Uuid) -> Result<OpenedLetter, Failure> {
    let (store, now) = (&area.store, area.clock.now());
    let letter = letters::find(store, cnum, id).await?.ok_or(BrokenRule::LetterNotFound)?;
    let messages = letters::messages(store, id).await?;
    let attachments = attachments::of_letter(store, id).await?;
    let is_new = |message: &&Message| message.sender == Sender::Bank && message.seen_at.is_none();
    // A message that arrives meanwhile stays new.
    if let Some(last) = messages.iter().rfind(is_new).map(|message| message.number) {
        let note = move |tx: &mut Tx| letters::mark_seen(tx, id, last, now);
        store.write::<_, StoreError>("letter, seen", note).await?;
    }
    Ok(OpenedLetter { letter, messages, attachments })
}
