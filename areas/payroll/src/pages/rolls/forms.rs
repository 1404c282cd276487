//! The forms of rolls. A roll becomes a statement: `POST /bank/payroll/rolls/{id}`. It is used again: `…/keep`,
//! `…/use`, and `POST /bank/payroll/{id}/copy`, which copies an earlier statement. Or it is not: `…/delete`.

use axum::extract::{Path, State};
use http::StatusCode;
use kernel::Money;
use pages::{OnlineBankForm, PageResult, see_done};

use super::new::prepare_and_show;
use super::words::Words;
use super::{WrongField, show};
use crate::income::CODE_FIELD;
use crate::pages::inputs::{ENROLLMENT, Typed};
use crate::pages::{Pages, identifier, origin_of};
use crate::roll::RollTerms;
use crate::statement::ReportingPeriod;
use crate::submission::FieldError;
use crate::typed;
use crate::work::StatementError;
use crate::work::rolls::{Source, delete_roll, keep_template, make};

const INPUTS: [&str; 7] = ["account", ENROLLMENT, CODE_FIELD, "date", "period", "purpose", "controlTotal"];

pub(super) async fn make_statement(
    State(pages): Pages,
    Path(id): Path<String>,
    form: OnlineBankForm,
) -> PageResult {
    let id = identifier(&id)?;
    let (bank, words) = (&form.bank, Words::of(form.bank.language));
    let typed = Typed::sent(&form, INPUTS.map(str::to_owned));
    let (terms, control_total, mut faults) = read(&typed, words);
    if faults.is_empty() {
        match make(&pages.payroll, &origin_of(&form.bank), id, terms, control_total).await {
            Ok(statement) => return Ok(see_done(&format!("/bank/payroll/{statement}?done=made"))),
            Err(StatementError::Fields(errors)) => {
                faults.extend(errors.iter().map(|error| fault_of(error, words)));
            }
            Err(StatementError::FaultyCells(cells)) => {
                let text = format!("{}: {}. {}", words.faulty_cells, cells.len(), words.faulty_cells_hint);
                faults.push(WrongField { element: "rows", text });
            }
            Err(error) => return Err(error.into()),
        }
    }
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    show::again(&pages, bank, id, status, faults, Some(typed)).await
}

/// Reads the form; what is no value at all is a fault.
fn read(typed: &Typed, words: &Words) -> (RollTerms, Option<Money>, Vec<WrongField>) {
    let mut faults = Vec::new();
    let mut fault = |element: &'static str, text: &str| {
        faults.push(WrongField { element, text: text.to_owned() });
    };
    let date = typed.text("date").parse().ok();
    if date.is_none() && !typed.text("date").is_empty() {
        fault("date", words.wrong_date);
    }
    let income = typed.income();
    if income.is_none() {
        fault(CODE_FIELD, words.wrong_income);
    }
    let period = period(typed.text("period"));
    if period.is_none() && !typed.text("period").is_empty() {
        fault("period", words.wrong_period);
    }
    let control_total = typed::amount(typed.text("controlTotal")).ok().and_then(|amount| amount.positive());
    if control_total.is_none() && !typed.text("controlTotal").is_empty() {
        fault("controlTotal", words.wrong_control_total);
    }
    let purpose = Some(typed.text("purpose").to_owned()).filter(|text| !text.is_empty());
    let account = typed::spaceless(typed.text("account")).parse().ok();
    let terms = RollTerms { account, income: income.unwrap_or_default(), purpose, date, period };
    (terms, control_total, faults)
}

/// Reads a month as `11.2026`.
fn period(text: &str) -> Option<ReportingPeriod> {
    let (month, year) = text.split_once('.')?;
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let fits = (1..=2).contains(&month.len()) && year.len() == 4 && is_digits(month) && is_digits(year);
    let period = ReportingPeriod { year: year.parse().ok()?, month: month.parse().ok()? };
    (fits && (1..=12).contains(&period.month) && period.year >= 1).then_some(period)
}

fn fault_of(error: &FieldError, words: &Words) -> WrongField {
    let (element, text) = match error.field {
        "account" => (error.field, words.wrong_account),
        ENROLLMENT => (error.field, words.wrong_enrollment),
        CODE_FIELD => (error.field, words.wrong_income),
        "purpose" => (error.field, words.wrong_purpose),
        "controlTotal" => (error.field, words.wrong_control_total),
        "number" => ("rows", words.wrong_number),
        _ => ("rows", words.wrong_total),
    };
    WrongField { element, text: text.to_owned() }
}

pub(super) async fn keep(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let id = identifier(&id)?;
    let (bank, words) = (&form.bank, Words::of(form.bank.language));
    let name = form.field("name");
    let problem = match keep_template(&pages.payroll, &origin_of(&form.bank), id, name).await {
        Ok(_) => return Ok(see_done(&format!("/bank/payroll/rolls/{id}?done=kept"))),
        Err(StatementError::Fields(_)) => (StatusCode::UNPROCESSABLE_ENTITY, words.wrong_name),
        Err(StatementError::TooManyRolls) => (StatusCode::CONFLICT, words.too_many_rolls),
        Err(error) => return Err(error.into()),
    };
    let fault = WrongField { element: "name", text: problem.1.to_owned() };
    show::again(&pages, bank, id, problem.0, vec![fault], None).await
}

pub(super) async fn take(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    prepare_and_show(&pages, &form.bank, Source::Template(identifier(&id)?)).await
}

pub(super) async fn copy(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    prepare_and_show(&pages, &form.bank, Source::Statement(identifier(&id)?)).await
}

pub(super) async fn delete(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let id = identifier(&id)?;
    delete_roll(&pages.payroll, &origin_of(&form.bank), id).await?;
    Ok(see_done("/bank/payroll/new?done=deleted"))
}
