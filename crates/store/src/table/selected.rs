//! Values that are read out of some columns of a statement.

use crate::{Row, StoreError};

/// A value made of columns that stand side by side in a row; [`selected!`](crate::selected) declares it.
pub trait Selected: Sized {
    /// `task_id, state`.
    const LIST: &'static str;
    /// `t.task_id, t.state`, with the short name of the table.
    const ALIASED: &'static str;
    /// The number of the columns.
    const COLUMNS: usize;

    /// Reads the columns of [`Selected::LIST`], the first of which is at the place `first` of the row.
    fn read_at(row: &Row, first: usize) -> Result<Self, StoreError>;

    /// Reads the columns of [`Selected::LIST`], with which the row begins.
    fn read(row: &Row) -> Result<Self, StoreError> {
        Self::read_at(row, 0)
    }

    /// Reads the rows of a statement, each of which begins with the columns.
    fn read_all(rows: &[Row]) -> Result<Vec<Self>, StoreError> {
        rows.iter().map(Self::read).collect()
    }
}

/// Says from which columns a struct is read: each field from the column of its name, or from the one that it names.
/// Fields that no column holds follow after a semicolon, with their values.
///
/// ```
/// use store::Selected;
///
/// struct Task {
///     id: String,
///     certificate_count: i64,
///     reasons: Vec<String>,
/// }
/// store::selected! {
///     Task as "t" { id: "task_id", certificate_count; reasons: Vec::new() }
/// }
/// store::queries! {
///     /// A task.
///     TASK = store::text!("select ", Task::ALIASED, " from certificate_tasks t where t.task_id = $1");
/// }
/// assert_eq!(TASK.sql(), "select t.task_id, t.certificate_count from certificate_tasks t where t.task_id = $1");
/// assert_eq!((Task::LIST, Task::COLUMNS), ("task_id, certificate_count", 2));
/// ```
#[macro_export]
macro_rules! selected {
    ($($type:ident as $alias:literal {
        $field:ident $(: $column:literal)? $(, $fields:ident $(: $columns:literal)?)* $(,)?
        $(; $($other:ident: $value:expr),+ $(,)?)?
    })+) => {$(
        impl $crate::Selected for $type {
            const LIST: &'static str = concat!(
                $crate::selected!(@column $field $($column)?)
                $(, ", ", $crate::selected!(@column $fields $($columns)?))*
            );
            const ALIASED: &'static str = concat!(
                $alias, ".", $crate::selected!(@column $field $($column)?)
                $(, ", ", $alias, ".", $crate::selected!(@column $fields $($columns)?))*
            );
            const COLUMNS: usize = [stringify!($field) $(, stringify!($fields))*].len();

            fn read_at(row: &$crate::Row, first: usize) -> ::core::result::Result<Self, $crate::StoreError> {
                let mut places = first..;
                let mut next = || places.next().unwrap_or(usize::MAX);
                ::core::result::Result::Ok(Self {
                    $field: $crate::ColumnValue::read(row, next())?,
                    $($fields: $crate::ColumnValue::read(row, next())?,)*
                    $($($other: $value,)+)?
                })
            }
        }
    )+};
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
}
