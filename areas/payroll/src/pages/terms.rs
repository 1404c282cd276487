//! `/bank/payroll/{id}/terms`: the correction of the statement as a whole, after which it is checked anew.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Path, State};
use http::StatusCode;
use jiff::civil::Date;
use kernel::{Currency, Language};
use pages::{OnlineBank, OnlineBankForm, PageResult, Section, see_done, see_other};

use super::figures::number;
use super::inputs::{ENROLLMENT, IncomeChoices, Typed};
use super::words::Words;
use super::{Pages, PayrollPages, detail_of, identifier, origin_of, version};
use crate::correction::TermsCorrection;
use crate::identifier::StatementId;
use crate::income::CODE_FIELD;
use crate::statement::{CONVERSION_CURRENCIES, CONVERSION_CURRENCIES_MAX, ConversionRate, StatementHeader};
use crate::typed;
use crate::work::{self, StatementError};

/// An input, and what it should have.
type Input = (&'static str, fn(&Words) -> &'static str);

/// The inputs beside those of rates.
const INPUTS: [Input; 6] = [
    ("totalAmount", |words| words.total_fault),
    ("transfersCount", |words| words.count_fault),
    ("date", |words| words.date_fault),
    (ENROLLMENT, |words| words.enrollment_fault),
    (CODE_FIELD, |words| words.income_fault),
    ("purpose", |words| words.purpose_fault),
];

fn rate_inputs(index: usize) -> [String; 2] {
    [format!("rate_currency_{index}"), format!("rate_{index}")]
}

#[derive(Template)]
#[template(path = "terms.html")]
struct Content<'a> {
    words: &'static Words,
    csrf: &'a str,
    header: &'a StatementHeader,
    problem: Option<&'static str>,
    /// Sentences beside inputs: faults, or the value that somebody else has saved meanwhile.
    faults: BTreeMap<String, String>,
    typed: Typed,
    income: IncomeChoices,
    /// The names of the inputs of currencies and of their rates.
    rates: Vec<[String; 2]>,
}

impl Content<'_> {
    fn fault(&self, name: &str) -> Option<&str> {
        self.faults.get(name).map(String::as_str)
    }
}

fn saved(terms: &TermsCorrection, language: Language) -> Typed {
    let others = [
        ("totalAmount", number(&terms.total.to_string(), language)),
        ("transfersCount", terms.transfers_count.to_string()),
        ("date", terms.date.to_string()),
        ("purpose", terms.purpose.clone()),
    ];
    let mut typed = Typed::saved(&terms.income, others);
    let rates = &terms.conversion_rates;
    for index in 0..CONVERSION_CURRENCIES_MAX.max(rates.len()) {
        let [currency, rate] = rates.get(index).map_or_else(Default::default, |rate| {
            [rate.currency.to_string(), number(&rate.rate.to_string(), language)]
        });
        typed.0.extend(rate_inputs(index).into_iter().zip([currency, rate]));
    }
    typed
}

fn names() -> impl Iterator<Item = String> {
    let rates = (0..CONVERSION_CURRENCIES_MAX).flat_map(rate_inputs);
    INPUTS.iter().map(|(name, _)| (*name).to_owned()).chain(rates)
}

fn fault_of(words: &Words, input: &str) -> &'static str {
    match INPUTS.iter().find(|(name, _)| *name == input) {
        Some((_, fault)) => fault(words),
        None if input.starts_with("rate_currency") => words.currency_fault,
        None => words.rate_fault,
    }
}

impl Typed {
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

    /// Reads the texts; the error names the inputs that are no number or no date.
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
        let transfers_count = self.text("transfersCount").parse().ok();
        let total = typed::amount(self.text("totalAmount")).ok().and_then(|total| total.positive());
        let date = typed::day(self.text("date")).parse().ok();
        let income = self.income();
        known("transfersCount", transfers_count.is_some());
        known("totalAmount", total.is_some());
        known("date", date.is_some());
        known(CODE_FIELD, income.is_some());
        match (transfers_count, total, date, income) {
            (Some(transfers_count), Some(total), Some(date), Some(income)) if wrong.is_empty() => {
                Ok(TermsCorrection {
                    transfers_count,
                    total,
                    date,
                    income,
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
    wrong: Vec<String>,
}

pub(super) async fn get(State(pages): Pages, Path(id): Path<String>, bank: OnlineBank) -> PageResult {
    show(&pages, &bank, identifier(&id)?, None).await
}

async fn show(pages: &PayrollPages, bank: &OnlineBank, id: StatementId, again: Option<Again>) -> PageResult {
    let detail = detail_of(pages, bank, id).await?;
    if !detail.may_correct() {
        return Ok(see_other(&format!("/bank/payroll/{id}")));
    }
    let words = Words::of(bank.language);
    let status = again.as_ref().map_or(StatusCode::OK, |again| again.status);
    let problem = again.as_ref().map(|again| again.problem);
    let now = TermsCorrection::of(&detail.header);
    let saved = saved(&now, bank.language);
    let mut faults = BTreeMap::new();
    let typed = match again {
        Some(again) if status == StatusCode::CONFLICT => {
            if again.typed.read().is_ok_and(|typed| typed == now) {
                // Another click has saved the same, which may be written in another way than the page writes it.
                return Ok(see_done(&format!("/bank/payroll/{id}?done=corrected")));
            }
            let saved = again.typed.differing(saved);
            faults.extend(saved.map(|(name, saved)| (name, format!("{}: {saved}", words.saved_now))));
            again.typed
        }
        Some(again) => {
            let wrong = again.wrong.into_iter();
            faults.extend(wrong.map(|name| {
                let text = fault_of(words, &name).to_owned();
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
        header: &detail.header,
        problem,
        faults,
        income: IncomeChoices::new(
            &work::open_enrollment_kinds(&pages.payroll).await?,
            &typed,
            bank.language,
        ),
        typed,
    };
    bank.page_with(status, Section::Payroll, words.terms_title, &content)
}

pub(super) async fn post(State(pages): Pages, Path(id): Path<String>, form: OnlineBankForm) -> PageResult {
    let (id, version) = (identifier(&id)?, version(&form)?);
    let words = Words::of(form.bank.language);
    let typed = Typed::sent(&form, names());
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    let terms = match typed.read() {
        Ok(terms) => terms,
        Err(wrong) => {
            let again = Again { status, typed, problem: words.terms_not_read, wrong };
            return show(&pages, &form.bank, id, Some(again)).await;
        }
    };
    let again = match work::correct_terms(&pages.payroll, &origin_of(&form.bank), id, version, terms).await {
        Ok(()) => return Ok(see_done(&format!("/bank/payroll/{id}?done=corrected"))),
        Err(StatementError::Fields(faults)) => {
            let wrong = faults.iter().map(|fault| fault.field.to_owned()).collect();
            Again { status, typed, problem: words.terms_refused, wrong }
        }
        Err(StatementError::Changed) => {
            let status = StatusCode::CONFLICT;
            Again { status, typed, problem: words.terms_changed, wrong: Vec::new() }
        }
        Err(error) => return Err(error.into()),
    };
    show(&pages, &form.bank, id, Some(again)).await
}
