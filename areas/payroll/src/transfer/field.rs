//! The description of one field, and the macro of the table of fields: what Rust wants to have written out for each
//! field by its name.

use super::value::FieldValue;
use crate::catalogue::Code;

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
    pub kind: Kind,
    /// The code of a value that is wrong; none where it takes more than the value to tell.
    pub wrong: Option<Code>,
    /// Its columns in `payroll_transfers`: one, or of an amount that of the hundredths and that of the number as it was
    /// sent, where it is no amount. At most one of the two has a value.
    pub columns: &'static [&'static str],
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

/// Declares the struct of a transfer, and the ways from its fields to lists of values and back.
macro_rules! transfer_fields {
    ($($(#[doc = $line:literal])+ $name:ident: $type:ty = $wire_name:literal, $kind:expr, $wrong:expr;)+) => {
        /// A transfer to one employee (spec section 2.5), with texts and conversions of its own or of somebody else.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Transfer<T = String, C = Vec<Conversion>> {
            /// Its place in the request, from 1.
            pub line: i64,
            $($(#[doc = $line])+ pub $name: $type,)+
        }

        pub const FIELDS_COUNT: usize = [$($wire_name),+].len();

        /// The fields, in the order of spec section 2.5.
        pub static FIELDS: [Field; FIELDS_COUNT] = Transfer::<String, Vec<Conversion>>::FIELDS;

        /// Each field by its name.
        pub static FIELD: EachField<Field> = {
            let [$($name),+] = Transfer::<String, Vec<Conversion>>::FIELDS;
            EachField { $($name),+ }
        };

        impl<T: Text, C: FieldType<T, C>> Transfer<T, C> {
            const FIELDS: [Field; FIELDS_COUNT] = [$(Field {
                name: stringify!($name),
                wire_name: $wire_name,
                description: concat!($($line),+).trim_ascii(),
                is_required: <$type as FieldType<T, C>>::IS_REQUIRED,
                kind: $kind,
                wrong: $wrong,
                columns: match $kind {
                    Kind::Amount => &[concat!(stringify!($name), "_minor"), concat!(stringify!($name), "_text")],
                    _ => &[stringify!($name)],
                },
            }),+];

            pub fn blank(line: i64) -> Self {
                Self { line, $($name: FieldType::<T, C>::blank(),)+ }
            }

            /// Returns the values in the order of [`FIELDS`].
            pub fn values(&self) -> [BorrowedValue<'_>; FIELDS_COUNT] {
                [$(FieldType::<T, C>::value(&self.$name)),+]
            }

            /// Makes a transfer of values in the order of [`FIELDS`]; `None` when one does not [fit](Field::takes) its
            /// field.
            pub fn from_values(line: i64, values: [FieldValue<T, C>; FIELDS_COUNT]) -> Option<Self> {
                let [$($name),+] = values;
                Some(Self { line, $($name: FieldType::from_value($name)?,)+ })
            }
        }

        /// One `V` for each field, by its name.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct EachField<V> {
            $($(#[doc = $line])+ pub $name: V,)+
        }

        impl<V> EachField<V> {
            /// Returns the one of the field that requests call so; `None` when there is no such field.
            pub fn of_wire_name(&mut self, wire_name: &str) -> Option<&mut V> {
                match wire_name {
                    $($wire_name => Some(&mut self.$name),)+
                    _ => None,
                }
            }

            /// Returns them in the order of [`FIELDS`].
            pub fn into_list(self) -> [V; FIELDS_COUNT] {
                [$(self.$name),+]
            }
        }
    };
}
