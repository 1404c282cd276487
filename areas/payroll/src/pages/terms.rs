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
    income_codes: Vec<i64>,
    /// The name and the value of an input for a currency, and of one for its rate.
    rates: Vec<(String, String, String, String)>,
}

impl Content<'_> {
    /// Returns the sentence beside an input.
    fn fault(&self, name: &str) -> Option<&str> {
        self.faults.get(name).map(String::as_str)
    }
}

/// The texts of the form: those of the statement, or as they were typed.
struct Typed {
    transfers_count: String,
    total: String,
    date: String,
    enrollment_code: String,
    income_code: String,
    purpose: String,
    /// Currency and rate.
    rates: Vec<(String, String)>,
}

impl Typed {
    fn of(terms: &TermsCorrection, language: Language) -> Self {
        let number = |number: String| match language {
            Language::Russian => number.replace('.', ","),
            Language::English => number,
        };
        let rate = |rate: &ConversionRate| (rate.currency.to_string(), number(rate.rate.to_string()));
        let mut rates: Vec<_> = terms.conversion_rates.iter().map(rate).collect();
        rates.resize(CONVERSION_CURRENCIES_MAX.max(rates.len()), (String::new(), String::new()));
        Self {
            transfers_count: terms.transfers_count.to_string(),
            total: number(terms.total.to_string()),
            date: terms.date.to_string(),
            enrollment_code: terms.enrollment_code.clone(),
            income_code: terms.income_code.map(|code| code.to_string()).unwrap_or_default(),
            purpose: terms.purpose.clone(),
            rates,
        }
    }

    /// Names those inputs that others have filled in another way, with what they say there.
    fn differing(&self, saved: Self) -> Vec<(String, String)> {
        let mut inputs = vec![
            ("total".to_owned(), &self.total, saved.total),
            ("transfers_count".to_owned(), &self.transfers_count, saved.transfers_count),
            ("date".to_owned(), &self.date, saved.date),
            ("enrollment_code".to_owned(), &self.enrollment_code, saved.enrollment_code),
            ("income_code".to_owned(), &self.income_code, saved.income_code),
            ("purpose".to_owned(), &self.purpose, saved.purpose),
        ];
        for (index, (own, saved)) in self.rates.iter().zip(saved.rates).enumerate() {
            inputs.push((format!("rate_currency_{index}"), &own.0, saved.0));
            inputs.push((format!("rate_{index}"), &own.1, saved.1));
        }
        let differ = inputs.into_iter().filter(|(_, own, saved)| *own != saved);
        differ.map(|(name, _, saved)| (name, saved)).collect()
    }

    /// Tells whether a date input can show the date; another text stays in an input of text.
    fn is_date(&self) -> bool {
        self.date.parse::<Date>().is_ok()
    }

    fn sent(form: &OnlineBankForm) -> Self {
        let field = |name: &str| form.field(name).to_owned();
        let rate = |index| (field(&format!("rate_currency_{index}")), field(&format!("rate_{index}")));
        Self {
            transfers_count: field("transfers_count"),
            total: field("total"),
            date: field("date"),
            enrollment_code: field("enrollment_code"),
            income_code: field("income_code"),
            purpose: field("purpose"),
            rates: (0..CONVERSION_CURRENCIES_MAX).map(rate).collect(),
        }
    }

    /// Reads the texts.
    ///
    /// # Errors
    /// The names of the inputs that are no number or no date.
    fn read(&self) -> Result<TermsCorrection, Vec<String>> {
        let mut wrong = Vec::new();
        let mut conversion_rates: Vec<ConversionRate> = Vec::new();
        for (index, (code, rate)) in self.rates.iter().enumerate() {
            if code.is_empty() && rate.is_empty() {
                continue;
            }
            let currency =
                CONVERSION_CURRENCIES.contains(&code.as_str()).then(|| code.parse::<Currency>().ok());
            let new = |currency: &Currency| conversion_rates.iter().all(|known| known.currency != *currency);
            let currency = currency.flatten().filter(new);
            let value = ConversionRate::rate_of(&rate.replace(',', "."));
            wrong.extend(currency.is_none().then(|| format!("rate_currency_{index}")));
            wrong.extend(value.is_none().then(|| format!("rate_{index}")));
            conversion_rates
                .extend(currency.zip(value).map(|(currency, rate)| ConversionRate { currency, rate }));
        }
        let mut known = |name: &str, is_known: bool| wrong.extend((!is_known).then(|| name.to_owned()));
        let transfers_count = self.transfers_count.parse().ok();
        let total = typed::amount(&self.total).ok().and_then(|total| total.positive());
        let date = typed::day(&self.date).parse().ok();
        let income_code = match self.income_code.as_str() {
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
                    enrollment_code: self.enrollment_code.clone(),
                    income_code,
                    purpose: self.purpose.clone(),
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
    let saved = Typed::of(&TermsCorrection::of(&detail.header), bank.language);
    let mut faults = BTreeMap::new();
    let typed = match again {
        Some(again) if status == StatusCode::CONFLICT => {
            let saved = again.typed.differing(saved).into_iter();
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
    let rate = |(index, (currency, rate)): (usize, &(String, String))| {
        (format!("rate_currency_{index}"), currency.clone(), format!("rate_{index}"), rate.clone())
    };
    let content = Content {
        rates: typed.rates.iter().enumerate().map(rate).collect(),
        words,
        csrf: &bank.csrf,
        id: id.to_string(),
        version: detail.header.version,
        number: detail.header.number,
        problem,
        faults,
        typed,
        income_codes: INCOME_CODES.collect(),
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
    match field {
        "transfersCount" => "transfers_count",
        "totalAmount" => "total",
        "incomeCode" => "income_code",
        "enrollmentCode" => "enrollment_code",
        field => field,
    }
}
