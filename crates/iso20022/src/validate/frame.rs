//! The stack of open elements.

use std::borrow::Cow;

use super::matching::Cursor;
use crate::schema::{Group, SimpleType};
use crate::xml::Start;

#[derive(Debug)]
pub(crate) struct Frame<'s, 't> {
    /// The name without its prefix.
    pub(crate) name: &'t str,
    /// The position of the name, in bytes of the text.
    pub(crate) name_offset: usize,
    pub(crate) offset: usize,
    /// Its number, from 1, where the schema lets it repeat or the document does; else 0.
    pub(crate) ordinal: u32,
    /// Set when it belongs to the document that is handed out.
    pub(crate) kept: bool,
    pub(super) content: Content<'s>,
}

#[derive(Debug)]
pub(super) enum Content<'s> {
    Elements(Cursor<'s>),
    Text(&'s SimpleType),
    /// A business envelope: a header and the document.
    Envelope(Envelope),
    /// Anything; elements that the schema declares are checked.
    Lax,
    /// Anything: the header of an envelope, or elements after an error.
    Unchecked,
}

/// The parts of a business envelope that have been read.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Envelope {
    /// The header, `AppHdr`.
    pub(super) header: bool,
    pub(super) document: bool,
}

impl Content<'_> {
    pub(super) fn of_group(group: &Group) -> Content<'_> {
        Content::Elements(Cursor::new(group))
    }
}

impl<'s, 't> Frame<'s, 't> {
    pub(super) const fn unchecked(start: Start<'t>) -> Self {
        let prefix = if start.prefix.is_empty() { 0 } else { start.prefix.len() + 1 };
        Self {
            name: start.local,
            name_offset: start.offset + 1 + prefix,
            offset: start.offset,
            ordinal: 0,
            kept: false,
            content: Content::Unchecked,
        }
    }

    /// The elements inside, when it is one of those, and whether they belong to the document.
    pub(super) fn group(&mut self) -> Option<(bool, &mut Cursor<'s>)> {
        match &mut self.content {
            Content::Elements(cursor) => Some((self.kept, cursor)),
            _ => None,
        }
    }
}

/// A text, in one piece as long as possible.
#[derive(Debug, Default)]
pub(crate) struct Text<'t> {
    /// The only piece, or nothing.
    first: Option<Cow<'t, str>>,
    /// All pieces, when there are several.
    joined: String,
    offset: Option<usize>,
}

impl<'t> Text<'t> {
    pub(super) fn clear(&mut self) {
        self.first = None;
        self.joined.clear();
        self.offset = None;
    }

    pub(super) fn push(&mut self, piece: Cow<'t, str>, offset: usize) {
        match self.first.take() {
            // Pieces before it, if there are any, are empty sections.
            None if self.joined.is_empty() => (self.first, self.offset) = (Some(piece), Some(offset)),
            first => {
                if let Some(first) = first {
                    self.joined.push_str(&first);
                }
                self.joined.push_str(&piece);
            }
        }
    }

    pub(super) fn get(&self) -> &str {
        self.first.as_deref().unwrap_or(&self.joined)
    }

    /// Returns its position and length in the document when it is there as it is, in bytes; else the text itself.
    pub(crate) fn position(&self) -> Result<(usize, usize), &str> {
        match (&self.first, self.offset) {
            (Some(Cow::Borrowed(piece)), Some(offset)) => Ok((offset, piece.len())),
            _ => Err(self.get()),
        }
    }

    /// Returns its position, or `other` when there is none.
    pub(super) fn offset_or(&self, other: usize) -> usize {
        self.offset.unwrap_or(other)
    }
}
