//! Values that are read out of some columns of a statement.

use std::fmt::Display;

use kernel::Translated;

use super::ColumnValue;
use crate::wide::joined;
use crate::{Result, Row, Value};

/// A value that is read out of columns that are side by side in a row: of one ([`ColumnValue`]), of up to three in a
/// tuple, or of those that [`selected!`](crate::selected) or [`TableRow`](crate::TableRow) declare.
pub trait FromRow<'row>: Sized {
    /// The number of the columns.
    const COLUMNS: usize;

    /// Reads the columns, the first of which is at the place `first` of the row.
    fn read_at(row: &'row Row, first: usize) -> Result<Self>;
}

impl<'row, T: ColumnValue<'row>> FromRow<'row> for T {
    const COLUMNS: usize = 1;

    fn read_at(row: &'row Row, first: usize) -> Result<Self> {
        T::read(row, first)
    }
}

impl<'row, A: FromRow<'row>, B: FromRow<'row>> FromRow<'row> for (A, B) {
    const COLUMNS: usize = A::COLUMNS + B::COLUMNS;

    fn read_at(row: &'row Row, first: usize) -> Result<Self> {
        Ok((A::read_at(row, first)?, B::read_at(row, first + A::COLUMNS)?))
    }
}

impl<'row, A: FromRow<'row>, B: FromRow<'row>, C: FromRow<'row>> FromRow<'row> for (A, B, C) {
    const COLUMNS: usize = <(A, B)>::COLUMNS + C::COLUMNS;

    fn read_at(row: &'row Row, first: usize) -> Result<Self> {
        let (a, b) = FromRow::read_at(row, first)?;
        Ok((a, b, C::read_at(row, first + <(A, B)>::COLUMNS)?))
    }
}

/// A value that a left join may have found: nothing where the first of its columns is NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined<T>(pub Option<T>);

impl<T: Selected> Selected for Joined<T> {
    const LIST: &'static str = T::LIST;
    const ALIASED: &'static str = T::ALIASED;
}

impl<'row, T: FromRow<'row>> FromRow<'row> for Joined<T> {
    const COLUMNS: usize = T::COLUMNS;

    fn read_at(row: &'row Row, first: usize) -> Result<Self> {
        Ok(Self(if row.is_null_at(first)? { None } else { Some(T::read_at(row, first)?) }))
    }
}

/// A text in Russian, and the same in English.
impl FromRow<'_> for Translated {
    const COLUMNS: usize = 2;

    fn read_at(row: &Row, first: usize) -> Result<Self> {
        let (russian, english) = FromRow::read_at(row, first)?;
        Ok(Self { russian, english })
    }
}

/// A sum in two parts, such as [`wide_sum!`](crate::wide_sum) makes.
impl FromRow<'_> for i128 {
    const COLUMNS: usize = 2;

    fn read_at(row: &Row, first: usize) -> Result<Self> {
        let (high, low) = FromRow::read_at(row, first)?;
        Ok(joined(high, low))
    }
}

/// The columns of a struct that [`selected!`](crate::selected) declares.
pub trait Selected {
    /// `task_id, state`.
    const LIST: &'static str;
    /// `t.task_id, t.state`, with the short name of the table.
    const ALIASED: &'static str;
}

/// A value that is written into columns that are side by side: into one ([`ColumnValue`]), those of two such values, or
/// those that [`selected!`](crate::selected) declares with a name for the value.
pub trait Written {
    /// Adds the values of the columns, in their order.
    fn write(&self, values: &mut Vec<Value>);
}

impl<'row, T: ColumnValue<'row>> Written for T {
    fn write(&self, values: &mut Vec<Value>) {
        values.push(self.part().into());
    }
}

impl<A: Written, B: Written> Written for (A, B) {
    fn write(&self, values: &mut Vec<Value>) {
        self.0.write(values);
        self.1.write(values);
    }
}

/// Reads a column whose value `parse` turns into another.
#[doc(hidden)]
pub fn read_via<'row, C: ColumnValue<'row>, T, E: Display>(
    row: &'row Row,
    place: usize,
    parse: impl FnOnce(C) -> Result<T, E>,
) -> Result<T> {
    parse(C::read(row, place)?).map_err(|error| row.inconsistency_at(place, error))
}

