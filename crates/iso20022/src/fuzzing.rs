//! The steps of the reader one by one, for the fuzz targets; no part of the interface.

use crate::guard;
use crate::limits::Limits;
use crate::xml::{Event, Parser};

/// Runs the guard alone: returns the text and the position of its body when the bytes are admitted.
pub fn admitted(bytes: &[u8], charset: Option<&str>, limits: &Limits) -> Option<(String, usize)> {
    let admitted = guard::admit(bytes, charset, limits).ok()?;
    Some((admitted.text.into_owned(), admitted.body))
}

/// The size of a parsed text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    pub elements: usize,
    /// The number of attributes, without namespace declarations.
    pub attributes: usize,
    /// All texts of elements, one after the other, and all values of attributes.
    pub text: String,
}

/// The parser alone, on a text without an XML declaration.
pub fn parsed(text: &str, limits: &Limits) -> Result<Parsed, String> {
    let mut parser = Parser::new(text, 0, limits);
    let mut parsed = Parsed::default();
    loop {
        match parser.next().map_err(|error| error.kind.to_string())? {
            Event::Done => return Ok(parsed),
            Event::Start(_) => {
                parsed.elements += 1;
                parsed.attributes += parser.attributes().len();
                parsed.text.extend(parser.attributes().iter().map(|one| one.value.as_ref()));
            }
            Event::Text { text, .. } => parsed.text.push_str(&text),
            Event::End { .. } => {}
        }
    }
}
