//! A client reads its letters: opens one, who has seen it from then on, or marks all as read.

use kernel::Cnum;
use serde_json::json;
use store::{StoreError, Tx};
use uuid::Uuid;

use super::failure::Failure;
use super::trail::Trail;
use crate::attachment::Attachment;
use crate::broken_rule::BrokenRule;
use crate::letter::{Letter, MESSAGES_MAX, Message, Sender};
use crate::state::TariffRequestsState;
use crate::store::{access, attachments, letters};
use crate::viewer::Viewer;

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

/// The most letters that are marked in one unit of work.
const LETTERS_MAX: i64 = 10_000;

/// Notes that the client has seen everything that the bank wrote until now, in up to [`LETTERS_MAX`] letters.
pub(crate) async fn read_letters(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
) -> Result<(), Failure> {
    let now = area.clock.now();
    let trail = Trail::of_user(&viewer.user, &area.randomness);
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        access::check(tx, &viewer, &cnum)??;
        let mut messages = 0;
        for letter in letters::unread(tx, &cnum, LETTERS_MAX)? {
            messages += letters::mark_seen(tx, letter, MESSAGES_MAX, now)?;
        }
        if messages > 0 {
            let object = ("company", cnum.to_string());
            trail.record(tx, now, "letters.read", object, &cnum, json!({"messages": messages}))?;
        }
        Ok::<_, Failure>(())
    };
    area.store.write("letters, read", work).await
}