/// Says from which columns a struct is read: each field from the column of its name, from the one that it names, from
/// one that a function turns into it (`via`), or from the columns of another such struct, which it names as its type:
/// `times: Times`, or with columns of other names `debits: "debits_high, debits_low": i128`. Columns in parentheses are
/// no fields: fields that are made of them follow after a semicolon, with their values.
///
/// ```
/// use store::Selected;
///
/// struct Task {
///     id: String,
///     certificate_count: i64,
///     state: Vec<String>,
///     times: Times,
///     author: String,
/// }
/// struct Times {
///     begun: i64,
///     ended: Option<i64>,
/// }
/// fn full_name(first: &str, last: &str) -> String {
///     format!("{first} {last}")
/// }
/// fn words(text: &str) -> Result<Vec<String>, std::convert::Infallible> {
///     Ok(text.split(' ').map(str::to_owned).collect())
/// }
/// store::selected! {
///     Times as "t" { begun: "begun_us", ended: "ended_us" }
///     Task as "t" (first_name, last_name) {
///         id: "task_id", certificate_count, state via words, times: Times;
///         author: full_name(first_name, last_name),
///     }
/// }
/// store::queries! {
///     /// A task.
///     TASK = store::text!("select ", Task::ALIASED, " from certificate_tasks t where t.task_id = $1");
/// }
/// assert_eq!(Task::LIST, "first_name, last_name, task_id, certificate_count, state, begun_us, ended_us");
/// assert!(TASK.sql().starts_with("select t.first_name, t.last_name, t.task_id, t.certificate_count, t.state, "));
/// ```
///
/// A struct that is read out of a join has no short name, and names its columns with theirs: `owner: "c.name"`. SQL
/// that is a constant and no literal is in parentheses: `sum: (wide_sum!("amount_minor")): i128`. A struct that
/// borrows of the row has the row's lifetime: `Task<'row> as "t" { … }`. With `|row|` after the short name the values
/// may use the row.
///
/// A struct that is written too ([`Written`]) has a name for its value after the short name, and what is more than a
/// field of it says its value by that name:
///
/// ```
/// use store::{Selected, Written};
///
/// struct Person {
///     name: String,
///     languages: Vec<String>,
///     is_adult: bool,
/// }
/// fn words(text: &str) -> Result<Vec<String>, std::convert::Infallible> {
///     Ok(text.split(' ').map(str::to_owned).collect())
/// }
/// fn is_adult(age: i64) -> bool {
///     age >= 18
/// }
/// store::selected! {
///     Person => own (age => if own.is_adult { 18_i64 } else { 0 }) {
///         name, languages via words => own.languages.join(" ");
///         is_adult: is_adult(age),
///     }
/// }
/// let person = Person { name: "Ada".to_owned(), languages: vec!["fr".to_owned(), "en".to_owned()], is_adult: true };
/// let mut values = Vec::new();
/// person.write(&mut values);
/// assert_eq!((Person::LIST, values), ("age, name, languages", store::params![18, "Ada", "fr en"]));
/// ```
#[macro_export]
macro_rules! selected {
    ($(
        $type:ident $(<$life:lifetime>)? $(as $alias:literal)? $(|$row:ident|)? $(=> $own:ident)? $(($($part:tt)*))?
        {$($field:tt)*}
    )+) => {$(
        $crate::selected!(@life [$($life)?] [$type $(<$life>)?] [$($alias)?] [$($row)?] [$($own)?] [$($($part)*)?]
            $($field)*);
    )+};
    (@life [] $($rest:tt)*) => { $crate::selected!(@impl ['row] $($rest)*); };
    (@life [$life:lifetime] $($rest:tt)*) => { $crate::selected!(@impl [$life] $($rest)*); };
    (@impl [$life:lifetime] [$($type:tt)+] $alias:tt [$($row:ident)?] $own:tt
        [$(
            $part:ident $(: $part_column:literal)? $(: ($part_sql:expr))? $(: $part_type:ident)?
            $(via $part_parse:expr)? $(=> $part_written:expr)?
        ),* $(,)?]
        $(
            $field:ident $(: $column:literal)? $(: ($sql:expr))? $(: $type_of:ident)? $(via $parse:expr)?
            $(=> $written:expr)?
        ),* $(,)?
        $(; $($other:ident: $value:expr),+ $(,)?)?
    ) => {
        $crate::written!($own [$life] [$($type)+] $([$part $($part_written)?])* $([$field $($written)?])*);

        impl<$life> $crate::Selected for $($type)+ {
            const LIST: &'static str = $crate::text_list!(
                $([LIST $alias $part $($part_column)? $(($part_sql))? $($part_type)?])*
                $([LIST $alias $field $($column)? $(($sql))? $($type_of)?])*
            );
            const ALIASED: &'static str = $crate::text_list!(
                $([ALIASED $alias $part $($part_column)? $(($part_sql))? $($part_type)?])*
                $([ALIASED $alias $field $($column)? $(($sql))? $($type_of)?])*
            );
        }

        impl<$life> $crate::FromRow<$life> for $($type)+ {
            const COLUMNS: usize = 0 $(+ $crate::selected!(@columns $($part_type)?))*
                $(+ $crate::selected!(@columns $($type_of)?))*;

            fn read_at(
                row: &$life $crate::Row,
                first: usize,
            ) -> ::core::result::Result<Self, $crate::StoreError> {
                $(let $row = row;)?
                let mut at = first;
                let mut next = |columns: usize| {
                    let place = at;
                    at += columns;
                    place
                };
                $(let $part = $crate::selected!(@read row, next, [$($part_type)?] $($part_parse)?);)*
                ::core::result::Result::Ok(Self {
                    $($field: $crate::selected!(@read row, next, [$($type_of)?] $($parse)?),)*
                    $($($other: $value,)+)?
                })
            }
        }
    };
    (@columns) => { 1 };
    (@columns $type:ident) => { <$type as $crate::FromRow<'_>>::COLUMNS };
    (@read $row:ident, $next:ident, []) => { $crate::ColumnValue::read($row, $next(1))? };
    (@read $row:ident, $next:ident, [] $parse:expr) => { $crate::read_via($row, $next(1), $parse)? };
    (@read $row:ident, $next:ident, [$type:ident]) => {
        <$type as $crate::FromRow<'_>>::read_at($row, $next($crate::selected!(@columns $type)))?
    };
}

/// Writes the columns of [`selected!`], where the value has a name.
#[doc(hidden)]
#[macro_export]
macro_rules! written {
    ([] $($rest:tt)*) => {};
    ([$own:ident] [$life:lifetime] [$($type:tt)+] $([$($column:tt)+])*) => {
        impl<$life> $crate::Written for $($type)+ {
            fn write(&self, values: &mut ::std::vec::Vec<$crate::Value>) {
                let $own = self;
                $($crate::Written::write($crate::written!(@value $own, $($column)+), values);)*
            }
        }
    };
    (@value $own:ident, $field:ident) => { &$own.$field };
    (@value $own:ident, $field:ident $value:expr) => { &$value };
}

/// Joins the lists of columns of [`selected!`].
#[doc(hidden)]
#[macro_export]
macro_rules! text_list {
    ([$($first:tt)+] $([$($rest:tt)+])*) => {
        $crate::text!($crate::text_list!(@one $($first)+) $(, ", ", $crate::text_list!(@one $($rest)+))*)
    };
    (@one ALIASED [$alias:literal] $field:ident) => { concat!($alias, ".", stringify!($field)) };
    (@one ALIASED [$alias:literal] $field:ident $column:literal) => { concat!($alias, ".", $column) };
    (@one $list:ident $alias:tt $field:ident ($sql:expr) $($type:ident)?) => { $sql };
    (@one $list:ident $alias:tt $field:ident) => { stringify!($field) };
    (@one $list:ident $alias:tt $field:ident $column:literal) => { $column };
    (@one $list:ident $alias:tt $field:ident $column:literal $type:ident) => { $column };
    (@one $list:ident [] $field:ident $type:ident) => { <$type as $crate::Selected>::ALIASED };
    (@one $list:ident $alias:tt $field:ident $type:ident) => { <$type as $crate::Selected>::$list };
}
