//! `POST /bank/payroll/rolls/{id}/delete`: a roll or template is not needed any more.

use axum::extract::{Path, State};
use pages::{OnlineBankForm, PageResult, see_done};

use super::identifier;
use crate::pages::{Pages, origin_of, page_error};
use crate::work::rolls::delete_roll;

pub(super) async fn post(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let id = identifier(&id)?;
    delete_roll(&pages.payroll, &origin_of(&form.bank), &form.bank.company, id).await.map_err(page_error)?;
    Ok(see_done("/bank/payroll/new?done=deleted"))
}
