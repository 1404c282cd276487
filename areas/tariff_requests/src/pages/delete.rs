//! `POST /bank/tariffs/{id}/delete`.

use axum::extract::State;
use edge::AreaPath;
use pages::{OnlineBankForm, PagePath, PageResult, see_done};

use super::{Pages, request_id, viewer};
use crate::work::delete::delete;

pub(super) async fn post(State(pages): Pages, AreaPath(id, _): PagePath, form: OnlineBankForm) -> PageResult {
    let bank = &form.bank;
    delete(&pages.tariffs, &viewer(bank)?, &bank.company, request_id(&id)?).await?;
    Ok(see_done("/bank/tariffs?done=deleted"))
}
