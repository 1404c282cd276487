//! Lets a person look at a page of the online bank, and notes that the session is used.

use ::pages::Visit;
use store::{Result, Tx};

use crate::state::IdentityState;
use crate::store::{sessions, visitors};
use crate::token::online_bank::{UseVerdict, VisitorNames};

/// Returns the names and roles of the person, with the use of the session as it is now. `None` when the session has
/// ended, the user is not in service or may not act for the company.
pub async fn visit(state: &IdentityState, visit: Visit<'_>) -> Result<Option<VisitorNames>> {
    let found = visitors::find(&state.store, visit.user, visit.company, visit.session).await?;
    let Some(mut names) = found else { return Ok(None) };
    let now = state.clock.now();
    match names.session.judge(state.settings.online_bank, now) {
        UseVerdict::Over => return Ok(None),
        UseVerdict::Known => {}
        UseVerdict::ToNote if visit.is_watching => {}
        UseVerdict::ToNote => {
            let id = visit.session.clone();
            let note = move |tx: &mut Tx| sessions::note_use(tx, &id, now);
            // A page can be read while nothing can be written: the session ends earlier then.
            match state.store.write_guarded("online_bank.use", note).await {
                Ok(()) => names.session.used_at = now,
                Err(error) => tracing::warn!("the use of a session cannot be noted: {error}"),
            }
        }
    }
    Ok(Some(names))
}
