//! The root of a document: the message itself, or a business envelope around a header and the message.
//!
//! ISO 20022 leaves the envelope to those who exchange messages, so its own element may have any name. Of the header,
//! head.001 `AppHdr`, only the position is checked: nothing in it decides anything here, the message says it all again.

use super::frame::{Content, Envelope, Frame};
use super::{Validator, reasons};
use crate::schema::{self, MESSAGE_NAMESPACE, Schema};
use crate::schemas::Schemas;
use crate::xml::{Start, XmlError};

impl Envelope {
    /// Tells the reason why an envelope that ends is incomplete.
    pub(super) fn missing(self, schemas: &Schemas, family: Option<&str>) -> Option<String> {
        match (self.header, self.document) {
            (_, true) => None,
            (true, false) => Some(reasons::missing(DOCUMENT)),
            (false, false) => Some(no_message(schemas, family)),
        }
    }
}

const DOCUMENT: &str = "Document";
const HEADER: &str = "AppHdr";

const NAMESPACES_SHOWN_MAX: usize = 12;

impl<'s, 't> Validator<'s, 't> {
    pub(super) fn root(&mut self, start: Start<'t>) -> Result<Frame<'s, 't>, XmlError> {
        if start.local == DOCUMENT || self.known(start).is_some() {
            return self.document(start);
        }
        Ok(Frame { content: Content::Envelope(Envelope::default()), ..Frame::unchecked(start) })
    }

    pub(super) fn envelope_child(&mut self, start: Start<'t>) -> Result<Frame<'s, 't>, XmlError> {
        let is_header = start.local == HEADER && is_header_namespace(self.parser.namespace(start.prefix));
        let Some(Frame { content: Content::Envelope(envelope), .. }) = self.frames.last_mut() else {
            return Ok(Frame::unchecked(start));
        };
        let seen = *envelope;
        let reason = match (is_header, start.local == DOCUMENT) {
            (true, _) => {
                envelope.header = true;
                match (seen.header, seen.document) {
                    (true, _) => Some(reasons::too_many(HEADER, 1)),
                    (false, true) => Some(reasons::misplaced(HEADER, DOCUMENT)),
                    (false, false) => None,
                }
            }
            (false, true) => {
                envelope.document = true;
                match (seen.header, seen.document) {
                    (_, true) => Some(reasons::too_many(DOCUMENT, 1)),
                    (false, false) => Some(reasons::missing_before(HEADER, DOCUMENT)),
                    (true, false) => None,
                }
            }
            (false, false) if seen.header => Some(reasons::unexpected(start.local, &[DOCUMENT])),
            (false, false) => Some(reasons::unexpected(start.local, &["AppHdr of head.001"])),
        };
        if let Some(reason) = reason {
            self.found.add(start.offset, &self.frames, &reason);
        }
        let first_document = start.local == DOCUMENT && !is_header && !seen.document;
        if first_document { self.document(start) } else { Ok(Frame::unchecked(start)) }
    }

    /// The root of the message, whose namespace tells the version.
    fn document(&mut self, start: Start<'t>) -> Result<Frame<'s, 't>, XmlError> {
        let namespace = self.parser.namespace(start.prefix);
        let element = self.known(start);
        let Some((schema, element)) = element else {
            let reason = if namespace.is_empty() {
                format!(
                    "the element {} has no namespace; {}",
                    start.local,
                    accepted(self.schemas, self.family)
                )
            } else {
                let shown = reasons::cut(namespace);
                format!("the namespace {shown} is not accepted; {}", accepted(self.schemas, self.family))
            };
            self.found.add(start.offset, &self.frames, &reason);
            return Ok(Frame::unchecked(start));
        };
        self.schema = Some(schema);
        let frame = Frame { kept: true, ..Frame::unchecked(start) };
        self.typed(frame, schema, element.content)
    }

    /// Finds the definition that declares this element as a root, when it is one of the accepted messages.
    fn known(&self, start: Start<'t>) -> Option<(&'s Schema, &'s schema::Element)> {
        let schema = self.schemas.of(self.parser.namespace(start.prefix))?;
        let accepted = self.family.is_none_or(|family| schema.is_of(family));
        let element = schema.root(start.local).filter(|_| accepted)?;
        Some((schema, element))
    }
}

/// head.001, in any version.
fn is_header_namespace(namespace: &str) -> bool {
    namespace.strip_prefix(MESSAGE_NAMESPACE).is_some_and(|message| message.starts_with("head.001.001."))
}

fn accepted(schemas: &Schemas, family: Option<&str>) -> String {
    let all = schemas.all().filter(|schema| family.is_none_or(|family| schema.is_of(family)));
    let names: Vec<&str> = all.map(|schema| schema.namespace.as_str()).take(NAMESPACES_SHOWN_MAX).collect();
    format!("accepted: {}", names.join(", "))
}

fn no_message(schemas: &Schemas, family: Option<&str>) -> String {
    let accepted = accepted(schemas, family);
    format!("the root has to be Document, or an envelope with AppHdr of head.001 and Document; {accepted}")
}
