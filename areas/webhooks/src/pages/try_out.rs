//! `POST /bank/webhooks/{id}/test`: sends a test event.

use ::pages::{OnlineBankForm, PageError};
use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use idempotency::Keep;

use super::{WebhooksPages, administrator, done, webhook_id};
use crate::work::try_out::try_out;

pub(super) async fn post(
    State(pages): State<WebhooksPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let id = webhook_id(&id)?;
    try_out(&pages.state, &administrator(&form.bank)?, id, Keep::nothing()).await?;
    Ok(done(id, "tried"))
}
