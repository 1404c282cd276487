//! `POST /bank/integrations/{id}/revoke`: ends what one person, or everybody, granted.

use ::pages::{OnlineBankForm, PagePath, PageResult, Question, Section};
use axum::extract::State;
use edge::{AreaPath, EdgeError};

use super::words::Words;
use super::{client_id, done};
use crate::pages::Pages;
use crate::pages::administration::administrator;
use crate::work::integrations::revoke_grants::revoke_grants;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = client_id(&id)?;
    let administrator = administrator(&form.bank)?;
    let user = match (form.field("user"), form.field("everybody")) {
        ("", "yes") => None,
        (user, "") => {
            let user = user.parse();
            Some(user.map_err(|_| EdgeError::malformed("The field `user` is no identifier"))?)
        }
        _ => return Err(EdgeError::malformed("Either `user` or `everybody` says whose access ends").into()),
    };
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.revoke_question,
        text: words.revoke_text,
        button: if user.is_some() { words.revoke } else { words.revoke_all },
    };
    if let Some(page) = form.ask_first(question)? {
        return Ok(page);
    }
    revoke_grants(&pages.area.identity, &administrator, id.clone(), user).await?;
    Ok(done(&id, "revoked"))
}
