//! Values of a stored agreement as people read them. Numbers keep the digits that they were stored with.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::{Currency, Language};
use pages::{PageError, date, decimal};
use serde_json::value::RawValue;

use super::words::Words;

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Text,
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
        let known = code.as_deref().and_then(|code| code_words(code, language)).map(str::to_owned);
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
    code_words(&code, language).map_or(code, str::to_owned)
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

/// A code, and its words in Russian and English.
type Code = (&'static str, &'static str, &'static str);

/// The bank's codes in words. A code that is not here is shown as the bank wrote it.
static CODES: &[Code] = &[
    ("ACCRUED", "Начисляются", "Accrued"),
    ("ACTIVE", "Действует", "Active"),
    ("ADVANCE_PAYMENT", "Возврата аванса", "Advance payment"),
    ("ANNUALLY", "Ежегодно", "Yearly"),
    ("BY_GUARANTEE_TYPE", "По виду гарантии", "By the kind of the guarantee"),
    ("BY_TERM", "По сроку гарантии", "By the term of the guarantee"),
    ("BY_TERM_AND_TYPE", "По сроку и виду гарантии", "By the term and the kind of the guarantee"),
    ("CASH", "Денежное", "Cash"),
    ("CLOSED", "Закрыт", "Closed"),
    ("DAILY", "Ежедневно", "Daily"),
    ("DEPOSIT", "Депозит", "Deposit"),
    ("END_OF_MONTH", "Конец месяца", "End of the month"),
    ("END_OF_QUARTER", "Конец квартала", "End of the quarter"),
    ("END_OF_YEAR", "Конец года", "End of the year"),
    ("FIXED", "Фиксированная", "Fixed"),
    ("FLOATING", "Плавающая", "Floating"),
    ("GUARANTEE_LINE", "Линия для выпуска гарантий", "Line for guarantees"),
    ("GUARANTEE_TERM", "Срок гарантии", "Term of the guarantee"),
    ("IN_ADVANCE", "В начале периода", "In advance"),
    ("IN_ARREARS", "В конце периода", "In arrears"),
    ("KEY_RATE", "Ключевая ставка Банка России", "Key rate of the Bank of Russia"),
    ("MONTHLY", "Ежемесячно", "Monthly"),
    ("NEXT_WORKING_DAY", "Следующий рабочий день", "Next working day"),
    ("NONE", "Нет", "None"),
    ("NOT_ACCRUED", "Не начисляются", "Not accrued"),
    ("ONE_TIME", "Единовременно", "Once"),
    ("PAYMENT", "Платёжная", "Payment"),
    ("PERFORMANCE", "Исполнения договора", "Performance"),
    ("PERIODIC", "По периодам", "By periods"),
    ("PREVIOUS_WORKING_DAY", "Предыдущий рабочий день", "Previous working day"),
    ("PROPORTIONAL", "Пропорционально оставшемуся сроку", "In proportion to the remaining term"),
    ("QUARTERLY", "Ежеквартально", "Quarterly"),
    ("SETTLEMENT", "Расчётный", "Settlement"),
    ("SIGNING", "На подписании", "Being signed"),
    ("SINGLE_GUARANTEE", "Разовая гарантия", "Single guarantee"),
    ("TENDER", "Тендерная", "Tender"),
    ("WARRANTY", "Гарантийных обязательств", "Warranty"),
    ("YEARLY", "Ежегодно", "Yearly"),
];

fn code_words(code: &str, language: Language) -> Option<&'static str> {
    let (_, russian, english) = CODES.iter().find(|(known, ..)| *known == code)?;
    Some(language.pick(russian, english))
}
