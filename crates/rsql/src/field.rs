//! The fields that a list may be filtered and sorted by.

/// One field: its name in the API, its column and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub(crate) name: &'static str,
    pub(crate) column: &'static str,
    pub(crate) kind: Kind,
    pub(crate) is_optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// `BIGINT`.
    Integer,
    /// `TEXT` that holds one of these names.
    Enumeration(&'static [&'static str]),
    /// `BIGINT` of UTC microseconds since 1970.
    Moment,
}

impl Field {
    /// A text in a `TEXT` column. `column` is SQL, for example `request.target_name`.
    pub const fn text(name: &'static str, column: &'static str) -> Self {
        Self { name, column, kind: Kind::Text, is_optional: false }
    }

    pub const fn integer(name: &'static str, column: &'static str) -> Self {
        Self { name, column, kind: Kind::Integer, is_optional: false }
    }

    /// One of `names`, kept in a `TEXT` column by that name.
    pub const fn enumeration(
        name: &'static str,
        column: &'static str,
        names: &'static [&'static str],
    ) -> Self {
        Self { name, column, kind: Kind::Enumeration(names), is_optional: false }
    }

    /// A moment in a `BIGINT` column of UTC microseconds since 1970.
    pub const fn moment(name: &'static str, column: &'static str) -> Self {
        Self { name, column, kind: Kind::Moment, is_optional: false }
    }

    /// The same field with a column that may be NULL.
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }
}

/// The fields of one list, the only ones its filter and sort may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields(&'static [Field]);

impl Fields {
    pub const fn new(fields: &'static [Field]) -> Self {
        Self(fields)
    }

    /// The names, in the order of their declaration.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|field| field.name)
    }

    /// The field `name`, written exactly so.
    pub(crate) fn find(self, name: &str) -> Option<&'static Field> {
        self.0.iter().find(|field| field.name == name)
    }
}
