//! Formats of the files of operations.

use crate::export::{EXPORTED_MAX, exchange};

/// The most operations of one document: some hundred pages.
const DOCUMENT_OPERATIONS_MAX: i64 = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Csv,
    /// A sheet of a table calculation.
    Xlsx,
    Pdf,
    /// The exchange text of 1C.
    Exchange(exchange::Encoding),
    /// A statement of ISO 20022.
    Camt,
}

impl Format {
    /// Every format, in the order in which the page offers them.
    pub(super) const ALL: [Self; 6] = [
        Self::Csv,
        Self::Xlsx,
        Self::Pdf,
        Self::Exchange(exchange::Encoding::Windows),
        Self::Exchange(exchange::Encoding::Utf8),
        Self::Camt,
    ];

    /// The value of the parameter `format`.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Pdf => "pdf",
            Self::Exchange(exchange::Encoding::Windows) => "1c",
            Self::Exchange(exchange::Encoding::Utf8) => "1c-utf-8",
            Self::Camt => "camt.053",
        }
    }

    /// The most operations that a file of the format takes.
    pub(super) const fn operations_max(self) -> i64 {
        match self {
            Self::Pdf => DOCUMENT_OPERATIONS_MAX,
            Self::Csv | Self::Xlsx | Self::Exchange(_) | Self::Camt => EXPORTED_MAX,
        }
    }

    /// The end of the file's name and the type of its content.
    pub(super) const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Csv => ("csv", sheets::CSV),
            Self::Xlsx => ("xlsx", sheets::XLSX),
            Self::Pdf => ("pdf", "application/pdf"),
            Self::Exchange(exchange::Encoding::Windows) => ("txt", "text/plain; charset=windows-1251"),
            Self::Exchange(exchange::Encoding::Utf8) => ("txt", "text/plain; charset=utf-8"),
            Self::Camt => ("xml", "application/xml"),
        }
    }
}
