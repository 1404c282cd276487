//! Values of a stored agreement as people read them. Numbers keep the digits that they were stored with.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::Language;
use pages::{PageError, date, decimal};
use serde_json::value::RawValue;

use super::words::Words;

/// The form of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A text, or a code of the bank.
    Text,
    /// A day.
    Day,
    /// A whole number.
    Whole,
    /// A number of percent.
    Percent,
    /// An amount in the currency of this field of the same object.
    Amount(&'static str),
    /// Yes or no.
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

    /// Writes the field for people; none when it is absent.
    pub(super) fn shown(&self, name: &str, kind: Kind, language: Language) -> Option<String> {
        let lexeme = self.0.get(name)?.get();
        let words = Words::of(language);
        Some(match kind {
            Kind::Text => self.text(name)?,
            Kind::Day => match self.text(name)?.parse::<Date>() {
                Ok(day) => date(day, language),
                Err(_) => self.text(name)?,
            },
            Kind::Whole => lexeme.to_owned(),
            Kind::Percent => format!("{}\u{a0}%", fraction(lexeme, language)),
            Kind::Amount(currency) => {
                decimal(lexeme, &self.text(currency).unwrap_or_default(), language).trim_end().to_owned()
            }
            Kind::Truth => if lexeme == "true" { words.yes } else { words.no }.to_owned(),
        })
    }
}

/// Reads the objects of a JSON array.
pub(super) fn objects(text: &str) -> Result<Vec<Object>, PageError> {
    let objects: Vec<BTreeMap<String, Box<RawValue>>> = serde_json::from_str(text).map_err(unreadable)?;
    Ok(objects.into_iter().map(Object).collect())
}

fn fraction(lexeme: &str, language: Language) -> String {
    match language {
        Language::Russian => lexeme.replace('.', ","),
        Language::English => lexeme.to_owned(),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unreadable(error: serde_json::Error) -> PageError {
    edge::EdgeError::internal(format!("a stored agreement: {error}")).into()
}
