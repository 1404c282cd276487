//! The languages the bank speaks.

use std::str::FromStr;

use thiserror::Error;

/// The text is not the tag of a language that the bank speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a language is ru or en")]
pub struct LanguageError;

/// A language of texts and labels; Russian where nobody asks for another (spec section 4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// Russian, `ru`.
    #[default]
    Russian,
    /// English, `en`.
    English,
}

impl Language {
    /// Every language, the default first.
    pub const ALL: [Self; 2] = [Self::Russian, Self::English];

    /// The primary language subtag (RFC 5646): `ru` or `en`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Russian => "ru",
            Self::English => "en",
        }
    }
}

impl FromStr for Language {
    type Err = LanguageError;
    fn from_str(text: &str) -> Result<Self, LanguageError> {
        Self::ALL.into_iter().find(|language| language.tag() == text).ok_or(LanguageError)
    }
}
