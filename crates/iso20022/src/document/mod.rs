//! A valid document: its elements, their texts and their positions.
//!
//! Names and texts stay where they are in the text of the document; a text that does not stand there as it is,
//! because of a reference or a comment inside, is kept beside it. What the schema leaves open (supplementary data,
//! the header of an envelope) is in the text but not among the elements.

mod build;
mod element;

pub(crate) use build::Builder;
pub use element::Element;

use crate::position::Ruler;

#[derive(Debug)]
pub struct Document {
    text: String,
    /// Texts that do not stand in `text` as they are, one after the other, and values of attributes.
    beside: String,
    /// In the order of their start tags; never empty.
    nodes: Vec<Node>,
    attributes: Vec<AttributeNode>,
    namespace: String,
    message: String,
}

/// A piece of one of the two texts, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    start: u32,
    length: u32,
    beside: bool,
}

#[derive(Debug)]
struct Node {
    name: Span,
    offset: u32,
    /// Its number among the elements of its name, from 1, where the schema lets it repeat; else 0.
    ordinal: u32,
    /// The position of the element around it; its own position for the root.
    parent: u32,
    /// Behind its last descendant.
    end: u32,
    text: Span,
    /// Behind its last attribute; its first one is behind the last one of the node before.
    attributes_end: u32,
}

#[derive(Debug)]
struct AttributeNode {
    name: Span,
    value: Span,
}

impl Document {
    /// Returns the message definition, for example `auth.024.001.04`; the namespace for other messages than those of
    /// ISO 20022.
    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The root of the message, also inside an envelope.
    pub const fn root(&self) -> Element<'_> {
        Element::root_of(self)
    }

    /// The document as text: decoded, without a byte order mark, else as it was sent.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn elements(&self) -> usize {
        self.nodes.len()
    }

    /// Every text of an element and every value of an attribute, each with its element, in the order of the start tags.
    pub fn texts(&self) -> impl Iterator<Item = (Element<'_>, &str)> {
        (0..).zip(&self.nodes).flat_map(|(index, _)| {
            let element = Element::at_index(self, index);
            let texts = std::iter::once(element.text()).chain(element.attribute_values());
            texts.map(move |text| (element, text))
        })
    }

    /// Line and column of each start tag, both from 1, in the order of `elements`. Reads the text once, however many
    /// elements there are, where [`Element::line`] counts anew for each.
    pub fn positions(&self, elements: &[Element<'_>]) -> Vec<(u32, u32)> {
        let mut order: Vec<usize> = (0..elements.len()).collect();
        order.sort_by_key(|index| elements.get(*index).map_or(0, Element::offset));
        let mut ruler = Ruler::new(&self.text);
        let mut positions = vec![(1, 1); elements.len()];
        for index in order {
            if let (Some(element), Some(position)) = (elements.get(index), positions.get_mut(index)) {
                *position = ruler.position(element.offset());
            }
        }
        positions
    }

    fn piece(&self, span: Span) -> &str {
        let text = if span.beside { &self.beside } else { &self.text };
        let (start, length) = (span.start as usize, span.length as usize);
        text.get(start..start + length).unwrap_or_default()
    }

    fn node(&self, index: u32) -> Option<&Node> {
        self.nodes.get(index as usize)
    }
}
