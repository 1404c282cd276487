//! A transfer as its sender wrote it.
//!
//! What the checks look at is kept as it came, right or wrong: a wrong length or digit is shown in the statement's status
//! and in the online bank, where it can be corrected.

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
    /// The amount that the text of a JSON number names.
    #[must_use]
    pub fn from_lexeme<'l>(lexeme: &'l str) -> Self
    where
        T: From<&'l str>,
    {
        Money::from_lexeme(lexeme).map_or_else(|_| Self::Other(lexeme.into()), Self::Exact)
    }

    /// The same amount with another sort of text.
    #[must_use]
    pub fn map<U>(self, text: impl FnOnce(T) -> U) -> SentAmount<U> {
        match self {
            Self::Exact(money) => SentAmount::Exact(money),
            Self::Other(other) => SentAmount::Other(text(other)),
        }
    }
}

impl SentAmount {
    /// The same amount with a text that is borrowed from it.
    #[must_use]
    pub fn as_text(&self) -> SentAmount<&str> {
        match self {
            Self::Exact(money) => SentAmount::Exact(*money),
            Self::Other(text) => SentAmount::Other(text),
        }
    }

    /// The exact amount above zero, if it is one.
    #[must_use]
    pub fn positive(&self) -> Option<Money> {
        match self {
            Self::Exact(money) if money.is_positive() => Some(*money),
            Self::Exact(_) | Self::Other(_) => None,
        }
    }

    /// The number as text, for people.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Exact(money) => money.to_string(),
            Self::Other(text) => text.clone(),
        }
    }
}

/// A part of the amount that is to be paid in another currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// How much of the amount; 1 to 100 when right.
    pub percent: i64,
    /// USD, EUR or CNY when right.
    pub currency: String,
}

/// A transfer to one employee (spec section 2.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Its place in the request, from 1.
    pub line: i64,
    /// `orderNumber`.
    pub order_number: i64,
    /// `lastName`.
    pub last_name: String,
    /// `firstName`.
    pub first_name: String,
    /// `middleName`.
    pub middle_name: Option<String>,
    /// `amount`, in roubles.
    pub amount: SentAmount,
    /// `account`.
    pub account: String,
    /// `currency`.
    pub currency: String,
    /// `personnelNumber`.
    pub personnel_number: Option<String>,
    /// `birthDate`.
    pub birth_date: Option<String>,
    /// `bic`.
    pub bic: Option<String>,
    /// `cardNumber`.
    pub card_number: Option<String>,
    /// `conversion`; empty when there is none.
    pub conversion: Vec<Conversion>,
    /// `deductionAmount`, in roubles.
    pub deduction: Option<SentAmount>,
}
