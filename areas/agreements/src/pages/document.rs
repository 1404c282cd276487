//! Values of a stored agreement as people read them. Numbers keep the digits that they were stored with.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::{Currency, Language};
use pages::{PageError, date, decimal};
use serde_json::value::RawValue;

use super::codes;
use super::words::Words;

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Text,
    /// A code of the bank.
    Code,
    /// A code of the bank that this field of the same object names in Russian.
    Named(&'static str),
    Currency,
    /// A code of the bank, or a number of percent as a text.
    Rate,
    Day,
    Whole,
    Percent,
    /// An amount in the currency of this field of the same object.
    Amount(&'static str),
    Truth,
}

/// An object of an agreement: its fields by name.
#[derive(Debug, Default)]
pub(super) struct Object(BTreeMap<String, Box<RawValue>>);

impl Object {
    /// Reads the text of a JSON object.
    pub(super) fn read(text: &str) -> Result<Self, PageError> {
        serde_json::from_str(text).map(Self).map_err(unreadable)
    }

    /// Returns the text of a field; none when it is absent or no text.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.0.get(name)?.get()).ok()
    }

    /// Finds the JSON text at `path`, such as `collateral` or `guaranteeCommission.rate`; the whole object is no value
    /// of itself.
    pub(super) fn at(&self, path: &str) -> Result<Option<Box<RawValue>>, PageError> {
        let Some((first, rest)) = path.split_once('.') else { return Ok(self.0.get(path).cloned()) };
        match self.0.get(first) {
            Some(inner) => Self::read(inner.get())?.at(rest),
            None => Ok(None),
        }
    }

    /// Writes a code in words: those of the bank, which are Russian, or the known ones.
    pub(super) fn named(&self, code: &str, name: &str, language: Language) -> Option<String> {
        let (code, name) = (self.text(code), self.text(name));
        let known = code.as_deref().and_then(|code| codes::words(code, language)).map(str::to_owned);
        match language {
            Language::Russian => name.or(known),
            Language::English => known.or(name),
        }
        .or(code)
    }

    /// Writes the field for people; none when it is absent.
    pub(super) fn shown(&self, name: &str, kind: Kind, language: Language) -> Option<String> {
        let lexeme = self.0.get(name)?.get();
        let words = Words::of(language);
        Some(match kind {
            Kind::Text => self.text(name)?,
            Kind::Code => coded(self.text(name)?, language),
            Kind::Named(by) => self.named(name, by, language)?,
            Kind::Currency => match self.text(name)?.parse::<Currency>() {
                Ok(currency) => currency.alphabetic().to_owned(),
                Err(_) => self.text(name)?,
            },
            Kind::Rate => match self.text(name)? {
                rate if is_number(&rate) => percent(&rate, language),
                code => coded(code, language),
            },
            Kind::Day => match self.text(name)?.parse::<Date>() {
                Ok(day) => date(day, language),
                Err(_) => self.text(name)?,
            },
            Kind::Whole => lexeme.to_owned(),
            Kind::Percent => percent(lexeme, language),
            Kind::Amount(currency) => {
                decimal(lexeme, &self.text(currency).unwrap_or_default(), language).trim_end().to_owned()
            }
            Kind::Truth => if lexeme == "true" { words.yes } else { words.no }.to_owned(),
        })
    }
}

pub(super) fn objects(text: &str) -> Result<Vec<Object>, PageError> {
    let objects: Vec<BTreeMap<String, Box<RawValue>>> = serde_json::from_str(text).map_err(unreadable)?;
    Ok(objects.into_iter().map(Object).collect())
}

fn coded(code: String, language: Language) -> String {
    codes::words(&code, language).map_or(code, str::to_owned)
}

fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '-')
        && text.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | '-'))
}

fn percent(lexeme: &str, language: Language) -> String {
    match language {
        Language::Russian => format!("{}\u{a0}%", lexeme.replace('.', ",")),
        Language::English => format!("{lexeme}%"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unreadable(error: serde_json::Error) -> PageError {
    edge::EdgeError::internal(format!("a stored agreement: {error}")).into()
}
