//! Places of triggers in requests.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The header `Sandbox-Trigger` of this operation, by its method and path; of every operation when it is empty.
    Header(&'static str),
    /// A value of a request, as the documentation names it.
    Value(&'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header("") => formatter.write_str("header of every operation"),
            Self::Header(operation) => write!(formatter, "header of `{operation}`"),
            Self::Value(value) => formatter.write_str(value),
        }
    }
}
