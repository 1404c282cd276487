//! Tables that people make with spreadsheets: the bytes of a file in, rows of texts out, and back.
//!
//! [`read`] tells by the bytes what a file is: XLSX, or CSV in UTF-8, UTF-16 or windows-1251, with semicolons, commas
//! or tabs. Names of files and media types are not asked, because browsers guess them. Everything has a limit, so that
//! a file of a few kilobytes cannot become gigabytes. The texts mean nothing here: what a column is, its area knows.
//!
//! A sheet of any length is written by a [`SheetWriter`], with numbers and days as such.
//!
//! To add a format, add a file that makes [`Row`]s, and the bytes that it begins with to [`read`].

mod csv;
mod number;
mod sheet_writer;
mod table;
mod text;
mod xlsx;

pub use self::csv::{BYTE_ORDER_MARK, CSV, csv_cell, csv_text};
pub use self::sheet_writer::{Cell, Look, SHEET_ROWS_MAX, SheetWriter};
pub use self::table::{Limits, Row, Unreadable};
pub use self::text::text_of;
pub use self::xlsx::{Unwritable, XLSX, xlsx_bytes};

/// Reads a file of a table. Rows without any text are left out.
///
/// # Errors
/// Why the file is no table within the limits.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Vec<Row>, Unreadable> {
    if xlsx::is_like(bytes) {
        return xlsx::read(bytes, limits);
    }
    csv::read(&text_of(bytes)?, limits)
}
