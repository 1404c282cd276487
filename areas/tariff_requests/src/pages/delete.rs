//! `POST /bank/tariffs/{id}/delete`.

use axum::extract::State;
use axum::response::Response;
use edge::AreaPath;
use pages::{OnlineBankForm, PageError, see_other};

use super::{TariffPages, page_error, request_id, viewer};
use crate::store::delete::delete;

pub(super) async fn post(
    State(pages): State<TariffPages>,
    AreaPath(id, _): AreaPath<PageError, String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let bank = &form.bank;
    delete(&pages.office, &viewer(bank)?, &bank.company, request_id(&id)?).await.map_err(page_error)?;
    Ok(see_other("/bank/tariffs?done=deleted"))
}
