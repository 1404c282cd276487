//! An element of a valid document, and the ways from it to others.

use std::fmt;

use super::{AttributeNode, Document, Node};
use crate::position::position;
use crate::violation::Violation;

/// An element. Cheap to copy; lives as long as its document.
#[derive(Clone, Copy)]
pub struct Element<'d> {
    document: &'d Document,
    index: u32,
}

impl fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Element({})", self.path())
    }
}

impl<'d> Element<'d> {
    pub(super) const fn root_of(document: &'d Document) -> Self {
        Self::at_index(document, 0)
    }

    pub(super) const fn at_index(document: &'d Document, index: u32) -> Self {
        Self { document, index }
    }

    fn node(&self) -> Option<&'d Node> {
        self.document.node(self.index)
    }

    /// The name without its prefix.
    pub fn name(&self) -> &'d str {
        self.node().map_or("", |node| self.document.piece(node.name))
    }

    /// The text as it was sent, references replaced; empty for an element that holds elements.
    pub fn text(&self) -> &'d str {
        self.node().map_or("", |node| self.document.piece(node.text))
    }

    /// The text without white space around it, which is no part of a number, a date or a code.
    pub fn value(&self) -> &'d str {
        self.text().trim_matches([' ', '\t', '\n', '\r'])
    }

    pub fn attribute(&self, name: &str) -> Option<&'d str> {
        let mut own = self.attributes().iter();
        own.find(|one| self.document.piece(one.name) == name).map(|one| self.document.piece(one.value))
    }

    pub(super) fn attribute_values(&self) -> impl Iterator<Item = &'d str> + use<'d> {
        let document = self.document;
        self.attributes().iter().map(move |one| document.piece(one.value))
    }

    fn attributes(&self) -> &'d [AttributeNode] {
        let end_of = |index| self.document.node(index).map_or(0, |node| node.attributes_end as usize);
        let start = self.index.checked_sub(1).map_or(0, end_of);
        self.document.attributes.get(start..end_of(self.index)).unwrap_or_default()
    }

    pub fn children(&self) -> impl Iterator<Item = Self> + use<'d> {
        let (document, end) = (self.document, self.node().map_or(0, |node| node.end));
        let standing = move |index: u32| (index < end).then_some(Self { document, index });
        std::iter::successors(standing(self.index + 1), move |child| standing(child.node()?.end))
    }

    pub fn all(&self, name: &'static str) -> impl Iterator<Item = Element<'d>> + use<'d> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The first element of this name inside.
    pub fn child(&self, name: &str) -> Option<Element<'d>> {
        self.children().find(|child| child.name() == name)
    }

    /// The first element at the end of a path like `Id/OrgId`.
    pub fn at(&self, path: &str) -> Option<Element<'d>> {
        path.split('/').try_fold(*self, |element, name| element.child(name))
    }

    /// The line of its start tag, from 1. Counted anew with each call.
    pub fn line(&self) -> u32 {
        self.position().0
    }

    /// The column of its start tag in characters, from 1. Counted anew with each call.
    pub fn column(&self) -> u32 {
        self.position().1
    }

    fn position(&self) -> (u32, u32) {
        position(&self.document.text, self.offset())
    }

    /// Returns the position of its start tag in the text, in bytes.
    pub(super) fn offset(&self) -> usize {
        self.node().map_or(0, |node| node.offset as usize)
    }

    /// Its position among the elements, as in [`Violation::path`]; the elements of an envelope are left out.
    pub fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut element = *self;
        while let Some(node) = element.node() {
            steps.push(match node.ordinal {
                0 => element.name().to_owned(),
                ordinal => format!("{}[{ordinal}]", element.name()),
            });
            if node.parent == element.index {
                break;
            }
            element.index = node.parent;
        }
        steps.iter().rev().fold(String::new(), |path, step| path + "/" + step)
    }

    /// A fault of this element, found by a check that the schema cannot make.
    pub fn violation(&self, reason: impl Into<String>) -> Violation {
        let (line, column) = self.position();
        Violation { line, column, path: self.path(), reason: reason.into() }
    }
}
