//! Documents to keep: HTML and PDF, made together.

use kernel::Instant;
use uuid::Uuid;

use super::DocumentFacts;
use super::template::{TemplateError, Templates};
use super::typeset::{Imprint, Printed, print};

/// Finished document that waits to be written.
#[derive(Clone, PartialEq, Eq)]
pub struct Paper {
    pub facts: DocumentFacts,
    pub number: i64,
    /// Its name for ever.
    pub uid: Uuid,
    pub created_at: Instant,
    /// The version of the template it was made with.
    pub version: i32,
    pub html: String,
    pub printed: Printed,
}

impl Paper {
    /// Makes the document with the current template. Takes some milliseconds of arithmetic, like [`print()`].
    pub fn make(
        templates: &Templates,
        facts: DocumentFacts,
        created_at: Instant,
    ) -> Result<Self, TemplateError> {
        let no_number = || TemplateError("a document to keep has a number".to_owned());
        let (number, uid) = facts.identity.ok_or_else(no_number)?;
        let version = templates.current();
        let html = templates.render(version, &facts)?;
        let imprint =
            Imprint { language: facts.language, bank_name: &facts.bank_name, uid, number, created_at };
        let printed = print(&html, imprint)?;
        Ok(Self { facts, number, uid, created_at, version, html, printed })
    }
}
