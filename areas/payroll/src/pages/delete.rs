//! `POST /bank/payroll/{id}/delete`: the statement is not executed any more.

use axum::extract::{Path, State};
use axum::response::Response;
use pages::{OnlineBankForm, PageError, see_done};

use super::{PayrollPages, identifier, origin, page_error, version};
use crate::work;

pub(super) async fn post(
    State(pages): State<PayrollPages>,
    Path(id): Path<String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (id, version) = (identifier(&id)?, version(&form)?);
    let company = &form.bank.company;
    work::delete(&pages.payroll, &origin(&form), company, id, version).await.map_err(page_error)?;
    Ok(see_done(&format!("/bank/payroll/{id}?done=deleted")))
}
