//! Lines and columns of a text, counted only for a report: a good document pays nothing.

/// Walks a text forward; positions must be asked for in their order.
pub(crate) struct Ruler<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    /// Characters of the current line before `at`.
    characters: usize,
}

impl<'t> Ruler<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1, characters: 0 }
    }

    /// Line and column of the byte offset, both from 1. An offset after the end is the end; one before the last
    /// position asked for is that position.
    pub(crate) fn position(&mut self, offset: usize) -> (u32, u32) {
        let bytes = self.text.as_bytes();
        let end = offset.min(bytes.len());
        while let Some(found) =
            bytes.get(self.at..end).and_then(|rest| memchr::memchr2(b'\n', b'\r', rest)).map(|n| n + self.at)
        {
            // CR LF is one end of a line, and the CR before it the last character of that line.
            if bytes[found] == b'\r' && bytes.get(found + 1) == Some(&b'\n') {
                self.count_to(found + 1);
            } else {
                self.at = found + 1;
                self.characters = 0;
                self.line = self.line.saturating_add(1);
            }
        }
        self.count_to(end);
        (self.line, u32::try_from(self.characters).unwrap_or(u32::MAX).saturating_add(1))
    }

    fn count_to(&mut self, end: usize) {
        if let Some(passed) = self.text.get(self.at..end) {
            self.characters += passed.chars().count();
            self.at = end;
        }
    }
}

/// Line and column of one place.
pub(crate) fn position(text: &str, offset: usize) -> (u32, u32) {
    Ruler::new(text).position(offset)
}
