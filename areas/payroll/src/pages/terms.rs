//! `/bank/payroll/{id}/terms`: the correction of the statement as a whole, after which it is checked anew.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use kernel::Currency;
use pages::{OnlineBank, OnlineBankForm, PageError, Section, see_done, see_other};

use super::words::Words;
use super::{PayrollPages, identifier, origin, page_error, version};
use crate::correction::{Correction, TermsCorrection};
use crate::identifier::StatementId;
use crate::statement::{CONVERSION_CURRENCIES, CONVERSION_CURRENCIES_MAX, ConversionRate, INCOME_CODES};
use crate::typed;
use crate::work::{self, StatementError};

#[derive(Template)]
#[template(path = "terms.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    id: String,
    version: i64,
    number: i64,
    problem: Option<String>,
    transfers_count: i64,
    total: String,
    date: String,
    enrollment_code: String,
    income_codes: Vec<(i64, bool)>,
    purpose: String,
    rates: Vec<(String, String)>,
}

pub(super) async fn get(
    State(pages): State<PayrollPages>,
    Path(id): Path<String>,
    bank: OnlineBank,
) -> Result<Response, PageError> {
    show(&pages, &bank, identifier(&id)?, None, None).await
}

async fn show(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: StatementId,
    typed: Option<TermsCorrection>,
    problem: Option<&'static str>,
) -> Result<Response, PageError> {
    let detail = work::detail(&pages.payroll, &bank.user, &bank.company, id).await.map_err(page_error)?;
    let detail = detail.ok_or(PageError::NotFound)?;
    if !detail.may_correct() {
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    let words = Words::of(bank.language);
    let terms = typed.unwrap_or_else(|| TermsCorrection::of(&detail.header));
    let mut rates: Vec<(String, String)> = terms
        .conversion_rates
        .iter()
        .map(|rate| (rate.currency.to_string(), rate.rate.to_string()))
        .collect();
    rates.resize(CONVERSION_CURRENCIES_MAX.max(rates.len()), (String::new(), String::new()));
    let content = Content {
        words,
        csrf: &bank.csrf,
        id: id.to_string(),
        version: detail.header.version,
        number: detail.header.number,
        problem: problem.map(str::to_owned),
        transfers_count: terms.transfers_count,
        total: terms.total.to_string(),
        date: terms.date.to_string(),
        enrollment_code: terms.enrollment_code,
        income_codes: INCOME_CODES.map(|code| (code, terms.income_code == Some(code))).collect(),
        purpose: terms.purpose,
        rates,
    };
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    bank.page_with(status, Section::Payroll, words.terms_title, &content)
}

pub(super) async fn post(
    State(pages): State<PayrollPages>,
    Path(id): Path<String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (id, version) = (identifier(&id)?, version(&form)?);
    let words = Words::of(form.bank.language);
    let Some(terms) = read(&form) else {
        return show(&pages, &form.bank, id, None, Some(words.terms_not_read)).await;
    };
    let correction = Correction { terms: Some(terms.clone()), transfers: Vec::new() };
    let company = &form.bank.company;
    match work::correct(&pages.payroll, &origin(&form), company, id, version, correction).await {
        Ok(()) => Ok(see_done(&format!("/bank/payroll/{id}?done=corrected"))),
        Err(StatementError::Fields(_)) => {
            show(&pages, &form.bank, id, Some(terms), Some(words.terms_refused)).await
        }
        Err(error) => Err(page_error(error)),
    }
}

/// Reads the form; `None` when a number or a date is none.
fn read(form: &OnlineBankForm) -> Option<TermsCorrection> {
    let income_code = match form.field("income_code") {
        "" => None,
        code => Some(code.parse().ok()?),
    };
    let mut conversion_rates = Vec::new();
    for index in 0..CONVERSION_CURRENCIES_MAX {
        let (currency, rate) = (format!("rate_currency_{index}"), format!("rate_{index}"));
        let (currency, rate) = (form.field(&currency), form.field(&rate));
        if currency.is_empty() && rate.is_empty() {
            continue;
        }
        let currency: Currency =
            CONVERSION_CURRENCIES.contains(&currency).then(|| currency.parse().ok()).flatten()?;
        let rate = ConversionRate::rate_of(&rate.replace(',', "."))?;
        if conversion_rates.iter().any(|known: &ConversionRate| known.currency == currency) {
            return None;
        }
        conversion_rates.push(ConversionRate { currency, rate });
    }
    Some(TermsCorrection {
        transfers_count: form.field("transfers_count").parse().ok()?,
        total: typed::amount(form.field("total")).ok()?.positive()?,
        date: form.field("date").parse().ok()?,
        enrollment_code: form.field("enrollment_code").to_owned(),
        income_code,
        purpose: form.field("purpose").to_owned(),
        conversion_rates,
    })
}
