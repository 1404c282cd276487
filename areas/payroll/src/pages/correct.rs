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
use crate::transfer::{Conversion, SentAmount, Transfer};
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
    let field = |name: &str, label, value: &str, kind| Field {
        name: name.to_owned(),
        label,
        value: value.to_owned(),
        kind,
    };
    let optional = |value: &Option<String>| value.clone().unwrap_or_default();
    let amount = |amount: Option<&SentAmount>| amount.map(SentAmount::text).unwrap_or_default();
    let mut fields = vec![
        field("last_name", words.last_name, &transfer.last_name, "text"),
        field("first_name", words.first_name, &transfer.first_name, "text"),
        field("middle_name", words.middle_name, &optional(&transfer.middle_name), "text"),
        field("order_number", words.order_number, &transfer.order_number.to_string(), "number"),
        field("amount", words.amount, &amount(Some(&transfer.amount)), "decimal"),
        field("currency", words.currency, &transfer.currency, "text"),
        field("account", words.employee_account, &transfer.account, "digits"),
        field("bic", words.bic, &optional(&transfer.bic), "digits"),
        field("card_number", words.card_number, &optional(&transfer.card_number), "digits"),
        field("personnel_number", words.personnel_number, &optional(&transfer.personnel_number), "text"),
        field("birth_date", words.birth_date, &optional(&transfer.birth_date), "text"),
        field("deduction", words.deduction, &amount(transfer.deduction.as_ref()), "decimal"),
    ];
    for index in 0..CONVERSION_CURRENCIES_MAX.max(transfer.conversion.len()) {
        let part = transfer.conversion.get(index);
        let percent = part.map(|part| part.percent.to_string()).unwrap_or_default();
        let currency = part.map(|part| part.currency.clone()).unwrap_or_default();
        fields.push(field(&format!("percent_{index}"), words.percent, &percent, "number"));
        fields.push(field(&format!("currency_{index}"), words.conversion_currency, &currency, "text"));
    }
    fields
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
    let text = |name: &str| form.field(name).to_owned();
    let optional = |name: &str| Some(text(name)).filter(|text| !text.is_empty());
    let mut conversion = Vec::new();
    for index in 0..CONVERSION_CURRENCIES_MAX.max(old.conversion.len()) {
        let percent = text(&format!("percent_{index}"));
        let currency = text(&format!("currency_{index}"));
        if !(percent.is_empty() && currency.is_empty()) {
            conversion.push(Conversion { percent: percent.parse().ok()?, currency });
        }
    }
    Some(Transfer {
        line: old.line,
        order_number: form.field("order_number").parse().ok()?,
        last_name: text("last_name"),
        first_name: text("first_name"),
        middle_name: optional("middle_name"),
        amount: amount(form.field("amount")),
        account: spaceless(form.field("account")),
        currency: text("currency"),
        personnel_number: optional("personnel_number"),
        birth_date: optional("birth_date"),
        bic: optional("bic").map(|bic| spaceless(&bic)),
        card_number: optional("card_number").map(|number| spaceless(&number)),
        conversion,
        deduction: optional("deduction").map(|deduction| amount(&deduction)),
    })
}

/// Returns an amount as people type it: spaces between the thousands, a comma before the kopecks.
pub(super) fn amount(typed: &str) -> SentAmount {
    SentAmount::from_lexeme(&spaceless(typed).replace(',', "."))
}

fn spaceless(typed: &str) -> String {
    typed.chars().filter(|letter| !letter.is_whitespace()).collect()
}
