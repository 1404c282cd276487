//! Amounts as their sender wrote them.

use kernel::Money;

/// An amount as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentAmount<T = String> {
    /// Exact, with at most two fraction digits.
    Exact(Money),
    /// A JSON number that is no amount: more fraction digits, or out of range.
    Other(T),
}

impl<T> SentAmount<T> {
    /// Returns the amount that the text of a JSON number names.
    pub fn from_lexeme<'l>(lexeme: &'l str) -> Self
    where
        T: From<&'l str>,
    {
        Money::from_lexeme(lexeme).map_or_else(|_| Self::Other(lexeme.into()), Self::Exact)
    }

    /// Returns the amount that the text of a JSON number means, of binary fractions too.
    pub fn from_double_lexeme<'l>(lexeme: &'l str) -> Self
    where
        T: From<&'l str>,
    {
        Money::from_double_lexeme(lexeme).map_or_else(|_| Self::Other(lexeme.into()), Self::Exact)
    }
}

impl<T> SentAmount<T> {
    /// Returns the exact amount above zero, if it is one.
    pub fn positive(&self) -> Option<Money> {
        match self {
            Self::Exact(money) if money.is_positive() => Some(*money),
            Self::Exact(_) | Self::Other(_) => None,
        }
    }
}

impl<T: AsRef<str>> SentAmount<T> {
    /// Returns the same amount with a text that is borrowed from it.
    pub fn as_text(&self) -> SentAmount<&str> {
        match self {
            Self::Exact(money) => SentAmount::Exact(*money),
            Self::Other(text) => SentAmount::Other(text.as_ref()),
        }
    }

    /// Returns the number as text, for people.
    pub fn text(&self) -> String {
        match self {
            Self::Exact(money) => money.to_string(),
            Self::Other(text) => text.as_ref().to_owned(),
        }
    }
}
