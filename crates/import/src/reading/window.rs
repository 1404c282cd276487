//! Parts of a file that end between two rows, so that a file of any size is read in the memory of one part.

use std::io::Read;

use super::line::{LineCounter, delimiter_of};
use crate::limits::{ROW_BYTES_MAX, WINDOW_BYTES};

pub(crate) struct Window {
    /// Whole rows; the first part begins with the header or the bracket.
    pub(crate) text: String,
    /// The line of its first character, counted from 1.
    pub(crate) line: u64,
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
}

/// A file that cannot be read on.
pub(crate) struct WindowError {
    /// The line, counted from 1; `None` when the file as a whole is meant.
    pub(crate) line: Option<u64>,
    /// The message for the person who wrote the file.
    pub(crate) message: String,
}

/// The places between the rows of a format.
pub(crate) trait Cut {
    /// Looks at the next bytes, which begin at `at`, and returns the last end of a row within them, if any.
    fn ends_within(&mut self, bytes: &[u8], at: usize) -> Option<usize>;
}

pub(crate) struct Windows<R, C> {
    input: R,
    cut: C,
    held: Vec<u8>,
    looked_at: usize,
    line: u64,
    is_first: bool,
    is_over: bool,
}

impl<R: Read, C: Cut> Windows<R, C> {
    pub(crate) const fn new(input: R, cut: C) -> Self {
        Self { input, cut, held: Vec::new(), looked_at: 0, line: 1, is_first: true, is_over: false }
    }

    /// Returns the next part; `None` after the last one. A file with an error is read no further.
    pub(crate) fn next(&mut self) -> Result<Option<Window>, WindowError> {
        if self.is_over {
            return Ok(None);
        }
        let end = loop {
            let wanted = u64::try_from(WINDOW_BYTES).unwrap_or(u64::MAX);
            let read = (&mut self.input).take(wanted).read_to_end(&mut self.held);
            let read = read
                .map_err(|error| WindowError { line: None, message: format!("cannot be read: {error}") })?;
            if read < WINDOW_BYTES {
                self.is_over = true;
                break self.held.len();
            }
            // A line end of two characters may be cut in half here, so its last byte is looked at with the next ones.
            let fresh = self.held.get(self.looked_at..).unwrap_or_default();
            let end = self.cut.ends_within(fresh, self.looked_at);
            self.looked_at = self.held.len();
            if let Some(end) = end {
                break end;
            }
            if self.held.len() > ROW_BYTES_MAX {
                let message = "has a row without an end: is a quotation mark without its partner?";
                return Err(WindowError { line: Some(self.line), message: message.to_owned() });
            }
        };
        let rest = self.held.split_off(end);
        let bytes = std::mem::replace(&mut self.held, rest);
        self.looked_at = self.looked_at.saturating_sub(end);
        self.window(bytes).map(Some)
    }

    #[expect(clippy::naive_bytecount, reason = "once, for a file that is refused")]
    fn window(&mut self, bytes: Vec<u8>) -> Result<Window, WindowError> {
        let line = self.line;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
            let lines = valid.iter().filter(|byte| **byte == b'\n').count();
            let line = line + u64::try_from(lines).unwrap_or(u64::MAX);
            let message = "is not UTF-8; save the file in that encoding".to_owned();
            WindowError { line: Some(line), message }
        })?;
        let is_first = std::mem::replace(&mut self.is_first, false);
        let text = match text.strip_prefix('\u{feff}') {
            Some(text) if is_first => text.to_owned(),
            _ => text,
        };
        self.line = LineCounter::new(&text, line).line_of(text.len());
        Ok(Window { text, line, is_first, is_last: self.is_over })
    }
}

/// Cuts CSV after a line break that is in no cell.
#[derive(Debug, Default)]
pub(crate) struct CsvCut {
    state: CsvState,
    /// The sign between cells; unknown before the header has ended.
    delimiter: Option<u8>,
    header: Vec<u8>,
    /// The byte before is a CR that ends a row.
    after_return: bool,
}

/// A place in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CsvState {
    #[default]
    Begin,
    Plain,
    Quoted,
    /// After a quotation mark that ends the cell, or is the first of two.
    End,
}

impl CsvState {
    /// The place after the next byte.
    pub(super) fn after(self, byte: u8, delimiter: Option<u8>) -> Self {
        match (self, byte) {
            (Self::Quoted, b'"') => Self::End,
            (Self::Begin | Self::End, b'"') | (Self::Quoted, _) => Self::Quoted,
            _ if Some(byte) == delimiter || matches!(byte, b'\n' | b'\r') => Self::Begin,
            _ => Self::Plain,
        }
    }
}

impl Cut for CsvCut {
    fn ends_within(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
        let mut end = None;
        for (index, byte) in bytes.iter().enumerate() {
            if self.delimiter.is_none() {
                self.note_header(*byte);
            }
            if std::mem::take(&mut self.after_return) && *byte != b'\n' {
                end = Some(at + index);
            }
            self.state = self.state.after(*byte, self.delimiter);
            if self.state == CsvState::Begin {
                match byte {
                    b'\n' => end = Some(at + index + 1),
                    b'\r' => self.after_return = true,
                    _ => {}
                }
            }
        }
        end
    }
}

impl CsvCut {
    fn note_header(&mut self, byte: u8) {
        if !matches!(byte, b'\n' | b'\r') {
            self.header.push(byte);
        } else if !self.header.is_empty() {
            self.delimiter = Some(delimiter_of(&self.header));
            self.header = Vec::new();
        }
    }
}

/// Cuts JSON after a comma between two items of the outermost array.
#[derive(Debug, Default)]
pub(crate) struct JsonCut {
    depth: usize,
    in_text: bool,
    is_escaped: bool,
}

impl Cut for JsonCut {
    fn ends_within(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
        let mut end = None;
        for (index, byte) in bytes.iter().enumerate() {
            if self.in_text {
                match byte {
                    _ if self.is_escaped => self.is_escaped = false,
                    b'\\' => self.is_escaped = true,
                    b'"' => self.in_text = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_text = true,
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                b',' if self.depth == 1 => end = Some(at + index + 1),
                _ => {}
            }
        }
        end
    }
}
