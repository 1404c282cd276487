//! `/bank/payroll/{id}/transfers/{line}`: the correction of one transfer, after which the statement is checked anew.

use askama::Template;
use axum::extract::{Path, State};
use edge::QueryList;
use http::StatusCode;
use kernel::Language;
use pages::{OnlineBank, OnlineBankForm, PageError, PageResult, Section, see_done, see_other};

use super::figures::told;
use super::words::Words;
use super::{Pages, PayrollPages, identifier, origin_of, version};
use crate::catalogue::Reason;
use crate::identifier::StatementId;
use crate::roll::{Column, cell};
use crate::statement::{CONVERSION_CURRENCIES_MAX, StatementHeader};
use crate::transfer::{Conversion, FIELDS, FIELDS_COUNT, FieldValue, Kind, Sort, Transfer};
use crate::typed::{amount, day, spaceless};
use crate::work::{self, RowCorrection, StatementError, TransferRow};

#[derive(Template)]
#[template(path = "transfer.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    header: &'a StatementHeader,
    version: i64,
    line: i64,
    done: Option<&'static str>,
    problem: Option<&'static str>,
    found: Vec<Found>,
    /// The place of the transfer among those with errors, and their number.
    fault: Option<(i64, i64)>,
    has_next: bool,
    fields: Vec<Field>,
}

/// Something that the checks found, and the input that it is about.
struct Found {
    input: Option<&'static str>,
    text: String,
}

struct Field {
    name: String,
    label: &'static str,
    value: String,
    kind: &'static str,
    is_faulty: bool,
    /// True when the typed text could not be read.
    is_unread: bool,
    /// The value that somebody else has saved meanwhile, where it is another one.
    saved: Option<String>,
}

/// The reason to show the form again, with what was typed.
struct Again<'f> {
    status: StatusCode,
    problem: &'static str,
    form: &'f OnlineBankForm,
    wrong: Option<String>,
}

pub(super) async fn get(
    State(pages): Pages,
    Path((id, line)): Path<(String, String)>,
    bank: OnlineBank,
    query: QueryList<PageError>,
) -> PageResult {
    let (id, line) = (identifier(&id)?, line_of(&line)?);
    let row = row(&pages, &bank, id, line).await?;
    let done = query.single("done")?.and_then(|done| Words::of(bank.language).done(done));
    show(&bank, &row, done, None)
}

fn line_of(text: &str) -> Result<i64, PageError> {
    text.parse().ok().filter(|line| (1..=i64::from(i32::MAX)).contains(line)).ok_or(PageError::NotFound)
}

async fn row(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: StatementId,
    line: i64,
) -> Result<TransferRow, PageError> {
    Ok(work::transfer_row(&pages.payroll, &origin_of(bank), id, line).await?)
}

