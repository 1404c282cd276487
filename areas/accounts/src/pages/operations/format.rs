//! Formats of the files of operations.

use crate::export::EXPORTED_MAX;

/// The most operations of one document: some hundred pages.
const DOCUMENT_OPERATIONS_MAX: i64 = 2_000;

kernel::text_enum! {
    /// Format of a file, by the value of the parameter `format`; the page offers them in this order.
    pub(super) enum Format {
        Csv = "csv",
        Xlsx = "xlsx",
        Pdf = "pdf",
        /// The exchange text of 1C in windows-1251.
        Exchange = "1c",
        ExchangeUtf8 = "1c-utf-8",
        Camt = "camt.053",
    }
}

impl Format {
    pub(super) const fn operations_max(self) -> i64 {
        match self {
            Self::Pdf => DOCUMENT_OPERATIONS_MAX,
            Self::Csv | Self::Xlsx | Self::Exchange | Self::ExchangeUtf8 | Self::Camt => EXPORTED_MAX,
        }
    }

    /// The end of the file's name and the type of its content.
    pub(super) const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Csv => ("csv", sheets::CSV),
            Self::Xlsx => ("xlsx", sheets::XLSX),
            Self::Pdf => ("pdf", "application/pdf"),
            Self::Exchange => ("txt", "text/plain; charset=windows-1251"),
            Self::ExchangeUtf8 => ("txt", "text/plain; charset=utf-8"),
            Self::Camt => ("xml", "application/xml"),
        }
    }
}
