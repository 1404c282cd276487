//! The templates and how they are filled.

use kernel::{Language, Money};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use thiserror::Error;

use super::content::ContentError;
use super::facts::{DocumentFacts, RequestedChange};
use crate::date_text::date_text;
use crate::plan::TariffPlan;
use crate::request::{DocumentType, UNSIGNED_DAYS_MAX};

/// The first version that is a bank's own; those below come with the program.
pub const BANK_VERSION_MIN: i32 = 1_000;

/// The templates that come with the program: version, type, language, text.
const BUILT_IN: &[(i32, DocumentType, Language, &str)] = &[
    (1, DocumentType::Change, Language::Russian, include_str!("../../documents/v1/change_request.ru.html")),
    (1, DocumentType::Change, Language::English, include_str!("../../documents/v1/change_request.en.html")),
    (
        1,
        DocumentType::CancelFutureChange,
        Language::Russian,
        include_str!("../../documents/v1/cancel_request.ru.html"),
    ),
    (
        1,
        DocumentType::CancelFutureChange,
        Language::English,
        include_str!("../../documents/v1/cancel_request.en.html"),
    ),
];

/// A template cannot be filled, or what it makes is no document.
#[derive(Debug, Error)]
#[error("the template cannot be filled: {0}")]
pub struct TemplateError(pub(super) String);

impl From<ContentError> for TemplateError {
    fn from(error: ContentError) -> Self {
        Self(error.to_string())
    }
}

/// Every version of the templates. New requests are made with the last one.
#[derive(Clone, Debug)]
pub struct Templates {
    environment: Environment<'static>,
    current: i32,
}

impl Templates {
    /// The templates that come with the program.
    pub fn built_in() -> Result<Self, TemplateError> {
        let mut environment = Environment::new();
        // Every value is escaped whatever the template is called, and a value that a template names and nobody gives is
        // an error instead of a hole in a contract.
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let mut templates = Self { environment, current: 1 };
        for (version, kind, language, text) in BUILT_IN {
            templates.add(*version, *kind, *language, (*text).to_owned())?;
        }
        Ok(templates)
    }

    pub(super) fn add(
        &mut self,
        version: i32,
        kind: DocumentType,
        language: Language,
        text: String,
    ) -> Result<(), TemplateError> {
        let name = template_name(version, kind, language);
        self.environment.add_template_owned(name, text).map_err(|error| fault(&error))?;
        self.current = self.current.max(version);
        Ok(())
    }

    /// The version that new requests are made with.
    pub const fn current(&self) -> i32 {
        self.current
    }

    /// The HTML of the document about `facts`, by the template of this `version`.
    pub fn render(&self, version: i32, facts: &DocumentFacts) -> Result<String, TemplateError> {
        let name = template_name(version, facts.asked.document_type(), facts.language);
        let template = self.environment.get_template(&name).map_err(|error| fault(&error))?;
        template.render(values(facts)).map_err(|error| fault(&error))
    }
}

fn fault(error: &minijinja::Error) -> TemplateError {
    TemplateError(error.to_string())
}

fn template_name(version: i32, kind: DocumentType, language: Language) -> String {
    format!("v{version}/{}.{}", kind.as_str(), language.tag())
}

fn values(facts: &DocumentFacts) -> Value {
    let language = facts.language;
    let current = facts.current_plan.as_ref().map(|plan| {
        context! {
            name => shown(plan.public_name.in_language(language)),
            since => date_text(plan.since, language),
        }
    });
    let client = context! {
        name => shown(facts.company.name(facts.language)),
        cnum => facts.company.cnum.as_str(),
        inn => facts.company.inn.as_str(),
        kpp => facts.company.kpp.as_ref().map(ToString::to_string),
    };
    let common = context! {
        bank => shown(&facts.bank_name),
        number => facts.identity.map(|(number, _)| number),
        uid => facts.identity.map_or_else(String::new, |(_, uid)| uid.to_string()),
        date => date_text(facts.date, language),
        unsigned_days => UNSIGNED_DAYS_MAX,
        client,
        current,
    };
    match &facts.asked {
        RequestedChange::Change(plan) => context! { plan => plan_values(plan, language), ..common },
        RequestedChange::Cancel(change) => {
            let change = context! {
                id => change.id,
                name => shown(&change.plan_name),
                public_name => shown(change.public_name.in_language(language)),
                effective_from => date_text(change.effective_from, language),
            };
            context! { change, ..common }
        }
    }
}

fn plan_values(plan: &TariffPlan, language: Language) -> Value {
    let sections = plan.sections.iter().map(|section| {
        let fees = section.fees.iter().map(|fee| {
            context! {
                service => shown(fee.service.in_language(language)),
                price => shown(fee.price.in_language(language)),
            }
        });
        context! { title => shown(section.title.in_language(language)), fees => fees.collect::<Vec<_>>() }
    });
    context! {
        name => shown(&plan.name),
        public_name => shown(plan.public_name.in_language(language)),
        summary => shown(plan.summary.in_language(language)),
        monthly_fee => money_text(plan.monthly_fee, language),
        sections => sections.collect::<Vec<_>>(),
    }
}

/// The text with what a document cannot show replaced, so that HTML and PDF have the same words.
fn shown(text: &str) -> String {
    pdf::plain(text).into_owned()
}

/// `1 290,00 руб.` or `RUB 1,290.00`. The groups are divided by a no-break space in Russian.
fn money_text(amount: Money, language: Language) -> String {
    let plain = amount.to_string();
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, "00"));
    let separator = language.pick('\u{a0}', ',');
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(separator);
        }
        grouped.push(digit);
    }
    match language {
        Language::Russian => format!("{grouped},{fraction} руб."),
        Language::English => format!("RUB {grouped}.{fraction}"),
    }
}

#[cfg(test)]
mod tests;
