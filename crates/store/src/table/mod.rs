//! Tables that are declared once, as the structs of their rows.

mod rows;
mod select;
mod selected;

use std::borrow::Cow;
use std::fmt::Display;
use std::net::IpAddr;

use jiff::civil::Date;
use kernel::{
    AccountNumber, Bic, ClientId, Cnum, CompanyGroupId, Currency, Inn, Instant, Kpp, Language, Money,
    SessionId, SigningAlgorithm, UserId,
};
use uuid::Uuid;

pub use selected::{FromRow, Joined, Selected, Written, read_via};

use crate::{Result, Row, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// `BIGINT`.
    Integer,
    Text,
    /// `BYTEA`.
    Bytes,
    Boolean,
}

/// A table, or a part of its columns, as a struct declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    pub key: &'static [&'static str],
    /// The columns with their types, and whether they may be NULL.
    pub columns: &'static [(&'static str, ColumnType, bool)],
}

/// The row of a table, or a part of its columns: `#[derive(TableRow)]` writes it out of a struct, whose fields have the
/// names of the columns.
///
/// ```
/// use store::TableRow;
///
/// /// Rows of `branches`.
/// #[derive(TableRow)]
/// #[table(name = "branches", key(branch_id), alias = "b")]
/// struct BranchRow<'a> {
///     branch_id: &'a str,
///     city: Option<&'a str>,
/// }
/// store::queries! {
///     /// Adds a branch.
///     BRANCH_INSERT = BranchRow::INSERT;
///     /// The branches of a city.
///     BRANCHES_OF_CITY = store::text!("select ", BranchRow::ALIASED, " from branches b where b.city = $1");
/// }
/// assert_eq!(BRANCH_INSERT.sql(), "insert into branches (branch_id, city) values ($1, $2)");
/// assert_eq!(BRANCHES_OF_CITY.sql(), "select b.branch_id, b.city from branches b where b.city = $1");
/// ```
pub trait TableRow<'row>: FromRow<'row> {
    /// The declaration, which a test compares with what the migrations made.
    const TABLE: Table;
    /// `number, name`.
    const LIST: &'static str;
    /// `a.number, a.name`, with the short name of the table.
    const ALIASED: &'static str;
    /// `insert into accounts (number, name) values ($1, $2)`.
    const INSERT: &'static str;
    /// `update accounts set name = $2 where number = $1`.
    const SET: &'static str;
    /// `(name is distinct from $2)`: the row differs from the values of [`TableRow::SET`].
    const DIFFERS: &'static str;

    /// The values of the columns, in their order.
    fn parts(&self) -> Vec<ColumnPart<'_>>;

    /// The parameters of [`TableRow::INSERT`] and of [`TableRow::SET`].
    fn values(&self) -> Vec<Value> {
        self.parts().into_iter().map(Value::from).collect()
    }
}

/// The value of a column, borrowed where it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnPart<'a> {
    Null,
    /// `BIGINT`.
    Integer(i64),
    Text(Cow<'a, str>),
    /// `BYTEA`.
    Bytes(&'a [u8]),
    Boolean(bool),
}

impl From<ColumnPart<'_>> for Value {
    fn from(part: ColumnPart<'_>) -> Self {
        match part {
            ColumnPart::Null => Self::Null,
            ColumnPart::Integer(integer) => Self::Integer(integer),
            ColumnPart::Text(text) => Self::Text(text.into_owned()),
            ColumnPart::Bytes(bytes) => Self::Bytes(bytes.to_vec()),
            ColumnPart::Boolean(boolean) => Self::Boolean(boolean),
        }
    }
}

/// A type that one column holds.
pub trait ColumnValue<'row>: Sized {
    const TYPE: ColumnType;
    /// The column may be NULL.
    const IS_OPTIONAL: bool = false;

    /// Reads the column at a place of the row; `None` when it is NULL.
    fn read_optional(row: &'row Row, place: usize) -> Result<Option<Self>>;

    /// Reads the column at a place of the row.
    fn read(row: &'row Row, place: usize) -> Result<Self> {
        Self::read_optional(row, place)?.ok_or_else(|| row.inconsistency_at(place, "is NULL"))
    }

    /// The value as the column holds it.
    fn part(&self) -> ColumnPart<'_>;
}

impl<'row, T: ColumnValue<'row>> ColumnValue<'row> for Option<T> {
    const TYPE: ColumnType = T::TYPE;
    const IS_OPTIONAL: bool = true;

    fn read_optional(row: &'row Row, place: usize) -> Result<Option<Self>> {
        T::read_optional(row, place).map(Some)
    }

    fn part(&self) -> ColumnPart<'_> {
        self.as_ref().map_or(ColumnPart::Null, T::part)
    }
}

macro_rules! column_values {
    ($($type:ty: $kind:ident => |$row:ident, $place:ident| $read:expr, |$value:ident| $part:expr;)+) => {$(
        impl<'row> ColumnValue<'row> for $type {
            const TYPE: ColumnType = ColumnType::$kind;

            fn read_optional($row: &'row Row, $place: usize) -> Result<Option<Self>> {
                $read
            }

            fn part(&self) -> ColumnPart<'_> {
                let $value = self;
                $part
            }
        }
    )+};
}

