//! The document of a request: made from a versioned template, kept as HTML and as PDF.
//!
//! A template is a file of `documents/`, one folder per version. It is HTML of a few elements (see [`Content`]), so
//! that one rendering serves both forms: the HTML is handed out as it is, and read back to set the PDF. Neither can say
//! something that the other does not. Whatever comes from a client or a bank's file is escaped on its way in, and read
//! back as text.
//!
//! To change what a document says, a bank adds a version in a folder of its own (`folder.rs`), and the program one in
//! `documents/v2` with its lines in `template.rs`; the files of a version that was once used stay as they are, because
//! requests name their version.

mod content;
mod facts;
mod folder;
mod paper;
mod template;
mod typeset;

pub use content::{Block, Content, ContentError};
pub use facts::{DocumentFacts, RequestedChange};
pub use folder::FolderError;
pub use paper::Paper;
pub use template::{BANK_VERSION_MIN, TemplateError, Templates};
pub use typeset::{Imprint, Printed, print};

use kernel::Language;

use crate::request::DocumentType;

/// Names the file of a downloaded document.
pub fn file_name(document_type: DocumentType, number: i64, language: Language) -> String {
    let (russian, english) = match document_type {
        DocumentType::Change => ("Заявление на смену тарифа №", "Tariff change request No."),
        DocumentType::CancelFutureChange => {
            ("Заявление об отмене смены тарифа №", "Tariff change cancellation No.")
        }
    };
    format!("{} {number}.pdf", language.pick(russian, english))
}
