//! XML that is no message: texts of other vocabularies, read by the same parser under limits of the caller's.

use std::borrow::Cow;

use thiserror::Error;

use crate::guard::first_forbidden;
use crate::limits::Limits;
use crate::xml::{Event, Parser, XmlError, declaration};

/// Error of a text that is not accepted XML, or exceeds a limit.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("byte {offset}: {reason}")]
pub struct NotXml {
    /// The position, in bytes.
    pub offset: usize,
    pub reason: String,
}

impl From<XmlError> for NotXml {
    fn from(error: XmlError) -> Self {
        Self { offset: error.offset, reason: error.kind.to_string() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XmlPiece<'t> {
    /// An element begins; this is its name without a prefix.
    Start(&'t str),
    /// Text, references replaced. Comments and sections cut a text into several pieces.
    Text(Cow<'t, str>),
    End,
}

/// Reads a text piece by piece. The time is proportional to its length, and the memory to the limits.
#[derive(Debug)]
pub struct XmlReader<'t> {
    parser: Parser<'t>,
    prefix: &'t str,
}

impl<'t> XmlReader<'t> {
    /// Begins with a decoded text; `bytes_max` of the limits is for whoever has its bytes.
    pub fn new(text: &'t str, limits: &Limits) -> Result<Self, NotXml> {
        let (_, body) = declaration::parse(text)?;
        if let Some(offset) = first_forbidden(text) {
            return Err(NotXml { offset, reason: "the character here is not allowed in XML".to_owned() });
        }
        Ok(Self { parser: Parser::new(text, body, limits), prefix: "" })
    }

    /// Returns the next piece; `None` when the document is complete.
    pub fn next_piece(&mut self) -> Result<Option<XmlPiece<'t>>, NotXml> {
        Ok(match self.parser.next()? {
            Event::Start(start) => {
                self.prefix = start.prefix;
                Some(XmlPiece::Start(start.local))
            }
            Event::Text { text, .. } => Some(XmlPiece::Text(text)),
            Event::End { .. } => Some(XmlPiece::End),
            Event::Done => None,
        })
    }

    /// The namespace of the element that began last; empty for none.
    pub fn namespace(&self) -> &str {
        self.parser.namespace(self.prefix)
    }

    /// An attribute without a prefix of the element that began last.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let attribute =
            self.parser.attributes().iter().find(|one| one.prefix.is_empty() && one.local == name);
        attribute.map(|one| one.value.as_ref())
    }
}
