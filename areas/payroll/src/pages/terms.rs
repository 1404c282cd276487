//! `/bank/payroll/{id}/terms`: the correction of the statement as a whole, after which it is checked anew.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use http::StatusCode;
use jiff::civil::Date;
use kernel::{Currency, Language};
use pages::{OnlineBank, OnlineBankForm, PageError, Section, see_done, see_other};

use super::words::Words;
use super::words_correcting::Words as OwnWords;
use super::{PayrollPages, identifier, origin, page_error, version};
use crate::correction::{Correction, TermsCorrection};
use crate::identifier::StatementId;
use crate::statement::{CONVERSION_CURRENCIES, CONVERSION_CURRENCIES_MAX, ConversionRate, INCOME_CODES};
use crate::typed;
use crate::work::{self, StatementError};

/// The inputs beside those of rates, each with the field of the interface that it is.
const INPUTS: [(&str, &str); 6] = [
    ("total", "totalAmount"),
    ("transfers_count", "transfersCount"),
    ("date", "date"),
    ("enrollment_code", "enrollmentCode"),
    ("income_code", "incomeCode"),
    ("purpose", "purpose"),
];

/// The names of the inputs of a currency and of its rate.
fn rate_inputs(index: usize) -> [String; 2] {
    [format!("rate_currency_{index}"), format!("rate_{index}")]
}

#[derive(Template)]
#[template(path = "terms.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    id: String,
    version: i64,
    number: i64,
    problem: Option<&'static str>,
    /// Sentences beside inputs: faults, or the value that somebody else has saved meanwhile.
    faults: BTreeMap<String, String>,
    typed: Typed,
    income_codes: Vec<String>,
    /// The names of the inputs of currencies and of their rates.
    rates: Vec<[String; 2]>,
}

impl Content<'_> {
    /// Returns the sentence beside an input.
    fn fault(&self, name: &str) -> Option<&str> {
        self.faults.get(name).map(String::as_str)
    }
}

/// The texts of the form by the names of their inputs: those of the statement, or as they were typed.
struct Typed(BTreeMap<String, String>);

impl Typed {
    fn saved(terms: &TermsCorrection, language: Language) -> Self {
        let number = |number: String| match language {
            Language::Russian => number.replace('.', ","),
            Language::English => number,
        };
        let texts: [String; INPUTS.len()] = [
            number(terms.total.to_string()),
            terms.transfers_count.to_string(),
            terms.date.to_string(),
            terms.enrollment_code.clone(),
            terms.income_code.map(|code| code.to_string()).unwrap_or_default(),
            terms.purpose.clone(),
        ];
        let mut texts: BTreeMap<_, _> =
            INPUTS.iter().zip(texts).map(|((name, _), text)| ((*name).to_owned(), text)).collect();
        let rates = &terms.conversion_rates;
        for index in 0..CONVERSION_CURRENCIES_MAX.max(rates.len()) {
            let [currency, rate] = rates.get(index).map_or_else(Default::default, |rate| {
                [rate.currency.to_string(), number(rate.rate.to_string())]
            });
            texts.extend(rate_inputs(index).into_iter().zip([currency, rate]));
        }
        Self(texts)
    }

    fn sent(form: &OnlineBankForm) -> Self {
        let rates = (0..CONVERSION_CURRENCIES_MAX).flat_map(rate_inputs);
        let names = INPUTS.iter().map(|(name, _)| (*name).to_owned()).chain(rates);
        Self(names.map(|name| (name.clone(), form.field(&name).to_owned())).collect())
    }

    fn text(&self, input: &str) -> &str {
        self.0.get(input).map_or("", String::as_str)
    }

    /// Names those inputs that others have filled in another way, with what they say there.
    fn differing(&self, saved: Self) -> impl Iterator<Item = (String, String)> {
        saved.0.into_iter().filter(|(name, saved)| self.0.get(name).is_some_and(|own| own != saved))
    }

    /// A date input can show no other text than a date.
    fn date_attributes(&self) -> &'static str {
        if self.text("date").parse::<Date>().is_ok() {
            "required type=\"date\""
        } else {
            "required type=\"text\""
        }
    }

    /// Reads the texts.
    ///
    /// # Errors
    /// The names of the inputs that are no number or no date.
    fn read(&self) -> Result<TermsCorrection, Vec<String>> {
        let mut wrong = Vec::new();
        let mut conversion_rates: Vec<ConversionRate> = Vec::new();
        for index in 0..CONVERSION_CURRENCIES_MAX {
            let [code_input, rate_input] = rate_inputs(index);
            let (code, rate) = (self.text(&code_input), self.text(&rate_input));
            if code.is_empty() && rate.is_empty() {
                continue;
            }
            let currency = CONVERSION_CURRENCIES.contains(&code).then(|| code.parse::<Currency>().ok());
            let new = |currency: &Currency| conversion_rates.iter().all(|known| known.currency != *currency);
            let currency = currency.flatten().filter(new);
            let value = ConversionRate::rate_of(&rate.replace(',', "."));
            wrong.extend(currency.is_none().then_some(code_input));
            wrong.extend(value.is_none().then_some(rate_input));
            conversion_rates
                .extend(currency.zip(value).map(|(currency, rate)| ConversionRate { currency, rate }));
        }
        let mut known = |name: &str, is_known: bool| wrong.extend((!is_known).then(|| name.to_owned()));
        let transfers_count = self.text("transfers_count").parse().ok();
        let total = typed::amount(self.text("total")).ok().and_then(|total| total.positive());
        let date = typed::day(self.text("date")).parse().ok();
        let income_code = match self.text("income_code") {
            "" => Some(None),
            code => code.parse().ok().map(Some),
        };
        known("transfers_count", transfers_count.is_some());
        known("total", total.is_some());
        known("date", date.is_some());
        known("income_code", income_code.is_some());
        match (transfers_count, total, date, income_code) {
            (Some(transfers_count), Some(total), Some(date), Some(income_code)) if wrong.is_empty() => {
                Ok(TermsCorrection {
                    transfers_count,
                    total,
                    date,
                    enrollment_code: self.text("enrollment_code").to_owned(),
                    income_code,
                    purpose: self.text("purpose").to_owned(),
                    conversion_rates,
                })
            }
            _ => Err(wrong),
        }
    }
}

