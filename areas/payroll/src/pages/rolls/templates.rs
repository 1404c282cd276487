//! Rolls that are used again: `POST /bank/payroll/rolls/{id}/keep`, `POST /bank/payroll/rolls/{id}/use`, and `POST
//! /bank/payroll/{id}/copy`, which copies an earlier statement; and those that are not: `POST
//! /bank/payroll/rolls/{id}/delete`.

use axum::extract::{Path, State};
use http::StatusCode;
use pages::{OnlineBankForm, PageResult, see_done};

use super::new::prepare_and_show;
use super::words::Words;
use super::{WrongField, identifier, show};
use crate::pages::{Pages, identifier as statement_identifier, origin_of, page_error};
use crate::work::StatementError;
use crate::work::rolls::{Source, delete_roll, keep_template};

/// Keeps a roll as a template.
pub(super) async fn keep(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let id = identifier(&id)?;
    let (bank, words) = (&form.bank, Words::of(form.bank.language));
    let name = form.field("name");
    let problem = match keep_template(&pages.payroll, &origin_of(&form.bank), &bank.company, id, name).await {
        Ok(_) => return Ok(see_done(&format!("/bank/payroll/rolls/{id}?done=kept"))),
        Err(StatementError::Fields(_)) => (StatusCode::UNPROCESSABLE_ENTITY, words.wrong_name),
        Err(StatementError::TooManyRolls) => (StatusCode::CONFLICT, words.too_many_rolls),
        Err(error) => return Err(page_error(error)),
    };
    let fault = WrongField { element: "name", text: problem.1.to_owned() };
    show::again(&pages, bank, id, problem.0, vec![fault], None).await
}

/// Prepares a roll from a template.
pub(super) async fn take(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    prepare_and_show(&pages, &form.bank, Source::Template(identifier(&id)?)).await
}

/// Prepares a roll from an earlier statement.
pub(super) async fn copy(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    prepare_and_show(&pages, &form.bank, Source::Statement(statement_identifier(&id)?)).await
}

/// Deletes a roll or template.
pub(super) async fn delete(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let id = identifier(&id)?;
    delete_roll(&pages.payroll, &origin_of(&form.bank), &form.bank.company, id).await.map_err(page_error)?;
    Ok(see_done("/bank/payroll/new?done=deleted"))
}
