//! `POST /bank/webhooks/{id}/delete`.

use ::pages::{OnlineBankForm, PagePath, PageResult, Question, Section, see_done};
use axum::extract::State;
use edge::AreaPath;

use super::words::Words;
use super::{PATH, Pages, administrator, webhook_id};
use crate::work::switch::delete;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let (id, administrator) = (webhook_id(&id)?, administrator(&form.bank)?);
    let words = Words::of(form.bank.language);
    let question = Question {
        section: Section::Integrations,
        title: words.delete_question,
        text: words.delete_text,
        button: words.delete,
    };
    if let Some(page) = form.ask_first(question)? {
        return Ok(page);
    }
    delete(&pages.state, &administrator, id).await?;
    Ok(see_done(&format!("{PATH}?done=deleted")))
}
