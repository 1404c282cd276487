//! The description of one field.

use super::value::FieldValue;
use crate::catalogue::Code;

/// One field of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in the program and in the forms of the online bank.
    pub name: &'static str,
    /// Its name in requests and in the document that is signed.
    pub wire_name: &'static str,
    /// Its meaning, one sentence for the description of the API.
    pub description: &'static str,
    /// A request without it is refused.
    pub is_required: bool,
    /// The values that are right.
    pub kind: Kind,
    /// The code of a value that is wrong; none where it takes more than the value to tell.
    pub wrong: Option<Code>,
    /// Its columns in `payroll_transfers`.
    pub columns: Columns,
}

impl Field {
    /// Tells whether the value is of the sort that the field has, right or wrong.
    pub fn takes<T, C>(&self, value: &FieldValue<T, C>) -> bool {
        match value {
            FieldValue::Absent => !self.is_required,
            FieldValue::Text(_) => self.kind.sort() == Sort::Text,
            FieldValue::Integer(_) => self.kind.sort() == Sort::Integer,
            FieldValue::Amount(_) => self.kind.sort() == Sort::Amount,
            FieldValue::Conversions(_) => self.kind.sort() == Sort::Conversions,
        }
    }
}

/// The values of a field that are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text of so many characters, none of which controls a terminal or breaks a line; one that must have characters
    /// has more than white space.
    Text {
        min: usize,
        max: usize,
    },
    /// Digits and nothing else.
    Digits {
        min: usize,
        max: usize,
    },
    /// The 20 digits of an account in roubles.
    Account,
    /// A day in the past, as YYYY-MM-DD.
    PastDay,
    /// The only currency of transfers, RUR.
    Currency,
    Integer {
        min: i64,
    },
    /// An amount above zero with at most two fraction digits.
    Amount,
    /// Parts in other currencies.
    Conversions,
}

/// The sort of JSON value that a field has, right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Text,
    /// An integer of 64 bits.
    Integer,
    Amount,
    Conversions,
}

impl Kind {
    /// Returns the sort of its values.
    pub const fn sort(self) -> Sort {
        match self {
            Self::Text { .. } | Self::Digits { .. } | Self::Account | Self::PastDay | Self::Currency => {
                Sort::Text
            }
            Self::Integer { .. } => Sort::Integer,
            Self::Amount => Sort::Amount,
            Self::Conversions => Sort::Conversions,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    One(&'static str),
    /// The columns of an amount; at most one of them has a value.
    Amount {
        /// The exact amount in hundredths.
        minor: &'static str,
        /// The number as it was sent, where it is no amount.
        text: &'static str,
    },
}
