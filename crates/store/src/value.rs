//! Parameters of a statement.

use kernel::{
    AccountNumber, Bic, ClientId, Cnum, CompanyGroupId, Currency, Inn, Instant, Kpp, Money, SessionId, UserId,
};

use crate::{Result, StoreError};

/// One value on its way into the database or out of it: the types both engines have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Null,
    /// `BIGINT`.
    Integer(i64),
    /// `TEXT`; one with U+0000 is refused when the statement runs, because PostgreSQL cannot hold it.
    Text(String),
    /// `BYTEA`.
    Bytes(Vec<u8>),
    /// `BOOLEAN`; SQLite keeps and returns 0 or 1.
    Boolean(bool),
}

/// The parameters of a statement, each converted into a [`Value`].
///
/// ```
/// let parameters = store::params![1_i64, "text", None::<bool>];
/// assert_eq!(parameters.len(), 3);
/// ```
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { ::std::vec![$($crate::Value::from($value)),*] };
}

/// Makes the error for a wrong number of parameters, the same on both engines.
pub(crate) fn parameter_count(query: &'static str, expected: usize, given: usize) -> StoreError {
    let reason = format!("the text has {expected} parameters, {given} were given");
    StoreError::Parameter { query, number: expected.min(given) + 1, reason }
}

/// Refuses values that PostgreSQL could not store, so that both engines refuse the same.
pub(crate) fn check_parameters(query: &'static str, parameters: &[Value]) -> Result<()> {
    for (index, value) in parameters.iter().enumerate() {
        if let Value::Text(text) = value
            && text.as_bytes().contains(&0)
        {
            let reason = "a text must not contain the character U+0000".to_owned();
            return Err(StoreError::Parameter { query, number: index + 1, reason });
        }
    }
    Ok(())
}

macro_rules! values {
    ($($type:ty => |$value:ident| $conversion:expr;)+) => {$(
        impl From<$type> for Value {
            fn from($value: $type) -> Self {
                $conversion
            }
        }
    )+};
}

values! {
    i64 => |value| Self::Integer(value);
    i32 => |value| Self::Integer(value.into());
    u32 => |value| Self::Integer(value.into());
    u16 => |value| Self::Integer(value.into());
    u8 => |value| Self::Integer(value.into());
    bool => |value| Self::Boolean(value);
    &str => |value| Self::Text(value.to_owned());
    String => |value| Self::Text(value);
    &String => |value| Self::Text(value.clone());
    &[u8] => |value| Self::Bytes(value.to_vec());
    Vec<u8> => |value| Self::Bytes(value);
    &Vec<u8> => |value| Self::Bytes(value.clone());
    Instant => |value| Self::Integer(value.microseconds());
    Money => |value| Self::Integer(value.minor());
    uuid::Uuid => |value| Self::Text(value.to_string());
    jiff::civil::Date => |value| Self::Text(value.to_string());
}

impl<const LENGTH: usize> From<[u8; LENGTH]> for Value {
    fn from(value: [u8; LENGTH]) -> Self {
        Self::Bytes(value.to_vec())
    }
}

impl<const LENGTH: usize> From<&[u8; LENGTH]> for Value {
    fn from(value: &[u8; LENGTH]) -> Self {
        Self::Bytes(value.to_vec())
    }
}

impl<T> From<Option<T>> for Value
where
    Self: From<T>,
{
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::from)
    }
}

/// Makes parameters of types that are a text.
macro_rules! texts {
    ($($type:ty)+) => {$(
        values! {
            &$type => |value| Self::Text(value.as_str().to_owned());
            $type => |value| Self::from(&value);
        }
    )+};
}

texts! { UserId ClientId SessionId CompanyGroupId Cnum AccountNumber Bic Inn Kpp Currency }
