//! `POST /bank/tariffs/{id}/delete`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use pages::{OnlineBankForm, PageError, see_done};

use super::{TariffPages, request_id, viewer};
use crate::work::delete::delete;

pub(super) async fn post(
    State(pages): State<TariffPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let bank = &form.bank;
    delete(&pages.tariffs, &viewer(bank)?, &bank.company, request_id(&id)?).await?;
    Ok(see_done("/bank/tariffs?done=deleted"))
}
