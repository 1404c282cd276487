//! The value of one field, amounts as their sender wrote them among them, and the types that fields have.

use kernel::Money;

use super::Conversion;

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

    pub fn positive(&self) -> Option<Money> {
        match self {
            Self::Exact(money) if money.is_positive() => Some(*money),
            Self::Exact(_) | Self::Other(_) => None,
        }
    }
}

impl<T: AsRef<str>> SentAmount<T> {
    pub fn as_text(&self) -> SentAmount<&str> {
        match self {
            Self::Exact(money) => SentAmount::Exact(*money),
            Self::Other(text) => SentAmount::Other(text.as_ref()),
        }
    }

    pub fn text(&self) -> String {
        match self {
            Self::Exact(money) => money.to_string(),
            Self::Other(text) => text.as_ref().to_owned(),
        }
    }
}

/// The value of a field in a form that all fields share, with texts `T` and conversions `C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue<T, C> {
    Absent,
    Text(T),
    Integer(i64),
    Amount(SentAmount<T>),
    /// Conversions; an empty list counts as none.
    Conversions(C),
}

/// A value whose texts and conversions are somebody else's.
pub type BorrowedValue<'v> = FieldValue<&'v str, &'v [Conversion]>;

impl<T: AsRef<str>, C: AsRef<[Conversion]>> FieldValue<T, C> {
    pub fn as_borrowed(&self) -> BorrowedValue<'_> {
        match self {
            Self::Absent => FieldValue::Absent,
            Self::Text(text) => FieldValue::Text(text.as_ref()),
            Self::Integer(integer) => FieldValue::Integer(*integer),
            Self::Amount(amount) => FieldValue::Amount(amount.as_text()),
            Self::Conversions(conversions) => FieldValue::Conversions(conversions.as_ref()),
        }
    }
}

impl<'v> BorrowedValue<'v> {
    /// Returns the text of the value: a text, or the number that is no amount.
    pub const fn text(self) -> Option<&'v str> {
        match self {
            Self::Text(text) | Self::Amount(SentAmount::Other(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the whole number of the value: an integer, or the hundredths of an exact amount.
    pub const fn integer(self) -> Option<i64> {
        match self {
            Self::Integer(integer) => Some(integer),
            Self::Amount(SentAmount::Exact(amount)) => Some(amount.minor()),
            _ => None,
        }
    }

    pub const fn conversions(self) -> &'v [Conversion] {
        match self {
            Self::Conversions(conversions) => conversions,
            _ => &[],
        }
    }
}

/// A text of a transfer: its own or somebody else's.
pub trait Text: AsRef<str> + Default {}

impl Text for String {}
impl Text for &str {}

/// A type that a field may have in a transfer with texts `T` and conversions `C`.
pub trait FieldType<T, C>: Sized {
    const IS_REQUIRED: bool = true;

    fn blank() -> Self;

    fn value(&self) -> BorrowedValue<'_>;

    /// Makes the field of a value; `None` when the value is of another sort.
    fn from_value(value: FieldValue<T, C>) -> Option<Self>;
}

impl<T: Text, C> FieldType<T, C> for T {
    fn blank() -> Self {
        Self::default()
    }

    fn value(&self) -> BorrowedValue<'_> {
        FieldValue::Text(self.as_ref())
    }

    fn from_value(value: FieldValue<T, C>) -> Option<Self> {
        if let FieldValue::Text(text) = value { Some(text) } else { None }
    }
}

impl<T, C> FieldType<T, C> for i64 {
    fn blank() -> Self {
        0
    }

    fn value(&self) -> BorrowedValue<'_> {
        FieldValue::Integer(*self)
    }

    fn from_value(value: FieldValue<T, C>) -> Option<Self> {
        if let FieldValue::Integer(integer) = value { Some(integer) } else { None }
    }
}

impl<T: Text, C> FieldType<T, C> for SentAmount<T> {
    fn blank() -> Self {
        Self::Other(T::default())
    }

    fn value(&self) -> BorrowedValue<'_> {
        FieldValue::Amount(self.as_text())
    }

    fn from_value(value: FieldValue<T, C>) -> Option<Self> {
        if let FieldValue::Amount(amount) = value { Some(amount) } else { None }
    }
}

impl<T, C, V: FieldType<T, C>> FieldType<T, C> for Option<V> {
    const IS_REQUIRED: bool = false;

    fn blank() -> Self {
        None
    }

    fn value(&self) -> BorrowedValue<'_> {
        self.as_ref().map_or(FieldValue::Absent, V::value)
    }

    fn from_value(value: FieldValue<T, C>) -> Option<Self> {
        if let FieldValue::Absent = value { Some(None) } else { V::from_value(value).map(Some) }
    }
}

macro_rules! conversion_fields {
    ($($type:ty)+) => {$(
        impl<T> FieldType<T, Self> for $type {
            const IS_REQUIRED: bool = false;

            fn blank() -> Self {
                Self::default()
            }

            fn value(&self) -> BorrowedValue<'_> {
                FieldValue::Conversions(self)
            }

            fn from_value(value: FieldValue<T, Self>) -> Option<Self> {
                match value {
                    FieldValue::Absent => Some(Self::default()),
                    FieldValue::Conversions(conversions) => Some(conversions),
                    FieldValue::Text(_) | FieldValue::Integer(_) | FieldValue::Amount(_) => None,
                }
            }
        }
    )+};
}

conversion_fields! { Vec<Conversion> &[Conversion] }
