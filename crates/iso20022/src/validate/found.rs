//! The violations so far, without lines and columns: those are counted once, at the end.

use super::frame::Frame;
use crate::position::Ruler;
use crate::violation::{Violation, Violations};
use crate::xml::XmlError;

#[derive(Debug)]
pub(super) struct Found {
    list: Vec<(usize, Violation)>,
    max: usize,
}

impl Found {
    pub(super) const fn new(max: usize) -> Self {
        Self { list: Vec::new(), max }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) const fn is_full(&self) -> bool {
        self.list.len() >= self.max
    }

    /// A violation of the innermost open element.
    pub(super) fn add(&mut self, offset: usize, frames: &[Frame<'_, '_>], reason: &str) {
        self.push(offset, path(frames.iter()), reason);
    }

    /// A violation of an attribute of an element that is about to be opened.
    pub(super) fn add_attribute(
        &mut self,
        offset: usize,
        frames: &[Frame<'_, '_>],
        frame: &Frame<'_, '_>,
        attribute: &str,
        reason: &str,
    ) {
        let mut path = path(frames.iter().chain([frame]));
        path.push_str("/@");
        path.push_str(attribute);
        self.push(offset, path, reason);
    }

    /// An error that ended the reading. It has room even in a full list, because it says why nothing follows.
    pub(super) fn fatal(&mut self, error: &XmlError, frames: &[Frame<'_, '_>]) {
        self.list.truncate(self.max.saturating_sub(1));
        self.push(error.offset, path(frames.iter()), &error.kind.to_string());
    }

    fn push(&mut self, offset: usize, path: String, reason: &str) {
        if !self.is_full() {
            let violation = Violation { line: 0, column: 0, path, reason: reason.to_owned() };
            self.list.push((offset, violation));
        }
    }

    /// The violations in the order of the document; `None` when there are none.
    pub(super) fn into_violations(mut self, text: &str) -> Option<Violations> {
        if self.list.is_empty() {
            return None;
        }
        let full = self.is_full();
        self.list.sort_by_key(|(offset, _)| *offset);
        let mut ruler = Ruler::new(text);
        let list = self.list.into_iter().map(|(offset, violation)| {
            let (line, column) = ruler.position(offset);
            Violation { line, column, ..violation }
        });
        let list = list.collect();
        Some(if full { Violations::stopped(list) } else { Violations::of(list) })
    }
}

/// `/Document/PmtRgltryInfNtfctn/TxNtfctn[2]`, or `/` outside of every element.
fn path<'f>(frames: impl Iterator<Item = &'f Frame<'f, 'f>>) -> String {
    let mut path = String::new();
    for frame in frames {
        path.push('/');
        path.push_str(frame.name);
        if frame.ordinal > 0 {
            path.push('[');
            path.push_str(&frame.ordinal.to_string());
            path.push(']');
        }
    }
    if path.is_empty() {
        path.push('/');
    }
    path
}