/// The reason to show the form again, with what was typed.
struct Again {
    status: StatusCode,
    typed: Typed,
    problem: &'static str,
    /// The names of the inputs that are wrong.
    wrong: Vec<String>,
}

pub(super) async fn get(
    State(pages): State<PayrollPages>,
    Path(id): Path<String>,
    bank: OnlineBank,
) -> Result<Response, PageError> {
    show(&pages, &bank, identifier(&id)?, None).await
}

async fn show(
    pages: &PayrollPages,
    bank: &OnlineBank,
    id: StatementId,
    again: Option<Again>,
) -> Result<Response, PageError> {
    let detail = work::detail(&pages.payroll, &bank.user, &bank.company, id).await.map_err(page_error)?;
    let detail = detail.ok_or(PageError::NotFound)?;
    if !detail.may_correct() {
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    let (words, own) = (Words::of(bank.language), OwnWords::of(bank.language));
    let status = again.as_ref().map_or(StatusCode::OK, |again| again.status);
    let problem = again.as_ref().map(|again| again.problem);
    let saved = Typed::saved(&TermsCorrection::of(&detail.header), bank.language);
    let mut faults = BTreeMap::new();
    let typed = match again {
        Some(again) if status == StatusCode::CONFLICT => {
            let saved = again.typed.differing(saved);
            faults.extend(saved.map(|(name, saved)| (name, format!("{}: {saved}", own.saved_now))));
            if faults.is_empty() {
                // Another click has saved the same.
                return Ok(see_done(&format!("/bank/payroll/{id}?done=corrected")));
            }
            again.typed
        }
        Some(again) => {
            let wrong = again.wrong.into_iter();
            faults.extend(wrong.map(|name| {
                let text = own.fault_of_terms(&name).to_owned();
                (name, text)
            }));
            again.typed
        }
        None => saved,
    };
    let content = Content {
        rates: (0..(typed.0.len() - INPUTS.len()) / 2).map(rate_inputs).collect(),
        words,
        csrf: &bank.csrf,
        id: id.to_string(),
        version: detail.header.version,
        number: detail.header.number,
        problem,
        faults,
        typed,
        income_codes: INCOME_CODES.map(|code| code.to_string()).collect(),
    };
    bank.page_with(status, Section::Payroll, words.terms_title, &content)
}

pub(super) async fn post(
    State(pages): State<PayrollPages>,
    Path(id): Path<String>,
    form: OnlineBankForm,
) -> Result<Response, PageError> {
    let (id, version) = (identifier(&id)?, version(&form)?);
    let (words, own) = (Words::of(form.bank.language), OwnWords::of(form.bank.language));
    let typed = Typed::sent(&form);
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    let terms = match typed.read() {
        Ok(terms) => terms,
        Err(wrong) => {
            let again = Again { status, typed, problem: words.terms_not_read, wrong };
            return show(&pages, &form.bank, id, Some(again)).await;
        }
    };
    let correction = Correction { terms: Some(terms), transfers: Vec::new() };
    let company = &form.bank.company;
    let again = match work::correct(&pages.payroll, &origin(&form), company, id, version, correction).await {
        Ok(()) => return Ok(see_done(&format!("/bank/payroll/{id}?done=corrected"))),
        Err(StatementError::Fields(faults)) => {
            let wrong = faults.iter().map(|fault| input(fault.field).to_owned()).collect();
            Again { status, typed, problem: words.terms_refused, wrong }
        }
        Err(StatementError::Changed) => {
            let status = StatusCode::CONFLICT;
            Again { status, typed, problem: own.terms_changed, wrong: Vec::new() }
        }
        Err(error) => return Err(page_error(error)),
    };
    show(&pages, &form.bank, id, Some(again)).await
}

/// Returns the input of a field of the interface.
fn input(field: &str) -> &str {
    INPUTS.iter().find(|(_, known)| *known == field).map_or(field, |(name, _)| name)
}
