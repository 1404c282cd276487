//! `POST /bank/webhooks/{id}/delete`.

use ::pages::{OnlineBankForm, PageError, Question, Section, see_done};
use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::words::Words;
use super::{PATH, WebhooksPages, administrator, webhook_id};
use crate::work::switch::delete;

pub(super) async fn post(
    State(pages): State<WebhooksPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
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
