//! `POST /bank/webhooks/{id}/delete`.

use ::pages::{OnlineBankForm, PageError, see_done};
use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;

use super::{PATH, WebhooksPages, administrator, webhook_id};
use crate::work::switch::delete;

pub(super) async fn post(
    State(pages): State<WebhooksPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    delete(&pages.state, &administrator(&form.bank)?, webhook_id(&id)?).await?;
    Ok(see_done(&format!("{PATH}?done=deleted")))
}
