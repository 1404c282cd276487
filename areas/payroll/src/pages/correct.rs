//! `/bank/payroll/{id}/transfers/{line}`: the correction of one transfer, after which the statement is checked anew.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use pages::{OnlineBank, OnlineBankForm, PageError, Section, see_other};

use super::words::Words;
use super::{PayrollPages, identifier, origin, page_error, version};
use crate::catalogue::Reason;
use crate::correction::Correction;
use crate::identifier::StatementId;
use crate::statement::CONVERSION_CURRENCIES_MAX;
use crate::transfer::{Conversion, FIELDS, FIELDS_COUNT, FieldValue, Kind, SentAmount, Sort, Transfer};
use crate::work::{self, StatementError, Transfers};

#[derive(Template)]
#[template(path = "transfer.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    id: String,
    version: i64,
    number: i64,
    line: i64,
    problem: Option<String>,
    found: Vec<String>,
    fields: Vec<Field>,
}

/// One field of the form.
struct Field {
    name: String,
    label: &'static str,
    value: String,
    kind: &'static str,
}

pub(super) async fn get(
    State(pages): State<PayrollPages>,
    Path((id, line)): Path<(String, String)>,
    bank: OnlineBank,
) -> Result<Response, PageError> {
    let (id, line) = (identifier(&id)?, line_of(&line)?);
    let (transfer, found) = transfer(&pages, &bank, id, line).await?;
    show(&pages, &bank, id, &transfer, &found, None).await
}

fn line_of(text: &str) -> Result<i64, PageError> {
    text.parse().ok().filter(|line| (1..=i64::from(i32::MAX)).contains(line)).ok_or(PageError::NotFound)
}

/// Returns the transfer as it stands, and what is wrong with it.
async fn transfer(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: StatementId,
    line: i64,
) -> Result<(Transfer, Vec<Reason>), PageError> {
    let (user, company) = (&bank.user, &bank.company);
    let one = work::transfers(&pages.payroll, user, company, id, Transfers::All, line - 1, 1).await;
    let one = one.map_err(page_error)?.pop().ok_or(PageError::NotFound)?;
    Ok((one.transfer, one.seen.findings))
}

async fn show(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: StatementId,
    transfer: &Transfer,
    found: &[Reason],
    problem: Option<String>,
) -> Result<Response, PageError> {
    let detail = work::detail(&pages.payroll, &bank.user, &bank.company, id).await.map_err(page_error)?;
    let detail = detail.ok_or(PageError::NotFound)?;
    if !detail.may_correct() {
        // Corrected meanwhile, or not this person's to correct: the statement's page tells.
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    let words = Words::of(bank.language);
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let content = Content {
        words,
        csrf: &bank.csrf,
        id: id.to_string(),
        version: detail.header.version,
        number: detail.header.number,
        line: transfer.line,
        problem,
        found: found.iter().map(|reason| reason.message(bank.language)).collect(),
        fields: fields(transfer, words),
    };
    bank.page_with(status, Section::Payroll, words.correct_title, &content)
}

fn fields(transfer: &Transfer, words: &'static Words) -> Vec<Field> {
    let mut fields = Vec::new();
    for ((field, label), value) in FIELDS.iter().zip(words.fields.into_list()).zip(transfer.values()) {
        let value = match value {
            FieldValue::Absent => String::new(),
            FieldValue::Text(text) => text.to_owned(),
            FieldValue::Integer(integer) => integer.to_string(),
            FieldValue::Amount(amount) => amount.text(),
            FieldValue::Conversions(conversions) => {
                fields.extend(conversion_fields(conversions, label, words));
                continue;
            }
        };
        fields.push(Field { name: field.name.to_owned(), label, value, kind: input(field.kind) });
    }
    fields
}

/// Returns two inputs for each conversion: the percentage, under the field's own label, and the currency.
fn conversion_fields(
    conversions: &[Conversion],
    label: &'static str,
    words: &'static Words,
) -> impl Iterator<Item = Field> {
    (0..CONVERSION_CURRENCIES_MAX.max(conversions.len())).flat_map(move |index| {
        let part = conversions.get(index);
        let percent = part.map(|part| part.percent.to_string()).unwrap_or_default();
        let currency = part.map(|part| part.currency.clone()).unwrap_or_default();
        [
            Field { name: format!("percent_{index}"), label, value: percent, kind: "number" },
            Field {
                name: format!("currency_{index}"),
                label: words.conversion_currency,
                value: currency,
                kind: "text",
            },
        ]
    })
}

/// Returns the sort of input that the template knows.
const fn input(kind: Kind) -> &'static str {
    match kind {
        Kind::Text { .. } | Kind::PastDay | Kind::Currency | Kind::Conversions => "text",
        Kind::Digits { .. } | Kind::Account => "digits",
        Kind::Integer { .. } => "number",
        Kind::Amount => "decimal",
    }
}