column_values! {
    i64: Integer => |row, place| row.integer_at(place), |value| ColumnPart::Integer(*value);
    bool: Boolean => |row, place| row.boolean_at(place), |value| ColumnPart::Boolean(*value);
    &'row str: Text => |row, place| row.text_at(place), |value| ColumnPart::Text(Cow::Borrowed(value));
    String: Text => |row, place| Ok(row.text_at(place)?.map(str::to_owned)),
        |value| ColumnPart::Text(Cow::Borrowed(value));
    &'row [u8]: Bytes => |row, place| row.bytes_at(place), |value| ColumnPart::Bytes(value);
    Instant: Integer => |row, place| Ok(row.integer_at(place)?.map(Self::from_microseconds)),
        |value| ColumnPart::Integer(value.microseconds());
    Money: Integer => |row, place| Ok(row.integer_at(place)?.map(Self::from_minor)),
        |value| ColumnPart::Integer(value.minor());
    Date: Text => |row, place| row.parse_at(place), |value| ColumnPart::Text(Cow::Owned(value.to_string()));
    IpAddr: Text => |row, place| row.parse_at(place), |value| ColumnPart::Text(Cow::Owned(value.to_string()));
    Language: Text => |row, place| row.parse_at(place), |value| ColumnPart::Text(Cow::Borrowed(value.tag()));
    Uuid: Text => |row, place| row.parse_at(place), |value| ColumnPart::Text(Cow::Owned(value.to_string()));
    Vec<u8>: Bytes => |row, place| Ok(row.bytes_at(place)?.map(<[u8]>::to_vec)), |value| ColumnPart::Bytes(value);
    u32: Integer => |row, place| counted(row, place), |value| ColumnPart::Integer((*value).into());
    u64: Integer => |row, place| counted(row, place),
        |value| ColumnPart::Integer(i64::try_from(*value).unwrap_or(i64::MAX));
}

fn counted<T: TryFrom<i64, Error: Display>>(row: &Row, place: usize) -> Result<Option<T>> {
    let count = row.integer_at(place)?.map(T::try_from).transpose();
    count.map_err(|error| row.inconsistency_at(place, error))
}

impl<'row, const LENGTH: usize> ColumnValue<'row> for [u8; LENGTH] {
    const TYPE: ColumnType = ColumnType::Bytes;

    fn read_optional(row: &'row Row, place: usize) -> Result<Option<Self>> {
        let array = row.bytes_at(place)?.map(Self::try_from).transpose();
        array.map_err(|_| row.inconsistency_at(place, format_args!("is not of {LENGTH} bytes")))
    }

    fn part(&self) -> ColumnPart<'_> {
        ColumnPart::Bytes(self)
    }
}

/// Lets a column hold types that are a text: `FromStr`, and `as_str` back.
#[macro_export]
macro_rules! text_columns {
    ($($type:ty)+) => {$(
        impl<'row> $crate::ColumnValue<'row> for $type {
            const TYPE: $crate::ColumnType = $crate::ColumnType::Text;

            fn read_optional(
                row: &'row $crate::Row,
                place: usize,
            ) -> ::core::result::Result<::core::option::Option<Self>, $crate::StoreError> {
                row.parse_at(place)
            }

            fn part(&self) -> $crate::ColumnPart<'_> {
                $crate::ColumnPart::Text(::std::borrow::Cow::Borrowed(self.as_str()))
            }
        }
    )+};
}

text_columns! { UserId ClientId SessionId CompanyGroupId Cnum AccountNumber Bic Inn Kpp Currency SigningAlgorithm }

/// Puts a text together out of constant parts, while the program is compiled.
#[macro_export]
macro_rules! text {
    ($($part:expr),+ $(,)?) => {{
        const PARTS: &[&str] = &[$($part),+];
        const BYTES: [u8; $crate::text_bytes(PARTS)] = $crate::joined_text(PARTS);
        const TEXT: &str = match ::core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => "",
        };
        TEXT
    }};
}

/// Parameters of a statement: more than the widest table has columns.
const PARAMETERS: &str = "\
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, \
    $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40";

/// The first `count` parameters of a statement, at most 40: `$1, $2, $3`.
///
/// ```
/// assert_eq!((store::parameters(1), store::parameters(3)), ("$1", "$1, $2, $3"));
/// assert!(store::parameters(40).ends_with("$39, $40"));
/// ```
pub const fn parameters(count: usize) -> &'static str {
    let (mut end, mut commas) = (0, 0);
    while end < PARAMETERS.len() {
        if PARAMETERS.as_bytes()[end] == b',' {
            commas += 1;
            if commas == count {
                break;
            }
        }
        end += 1;
    }
    PARAMETERS.split_at(end).0
}

/// Counts the bytes of the parts of a [`text!`].
pub const fn text_bytes(parts: &[&str]) -> usize {
    let (mut bytes, mut index) = (0, 0);
    while index < parts.len() {
        bytes += parts[index].len();
        index += 1;
    }
    bytes
}

/// Joins the parts of a [`text!`], which have as many bytes.
pub const fn joined_text<const BYTES: usize>(parts: &[&str]) -> [u8; BYTES] {
    let (mut joined, mut at, mut index) = ([0; BYTES], 0, 0);
    while index < parts.len() {
        let (part, mut byte) = (parts[index].as_bytes(), 0);
        while byte < part.len() {
            joined[at] = part[byte];
            at += 1;
            byte += 1;
        }
        index += 1;
    }
    joined
}
