//! `POST /bank/webhooks/{id}/test`: sends a test event.

use ::pages::{OnlineBankForm, PagePath, PageResult};
use axum::extract::State;
use edge::AreaPath;
use idempotency::Keep;

use super::{Pages, administrator, done, webhook_id};
use crate::work::try_out::try_out;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let id = webhook_id(&id)?;
    try_out(&pages.state, &administrator(&form.bank)?, id, Keep::nothing()).await?;
    Ok(done(id, "tried"))
}
