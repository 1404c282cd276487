//! Puts a document together while it is validated.

use super::{AttributeNode, Document, Node, Span};
use crate::schema::Schema;
use crate::validate::{Frame, Text};
use crate::xml::Attribute;

#[derive(Debug, Default)]
pub(crate) struct Builder {
    beside: String,
    nodes: Vec<Node>,
    attributes: Vec<AttributeNode>,
    open: Vec<u32>,
}

/// Documents are far below 4 GiB: [`crate::Reader`] sees to that.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn open(&mut self, frame: &Frame<'_, '_>, attributes: &[Attribute<'_>]) {
        let position = small(self.nodes.len());
        // Hints where a schema is have a prefix and are no part of the message.
        for attribute in attributes.iter().filter(|one| one.prefix.is_empty()) {
            let name =
                Span { start: small(attribute.offset), length: small(attribute.local.len()), beside: false };
            let value = self.keep(&attribute.value);
            self.attributes.push(AttributeNode { name, value });
        }
        self.nodes.push(Node {
            name: Span { start: small(frame.name_offset), length: small(frame.name.len()), beside: false },
            offset: small(frame.offset),
            ordinal: frame.ordinal,
            parent: self.open.last().copied().unwrap_or(position),
            end: position + 1,
            text: Span { start: 0, length: 0, beside: true },
            attributes_end: small(self.attributes.len()),
        });
        self.open.push(position);
    }

    pub(crate) fn close(&mut self, text: Option<&Text<'_>>) {
        let end = small(self.nodes.len());
        let span = text.map(|text| match text.position() {
            Ok((start, length)) => Span { start: small(start), length: small(length), beside: false },
            Err(text) => self.keep(text),
        });
        let Some(node) = self.open.pop().and_then(|position| self.nodes.get_mut(position as usize)) else {
            return;
        };
        node.end = end;
        if let Some(span) = span {
            node.text = span;
        }
    }

    pub(crate) fn finish(self, text: String, schema: &Schema) -> Document {
        let Self { beside, nodes, attributes, .. } = self;
        let (namespace, message) = (schema.namespace.clone(), schema.message().to_owned());
        Document { text, beside, nodes, attributes, namespace, message }
    }

    fn keep(&mut self, text: &str) -> Span {
        let start = small(self.beside.len());
        self.beside.push_str(text);
        Span { start, length: small(text.len()), beside: true }
    }
}
