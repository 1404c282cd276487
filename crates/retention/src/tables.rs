//! The tables of a kind, declared once.

use store::{ColumnType, Table as Declared};

use crate::rows::Column;

/// Declares the tables of a kind as `static TABLES: &[Table]`, those that others refer to first.
///
/// Tables that have a struct of their rows ([`store::TableRow`]) come first, in brackets. Of others every column is
/// here with its type, after those of the primary key in parentheses. The SQL that reads and deletes the rows of a
/// thing follows. The condition `by` finds the rows of a thing by its key; a table may have one of its own.
///
/// ```
/// /// Rows of `letters`.
/// #[derive(store::TableRow)]
/// #[table(name = "letters", key(letter_id))]
/// struct LetterRow<'a> {
///     letter_id: &'a str,
///     subject: Option<&'a str>,
/// }
/// retention::tables! {
///     /// Every table with rows of a letter.
///     pub by "letter_id = $1":
///     [LetterRow<'static>]
///     letter_pieces(file_id, piece) by "file_id = $1" { file_id Text, piece Integer, content Bytes }
/// }
/// assert_eq!(TABLES[0].rows.sql(), "select letter_id, subject from letters where letter_id = $1");
/// assert_eq!(TABLES[1].delete.sql(), "delete from letter_pieces where file_id = $1");
/// ```
#[macro_export]
macro_rules! tables {
    (
        $(#[$documentation:meta])* $visibility:vis by $key:literal:
        $([$($row:ty),+ $(,)?])?
        $($table:ident($($primary:ident),+) $(by $own:literal)? {
            $first:ident $first_type:ident $(, $column:ident $type:ident)* $(,)?
        })*
    ) => {
        $(#[$documentation])*
        $visibility static TABLES: &[$crate::Table] = &[
            $($($crate::tables!(@table
                <$row as ::store::TableRow<'static>>::TABLE.name,
                <$row as ::store::TableRow<'static>>::TABLE.key,
                {
                    const COLUMNS: &[$crate::Column] =
                        &$crate::typed::<{ <$row as ::store::TableRow<'static>>::TABLE.columns.len() }>(
                            &<$row as ::store::TableRow<'static>>::TABLE,
                        );
                    COLUMNS
                },
                <$row as ::store::TableRow<'static>>::LIST,
                $key
            ),)+)?
            $($crate::tables!(@table
                stringify!($table),
                &[$(stringify!($primary)),+],
                &[
                    (stringify!($first), $crate::ColumnType::$first_type),
                    $((stringify!($column), $crate::ColumnType::$type)),*
                ],
                concat!(stringify!($first), $(", ", stringify!($column)),*),
                $crate::tables!(@where $key $($own)?)
            ),)*
        ];
    };
    (@table $name:expr, $primary:expr, $columns:expr, $list:expr, $condition:expr) => {
        $crate::Table {
            name: $name,
            columns: $columns,
            primary: $primary,
            rows: {
                static ROWS: ::store::Query = ::store::Query::new(
                    ::store::text!("archive_rows_of_", $name),
                    ::store::text!("select ", $list, " from ", $name, " where ", $condition),
                );
                &ROWS
            },
            delete: {
                static DELETE: ::store::Query = ::store::Query::new(
                    ::store::text!("archive_delete_of_", $name),
                    ::store::text!("delete from ", $name, " where ", $condition),
                );
                &DELETE
            },
        }
    };
    (@where $key:literal) => { $key };
    (@where $key:literal $own:literal) => { $own };
}

/// Lists the columns of a declared table with their types; [`tables!`] calls this while the program is compiled.
pub const fn typed<const COUNT: usize>(table: &Declared) -> [Column; COUNT] {
    let mut typed = [("", ColumnType::Text); COUNT];
    let mut index = 0;
    while index < COUNT {
        typed[index] = (table.columns[index].0, table.columns[index].1);
        index += 1;
    }
    typed
}