fn show(
    bank: &OnlineBank,
    row: &TransferRow,
    done: Option<&'static str>,
    again: Option<Again<'_>>,
) -> PageResult {
    let id = row.header.id;
    if !row.may_correct {
        // Corrected meanwhile, or not this person's to correct: the statement's page tells.
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    let words = Words::of(bank.language);
    let transfer = &row.row.transfer;
    let found = |reason: &Reason| Found {
        input: Column::of_code(reason.code).map(Column::input),
        text: told(reason, bank.language),
    };
    let found: Vec<Found> = row.row.seen.findings.iter().map(found).collect();
    let mut fields = fields(transfer, words, bank.language);
    for field in &mut fields {
        field.is_faulty = found.iter().any(|found| found.input == Some(field.name.as_str()));
        if let Some(again) = &again {
            field.is_unread = again.wrong.as_deref() == Some(field.name.as_str());
            let typed = again.form.field(&field.name).to_owned();
            let saved = std::mem::replace(&mut field.value, typed);
            field.saved =
                Some(saved).filter(|saved| *saved != field.value && again.status == StatusCode::CONFLICT);
        }
    }
    let content = Content {
        words,
        csrf: &bank.csrf,
        header: &row.header,
        version: row.row.version,
        line: transfer.line,
        done,
        problem: again.as_ref().map(|again| again.problem),
        found,
        fault: row.fault,
        has_next: row.next_fault.is_some(),
        fields,
    };
    let status = again.map_or(StatusCode::OK, |again| again.status);
    bank.page_with(status, Section::Payroll, words.correct_title, &content)
}

fn fields(transfer: &Transfer, words: &'static Words, language: Language) -> Vec<Field> {
    let mut fields = Vec::new();
    for ((of, label), value) in FIELDS.iter().zip(words.fields.into_list()).zip(transfer.values()) {
        match value {
            FieldValue::Conversions(conversions) => {
                fields.extend(conversion_fields(conversions, label, words));
            }
            value => fields.push(field(of.name.to_owned(), label, cell(value, language), input(of.kind))),
        }
    }
    fields
}

const fn field(name: String, label: &'static str, value: String, kind: &'static str) -> Field {
    Field { name, label, value, kind, is_faulty: false, is_unread: false, saved: None }
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
            field(format!("percent_{index}"), label, percent, "number"),
            field(format!("currency_{index}"), words.conversion_currency, currency, "text"),
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
    State(pages): Pages,
    Path((id, line)): Path<(String, String)>,
    form: OnlineBankForm,
) -> PageResult {
    let (id, line) = (identifier(&id)?, line_of(&line)?);
    let bank = &form.bank;
    let words = Words::of(bank.language);
    let seen_version = version(&form)?;
    let old = row(&pages, bank, id, line).await?;
    let again = |status, problem| Again { status, problem, form: &form, wrong: None };
    let transfer = match read(&form, &old.row.transfer) {
        Ok(transfer) => transfer,
        Err((input, problem)) => {
            let again = again(StatusCode::UNPROCESSABLE_ENTITY, problem);
            return show(bank, &old, None, Some(Again { wrong: Some(input), ..again }));
        }
    };
    let correction = vec![RowCorrection { seen_version, transfer: transfer.clone() }];
    let wants_next = form.field("then") == "next";
    match work::correct_rows(&pages.payroll, &origin_of(&form.bank), id, correction).await {
        Ok(()) => Ok(see_done(&next_page(id, &old, wants_next))),
        Err(StatementError::Fields(faults)) => {
            let wrong = FIELDS.iter().find(|field| faults.iter().any(|fault| fault.field == field.wire_name));
            let again = again(StatusCode::UNPROCESSABLE_ENTITY, words.too_long);
            show(bank, &old, None, Some(Again { wrong: wrong.map(|field| field.name.to_owned()), ..again }))
        }
        Err(StatementError::RowsChanged(_)) => {
            let now = row(&pages, bank, id, line).await?;
            if now.row.transfer == transfer {
                // Another click has saved the same, which may be written in another way than the page writes it.
                return Ok(see_done(&next_page(id, &now, wants_next)));
            }
            show(bank, &now, None, Some(again(StatusCode::CONFLICT, words.row_changed)))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the page after a correction: the next transfer with errors when one is wanted and there, else the statement.
fn next_page(id: StatementId, corrected: &TransferRow, wants_next: bool) -> String {
    match corrected.next_fault.filter(|_| wants_next) {
        Some(line) => format!("/bank/payroll/{id}/transfers/{line}?done=saved"),
        None => format!("/bank/payroll/{id}?done=corrected"),
    }
}

/// Returns the transfer that the form describes, when what must be a whole number is one and it is clear how much each
/// amount is. Everything else is for the checks, which tell what is wrong with it.
///
/// # Errors
/// The name of the input, and what is wrong with it.
fn read(form: &OnlineBankForm, old: &Transfer) -> Result<Transfer, (String, &'static str)> {
    let language = form.bank.language;
    let Words { not_numbers, unclear_mark, .. } = *Words::of(language);
    let mut values = [const { FieldValue::Absent }; FIELDS_COUNT];
    for (field, value) in FIELDS.iter().zip(&mut values) {
        let typed = form.field(field.name);
        let wrong = |problem| (field.name.to_owned(), problem);
        *value = match field.kind.sort() {
            Sort::Conversions => {
                FieldValue::Conversions(conversions(form, old).map_err(|input| (input, not_numbers))?)
            }
            _ if typed.is_empty() && !field.is_required => FieldValue::Absent,
            Sort::Text if input(field.kind) == "digits" => FieldValue::Text(spaceless(typed)),
            Sort::Text if field.kind == Kind::PastDay => FieldValue::Text(day(typed)),
            Sort::Text => FieldValue::Text(typed.to_owned()),
            Sort::Integer => FieldValue::Integer(typed.parse().map_err(|_| wrong(not_numbers))?),
            Sort::Amount => FieldValue::Amount(amount(typed).map_err(|_| wrong(unclear_mark))?),
        };
    }
    Transfer::from_values(old.line, values).ok_or_else(|| (String::new(), not_numbers))
}

/// Reads the conversions; the error names an input that is no whole number.
fn conversions(form: &OnlineBankForm, old: &Transfer) -> Result<Vec<Conversion>, String> {
    let mut conversions = Vec::new();
    for index in 0..CONVERSION_CURRENCIES_MAX.max(old.conversion.len()) {
        let name = format!("percent_{index}");
        let percent = form.field(&name);
        let currency = form.field(&format!("currency_{index}"));
        if !(percent.is_empty() && currency.is_empty()) {
            let percent = percent.parse().map_err(|_| name)?;
            conversions.push(Conversion { percent, currency: currency.to_owned() });
        }
    }
    Ok(conversions)
}
