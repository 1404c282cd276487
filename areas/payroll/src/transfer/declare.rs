//! The macro behind the table of fields: what Rust wants to have written out for each field by its name.

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
                    Kind::Amount => Columns::Amount {
                        minor: concat!(stringify!($name), "_minor"),
                        text: concat!(stringify!($name), "_text"),
                    },
                    _ => Columns::One(stringify!($name)),
                },
            }),+];

            /// Makes a transfer in which nothing was written yet.
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
