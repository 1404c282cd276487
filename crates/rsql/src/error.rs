//! The errors of filters and sorts with their positions.

use thiserror::Error;

/// The first error of a text. Its message never repeats the caller's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}, at character {position}")]
pub struct RsqlError {
    kind: RsqlErrorKind,
    position: usize,
    value_index: usize,
    allowed: Vec<&'static str>,
}

impl RsqlError {
    pub(crate) const fn new(kind: RsqlErrorKind, position: usize) -> Self {
        Self { kind, position, value_index: 0, allowed: Vec::new() }
    }

    pub(crate) const fn too_many(what: &'static str, most: usize, position: usize) -> Self {
        Self::new(RsqlErrorKind::TooMany { what, most }, position)
    }

    pub(crate) fn allowing(mut self, allowed: impl IntoIterator<Item = &'static str>) -> Self {
        self.allowed = allowed.into_iter().collect();
        self
    }

    pub(crate) const fn of_value(mut self, value_index: usize) -> Self {
        self.value_index = value_index;
        self
    }

    pub const fn kind(&self) -> RsqlErrorKind {
        self.kind
    }

    /// Returns the position, in characters (not bytes) from 1; one more than the text has when something is missing
    /// at its end.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The value of a repeated parameter that it is in, from 0; always 0 for a filter.
    pub const fn value_index(&self) -> usize {
        self.value_index
    }

    /// Returns the texts that would have been right there: fields, operators, the names of an enumeration,
    /// directions. Empty when that is no short list.
    pub fn allowed(&self) -> &[&'static str] {
        &self.allowed
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RsqlErrorKind {
    #[error("more than {most} {what}")]
    TooMany { what: &'static str, most: usize },
    #[error("a field or an opening parenthesis is missing")]
    ExpectedField,
    #[error("there is no such field")]
    UnknownField,
    #[error("an operator is missing")]
    ExpectedOperator,
    #[error("there is no such operator")]
    UnknownOperator,
    /// The field's type does not know the operator: names of an enumeration have no order.
    #[error("the operator does not fit the field")]
    UnfitOperator,
    #[error("a value is missing")]
    ExpectedValue,
    #[error("the operator takes one value")]
    OneValue,
    /// A quoted value does not end; the position is that of the opening quote.
    #[error("the quote is not closed")]
    UnclosedQuote,
    /// A list of values goes on with neither a comma nor a closing parenthesis.
    #[error("a comma or a closing parenthesis is missing")]
    UnclosedList,
    /// A parenthesis does not end; the position is where its end was due.
    #[error("a closing parenthesis is missing")]
    UnclosedParenthesis,
    /// Something other than `;`, `,`, `and`, `or` after a comparison.
    #[error("the filter must end here or go on with ';', ',', 'and' or 'or'")]
    ExpectedConjunction,
    #[error("the value is not an integer")]
    NotAnInteger,
    #[error("the value is not a date-time with an offset (RFC 3339, at most 6 fraction digits)")]
    NotAMoment,
    #[error("the value is not one of the allowed names")]
    NotAName,
    #[error("'*' works with ==, !=, =in= and =out= only; in quotes, \\* is a star")]
    UnfitWildcard,
    /// `\*` outside of quotes, where it would be a backslash and a wildcard: surely a mistake.
    #[error("outside of quotes a star cannot be escaped; put the value into quotes")]
    UnquotedEscape,
    /// U+0000, which no text in the database has.
    #[error("the character U+0000 is not allowed")]
    Nul,
    #[error("the field is there already")]
    RepeatedField,
    #[error("the direction is neither asc nor desc")]
    UnknownDirection,
}
