//! The transfers of a request, close together in memory.
//!
//! A request has up to 10,000 of them, and several requests wait for the database at once. So the texts of all
//! transfers are one after the other: a list is a few pieces of memory instead of a hundred thousand, and little
//! larger than what it says.

use kernel::Money;
use thiserror::Error;

use crate::likeness::rows_digest;
use crate::transfer::{BorrowedValue, Conversion, FIELDS, FIELDS_COUNT, FieldValue, SentAmount, Transfer};

/// Numbers of a transfer for which there is room from the beginning: those that every transfer has.
const NUMBERS: usize = 2;

/// Error for a transfer that a list does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotAdded {
    /// A text has more bytes than any request.
    #[error("has a text that is too long")]
    TooLong,
    /// A field is missing or has a value of another sort.
    #[error("has a value that does not fit its field")]
    Unfit,
}

/// Transfers in the order of their request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentTransfers {
    texts: String,
    /// Integers, and exact amounts in hundredths.
    numbers: Vec<i64>,
    conversions: Vec<Conversion>,
    kept: Vec<Kept>,
}

/// A transfer without its values. They follow those of the transfer before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    line: i64,
    /// Tells for each field where its value stands.
    places: [Place; FIELDS_COUNT],
    /// The bytes of each text, the number of conversions.
    lengths: [u32; FIELDS_COUNT],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Nowhere,
    Text,
    Integer,
    ExactAmount,
    OtherAmount,
    Conversions,
}

impl Place {
    const fn of<T, C>(value: &FieldValue<T, C>) -> Self {
        match value {
            FieldValue::Absent => Self::Nowhere,
            FieldValue::Text(_) => Self::Text,
            FieldValue::Integer(_) => Self::Integer,
            FieldValue::Amount(SentAmount::Exact(_)) => Self::ExactAmount,
            FieldValue::Amount(SentAmount::Other(_)) => Self::OtherAmount,
            FieldValue::Conversions(_) => Self::Conversions,
        }
    }
}

impl SentTransfers {
    /// Makes an empty list, with room for some transfers and for the bytes of their texts.
    pub fn with_capacity(transfers: usize, text_bytes: usize) -> Self {
        Self {
            texts: String::with_capacity(text_bytes),
            numbers: Vec::with_capacity(NUMBERS * transfers),
            conversions: Vec::new(),
            kept: Vec::with_capacity(transfers),
        }
    }

    /// Adds a transfer after those that are there, by its line and the values of [`FIELDS`].
    pub fn push<T: AsRef<str>, C: AsRef<[Conversion]>>(
        &mut self,
        line: i64,
        values: &[FieldValue<T, C>; FIELDS_COUNT],
    ) -> Result<(), NotAdded> {
        let values = values.each_ref().map(FieldValue::as_borrowed);
        let mut kept = Kept { line, places: values.each_ref().map(Place::of), lengths: [0; FIELDS_COUNT] };
        for ((field, value), length) in FIELDS.iter().zip(values).zip(&mut kept.lengths) {
            if !field.takes(&value) {
                return Err(NotAdded::Unfit);
            }
            let count = value.text().map_or(value.conversions().len(), str::len);
            *length = u32::try_from(count).map_err(|_| NotAdded::TooLong)?;
        }
        for value in values {
            self.texts.push_str(value.text().unwrap_or_default());
            self.numbers.extend(value.integer());
            self.conversions.extend_from_slice(value.conversions());
        }
        self.kept.push(kept);
        Ok(())
    }

    pub const fn len(&self) -> usize {
        self.kept.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Goes through all of them in their order: the line, and the values of [`FIELDS`].
    pub fn values(&self) -> impl Iterator<Item = (i64, [BorrowedValue<'_>; FIELDS_COUNT])> {
        let mut rest = Rest { texts: &self.texts, numbers: &self.numbers, conversions: &self.conversions };
        self.kept.iter().map(move |kept| (kept.line, rest.take(kept)))
    }

    /// Returns what they are compared by with those of other statements.
    pub fn rows_digest(&self) -> [u8; 32] {
        let row = |transfer: Transfer<&'_ str, &'_ [Conversion]>| {
            (transfer.account.to_owned(), transfer.amount.positive().map_or(0, Money::minor))
        };
        rows_digest(self.iter().map(row).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = Transfer<&str, &[Conversion]>> {
        // The list has taken nothing that does not fit.
        self.values().filter_map(|(line, values)| Transfer::from_values(line, values))
    }
}

struct Rest<'l> {
    texts: &'l str,
    numbers: &'l [i64],
    conversions: &'l [Conversion],
}

impl<'l> Rest<'l> {
    fn take(&mut self, kept: &Kept) -> [BorrowedValue<'l>; FIELDS_COUNT] {
        let mut values = [FieldValue::Absent; FIELDS_COUNT];
        for ((value, place), length) in values.iter_mut().zip(kept.places).zip(kept.lengths) {
            *value = match place {
                Place::Nowhere => FieldValue::Absent,
                Place::Text => FieldValue::Text(self.text(length)),
                Place::Integer => FieldValue::Integer(self.number()),
                Place::ExactAmount => FieldValue::Amount(SentAmount::Exact(Money::from_minor(self.number()))),
                Place::OtherAmount => FieldValue::Amount(SentAmount::Other(self.text(length))),
                Place::Conversions => FieldValue::Conversions(self.conversions(length)),
            };
        }
        values
    }

    fn text(&mut self, length: u32) -> &'l str {
        let (text, rest) = self.texts.split_at_checked(size(length)).unwrap_or_default();
        self.texts = rest;
        text
    }

    fn number(&mut self) -> i64 {
        let (number, rest) = self.numbers.split_first().unwrap_or((&0, &[]));
        self.numbers = rest;
        *number
    }

    fn conversions(&mut self, length: u32) -> &'l [Conversion] {
        let (conversions, rest) = self.conversions.split_at_checked(size(length)).unwrap_or_default();
        self.conversions = rest;
        conversions
    }
}

/// Returns a number of things in memory; every target of this program has at least 32 bits for one.
const fn size(kept: u32) -> usize {
    kept as usize
}

#[cfg(test)]
mod tests;
