//! Sends what a person of the client has typed to the bank: as a new letter, or as an answer in one.

use std::sync::Arc;

use kernel::Cnum;
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use super::failure::Failure;
use super::trail::Trail;
use super::{letter_orders, write_letter};
use crate::attachment::bytes_of;
use crate::broken_rule::BrokenRule;
use crate::letter::Typed;
use crate::state::TariffRequestsState;
use crate::store::{access, letters};
use crate::viewer::Viewer;

/// Opens a letter with what the person has typed, and returns its identifier. A form that is sent twice opens one
/// letter, whose identifier is returned again.
///
/// # Errors
/// [`Failure::Rule`] when the person may not act for the client, or the client has sent too much today.
pub async fn begin_letter(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    subject: String,
    typed: Typed,
) -> Result<Uuid, Failure> {
    let now = area.clock.now();
    let trail = Trail::of_user(&viewer.user, &area.randomness);
    let (randomness, desk) = (Arc::clone(&area.randomness), area.desk.clone());
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        access::check(tx, &viewer, &cnum)??;
        if let Some((letter, of)) = letters::of_form(tx, &viewer.user, typed.form)? {
            return if of == cnum { Ok(letter) } else { Err(BrokenRule::LetterNotFound.into()) };
        }
        let author = access::author(tx, &viewer.user)?;
        let letter = write_letter::open_empty(tx, &cnum, &subject, now, &*randomness)?;
        let number = write_letter::add_typed(tx, (&cnum, letter), &author, &typed, now, &*randomness)?;
        let message = (&cnum, letter, number);
        letter_orders::ask(tx, &desk, message, (&subject, &author, &typed), now)?;
        let detail = json!({"files": typed.files.len(), "bytes": bytes_of(&typed.files)});
        trail.record(tx, now, "letter.begun", ("letter", letter.to_string()), &cnum, detail)?;
        Ok::<_, Failure>(letter)
    };
    area.store.write("letter, begin", work).await
}

/// Adds the client's message to a letter of its own, once for each form.
pub(crate) async fn answer_letter(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: Uuid,
    typed: Typed,
) -> Result<(), Failure> {
    let now = area.clock.now();
    let trail = Trail::of_user(&viewer.user, &area.randomness);
    let (randomness, desk) = (Arc::clone(&area.randomness), area.desk.clone());
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        access::check(tx, &viewer, &cnum)??;
        let author = access::author(tx, &viewer.user)?;
        let named = letters::named(tx, id)?.filter(|(of, _)| *of == cnum);
        let (_, subject) = named.ok_or(BrokenRule::LetterNotFound)?;
        if let Some((written, of)) = letters::of_form(tx, &viewer.user, typed.form)? {
            // The form was sent twice; a form of another letter is none of this one.
            return if written == id && of == cnum { Ok(()) } else { Err(BrokenRule::LetterNotFound.into()) };
        }
        let number = write_letter::add_typed(tx, (&cnum, id), &author, &typed, now, &*randomness)?;
        letter_orders::ask(tx, &desk, (&cnum, id, number), (&subject, &author, &typed), now)?;
        let detail = json!({"message": number, "files": typed.files.len(), "bytes": bytes_of(&typed.files)});
        trail.record(tx, now, "letter.answered", ("letter", id.to_string()), &cnum, detail)?;
        Ok::<_, Failure>(())
    };
    area.store.write("letter, answer", work).await
}
