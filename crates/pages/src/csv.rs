//! Cells of tables that people open in a table calculation.

/// Tells a table calculation that a file is UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Begin a formula; some programs take the wide forms too.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Quotes a cell by RFC 4180. A text that a table calculation would take for a formula gets an apostrophe in front.
#[must_use]
pub fn csv_cell(text: &str) -> String {
    let guard = if text.starts_with(FORMULA) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}
