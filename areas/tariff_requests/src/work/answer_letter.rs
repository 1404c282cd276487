//! Answers a letter for the client.

use kernel::Cnum;
use serde_json::json;
use store::Tx;
use uuid::Uuid;

use super::access::check_access;
use super::failure::Failure;
use super::trail::Trail;
use super::write_letter;
use crate::broken_rule::BrokenRule;
use crate::state::TariffRequestsState;
use crate::store::{access, letters};
use crate::viewer::Viewer;

/// Adds the client's message to a letter of its own.
pub(crate) async fn answer_letter(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    id: Uuid,
    body: String,
) -> Result<(), Failure> {
    let now = area.clock.now();
    let trail = Trail::of_user(&viewer.user, &area.randomness);
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        check_access(tx, &viewer, &cnum)?;
        let author = access::author(tx, &viewer.user)?;
        if !letters::is_of_client(tx, &cnum, id)? {
            return Err(BrokenRule::LetterNotFound.into());
        }
        let number = write_letter::add(tx, (&cnum, id), &author, &body, now)?;
        let object = ("letter", id.to_string());
        trail.record(tx, now, "letter.answered", object, &cnum, json!({"message": number}))?;
        Ok::<_, Failure>(())
    };
    area.store.write("letter, answer", work).await
}
