//! A transfer as its sender wrote it.
//!
//! What the checks look at is kept as it came, right or wrong: a wrong length or digit is shown in the statement's
//! status and in the online bank, where it can be corrected.

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
    #[must_use]
    pub fn from_lexeme<'l>(lexeme: &'l str) -> Self
    where
        T: From<&'l str>,
    {
        Money::from_lexeme(lexeme).map_or_else(|_| Self::Other(lexeme.into()), Self::Exact)
    }

    /// Returns the same amount with another sort of text.
    #[must_use]
    pub fn map<U>(self, text: impl FnOnce(T) -> U) -> SentAmount<U> {
        match self {
            Self::Exact(money) => SentAmount::Exact(money),
            Self::Other(other) => SentAmount::Other(text(other)),
        }
    }
}

impl<T> SentAmount<T> {
    /// Returns the exact amount above zero, if it is one.
    #[must_use]
    pub fn positive(&self) -> Option<Money> {
        match self {
            Self::Exact(money) if money.is_positive() => Some(*money),
            Self::Exact(_) | Self::Other(_) => None,
        }
    }
}

impl<T: AsRef<str>> SentAmount<T> {
    /// Returns the same amount with a text that is borrowed from it.
    #[must_use]
    pub fn as_text(&self) -> SentAmount<&str> {
        match self {
            Self::Exact(money) => SentAmount::Exact(*money),
            Self::Other(text) => SentAmount::Other(text.as_ref()),
        }
    }

    /// Returns the number as text, for people.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Exact(money) => money.to_string(),
            Self::Other(text) => text.as_ref().to_owned(),
        }
    }
}

/// A part of the amount that is to be paid in another currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The percentage of the amount; 1 to 100 when right.
    pub percent: i64,
    /// USD, EUR or CNY when right.
    pub currency: String,
}

/// A transfer to one employee (spec section 2.5), with texts and conversions of its own or of somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer<T = String, C = Vec<Conversion>> {
    /// Its place in the request, from 1.
    pub line: i64,
    /// `orderNumber`.
    pub order_number: i64,
    /// `lastName`.
    pub last_name: T,
    /// `firstName`.
    pub first_name: T,
    /// `middleName`.
    pub middle_name: Option<T>,
    /// `amount`, in roubles.
    pub amount: SentAmount<T>,
    /// `account`.
    pub account: T,
    /// `currency`.
    pub currency: T,
    /// `personnelNumber`.
    pub personnel_number: Option<T>,
    /// `birthDate`.
    pub birth_date: Option<T>,
    /// `bic`.
    pub bic: Option<T>,
    /// `cardNumber`.
    pub card_number: Option<T>,
    /// `conversion`; empty when there is none.
    pub conversion: C,
    /// `deductionAmount`, in roubles.
    pub deduction: Option<SentAmount<T>>,
}

/// A transfer whose texts and conversions are somebody else's.
pub type SentTransfer<'t> = Transfer<&'t str, &'t [Conversion]>;

impl<T: AsRef<str>, C: AsRef<[Conversion]>> Transfer<T, C> {
    /// Returns the transfer with texts and conversions that are borrowed from it.
    #[must_use]
    pub fn as_sent(&self) -> SentTransfer<'_> {
        Transfer {
            line: self.line,
            order_number: self.order_number,
            last_name: self.last_name.as_ref(),
            first_name: self.first_name.as_ref(),
            middle_name: self.middle_name.as_ref().map(AsRef::as_ref),
            amount: self.amount.as_text(),
            account: self.account.as_ref(),
            currency: self.currency.as_ref(),
            personnel_number: self.personnel_number.as_ref().map(AsRef::as_ref),
            birth_date: self.birth_date.as_ref().map(AsRef::as_ref),
            bic: self.bic.as_ref().map(AsRef::as_ref),
            card_number: self.card_number.as_ref().map(AsRef::as_ref),
            conversion: self.conversion.as_ref(),
            deduction: self.deduction.as_ref().map(SentAmount::as_text),
        }
    }
}

impl From<SentTransfer<'_>> for Transfer {
    fn from(sent: SentTransfer<'_>) -> Self {
        Self {
            line: sent.line,
            order_number: sent.order_number,
            last_name: sent.last_name.to_owned(),
            first_name: sent.first_name.to_owned(),
            middle_name: sent.middle_name.map(str::to_owned),
            amount: sent.amount.map(str::to_owned),
            account: sent.account.to_owned(),
            currency: sent.currency.to_owned(),
            personnel_number: sent.personnel_number.map(str::to_owned),
            birth_date: sent.birth_date.map(str::to_owned),
            bic: sent.bic.map(str::to_owned),
            card_number: sent.card_number.map(str::to_owned),
            conversion: sent.conversion.to_vec(),
            deduction: sent.deduction.map(|amount| amount.map(str::to_owned)),
        }
    }
}
