//! The languages the bank speaks.

use std::str::FromStr;

use jiff::civil::Date;
use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a language is ru or en")]
pub struct LanguageError;

/// A language of texts and labels; Russian by default (spec section 4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    Russian,
    English,
}

impl Language {
    /// Every language, the default first.
    pub const ALL: [Self; 2] = [Self::Russian, Self::English];

    /// The primary language subtag (RFC 5646): `ru` or `en`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Russian => "ru",
            Self::English => "en",
        }
    }

    pub fn pick<T>(self, russian: T, english: T) -> T {
        match self {
            Self::Russian => russian,
            Self::English => english,
        }
    }

    /// The name of the month of a date, as it stands between its day and its year: `20 ноября 2026`.
    pub fn month_of(self, date: Date) -> &'static str {
        // A date has no month before the first.
        let month = usize::from(date.month().unsigned_abs()).saturating_sub(1);
        self.pick(MONTHS_RUSSIAN, MONTHS_ENGLISH).split(' ').nth(month).unwrap_or_default()
    }
}

const MONTHS_RUSSIAN: &str =
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря";
const MONTHS_ENGLISH: &str =
    "January February March April May June July August September October November December";

impl FromStr for Language {
    type Err = LanguageError;
    fn from_str(text: &str) -> Result<Self, LanguageError> {
        Self::ALL.into_iter().find(|language| language.tag() == text).ok_or(LanguageError)
    }
}
