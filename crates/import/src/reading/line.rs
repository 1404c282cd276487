//! Finds the line of a file to which a position belongs.

/// Counts the lines of a text up to positions that are asked for in their order.
pub(super) struct LineCounter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> LineCounter<'a> {
    /// Counts in a text whose first character stands on the line `first`.
    pub(super) const fn new(text: &'a str, first: u64) -> Self {
        Self { bytes: text.as_bytes(), at: 0, line: first }
    }

    /// The line of the byte at `position`, counted from 1. Lines end with LF, CR LF or CR.
    pub(super) fn line_of(&mut self, position: usize) -> u64 {
        while self.at < position.min(self.bytes.len()) {
            let next = self.bytes.get(self.at + 1);
            let ends = match self.bytes.get(self.at) {
                Some(b'\n') => true,
                Some(b'\r') => next != Some(&b'\n'),
                _ => false,
            };
            self.line += u64::from(ends);
            self.at += 1;
        }
        self.line
    }

    /// Like [`Self::line_of`], for the first byte at or after `position` that ends no line: blank lines are passed
    /// over.
    pub(super) fn line_of_text_after(&mut self, position: usize) -> u64 {
        let after = self.bytes.get(position..).unwrap_or_default();
        let blank = after.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        self.line_of(position + blank)
    }
}

/// Finds the sign between cells in a header. Spreadsheets in many countries write semicolons; the names of columns
/// contain neither sign.
pub(super) fn delimiter_of(header: &[u8]) -> u8 {
    if header.contains(&b';') && !header.contains(&b',') { b';' } else { b',' }
}