pub(super) async fn post(
    State(pages): State<PayrollPages>,
    Path((id, line)): Path<(String, String)>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (id, line, version) = (identifier(&id)?, line_of(&line)?, version(&form)?);
    let words = Words::of(form.bank.language);
    let (old, found) = transfer(&pages, &form.bank, id, line).await?;
    let Some(transfer) = read(&form, &old) else {
        return show(&pages, &form.bank, id, &old, &found, Some(words.not_numbers.to_owned())).await;
    };
    let correction = Correction { terms: None, transfers: vec![transfer.clone()] };
    let company = &form.bank.company;
    match work::correct(&pages.payroll, &origin(&form), company, id, version, correction).await {
        Ok(()) => Ok(see_other(&format!("/bank/payroll/{id}?done=corrected"))),
        Err(StatementError::Fields(_)) => {
            show(&pages, &form.bank, id, &transfer, &found, Some(words.too_long.to_owned())).await
        }
        Err(error) => Err(page_error(error)),
    }
}

/// Returns the transfer that the form describes; `None` when what must be a whole number is none. Everything else is
/// for the checks, which tell what is wrong with it.
fn read(form: &OnlineBankForm, old: &Transfer) -> Option<Transfer> {
    let mut values = [const { FieldValue::Absent }; FIELDS_COUNT];
    for (field, value) in FIELDS.iter().zip(&mut values) {
        let typed = form.field(field.name);
        *value = match field.kind.sort() {
            Sort::Conversions => FieldValue::Conversions(conversions(form, old)?),
            _ if typed.is_empty() && !field.is_required => FieldValue::Absent,
            Sort::Text if input(field.kind) == "digits" => FieldValue::Text(spaceless(typed)),
            Sort::Text => FieldValue::Text(typed.to_owned()),
            Sort::Integer => FieldValue::Integer(typed.parse().ok()?),
            Sort::Amount => FieldValue::Amount(amount(typed)),
        };
    }
    Transfer::from_values(old.line, values)
}

fn conversions(form: &OnlineBankForm, old: &Transfer) -> Option<Vec<Conversion>> {
    let mut conversions = Vec::new();
    for index in 0..CONVERSION_CURRENCIES_MAX.max(old.conversion.len()) {
        let percent = form.field(&format!("percent_{index}"));
        let currency = form.field(&format!("currency_{index}"));
        if !(percent.is_empty() && currency.is_empty()) {
            conversions.push(Conversion { percent: percent.parse().ok()?, currency: currency.to_owned() });
        }
    }
    Some(conversions)
}

/// Returns an amount as people type it: spaces between the thousands, a comma before the kopecks.
pub(super) fn amount(typed: &str) -> SentAmount {
    SentAmount::from_lexeme(&spaceless(typed).replace(',', "."))
}

fn spaceless(typed: &str) -> String {
    typed.chars().filter(|letter| !letter.is_whitespace()).collect()
}
