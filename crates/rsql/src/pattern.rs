//! Texts with wildcards.

use crate::scanner::{Symbol, Written};
use crate::{RsqlError, RsqlErrorKind};

/// The most wildcards of one value; neighbours count as one. Each more between two others doubles a piece of SQL.
pub const WILDCARDS_MAX: usize = 5;

/// A text with at least one wildcard: its beginning, the parts that follow in this order, its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The text before the first wildcard; may be empty.
    pub(crate) prefix: String,
    /// The texts between two wildcards; none is empty.
    pub(crate) middle: Vec<String>,
    /// The text after the last wildcard; may be empty.
    pub(crate) suffix: String,
}

impl Pattern {
    /// Reads the pattern of a text; nothing when it has no wildcard.
    pub(crate) fn new(written: &Written) -> Result<Option<Self>, RsqlError> {
        let mut parts: Vec<String> =
            written.symbols.split(|symbol| *symbol == Symbol::Star).map(text_of).collect();
        let Some(suffix) = parts.pop() else { return Ok(None) };
        if parts.is_empty() {
            return Ok(None);
        }
        let prefix = parts.remove(0);
        let middle: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if middle.len() >= WILDCARDS_MAX {
            let kind = RsqlErrorKind::TooMany { what: "wildcards in a value", most: WILDCARDS_MAX };
            return Err(RsqlError::new(kind, written.position));
        }
        Ok(Some(Self { prefix, middle, suffix }))
    }

    /// Counts the characters of the shortest text that fits.
    pub(crate) fn length_min(&self) -> usize {
        let middle: usize = self.middle.iter().map(|part| part.chars().count()).sum();
        self.prefix.chars().count() + middle + self.suffix.chars().count()
    }
}

pub(crate) fn text_of(symbols: &[Symbol]) -> String {
    let character = |symbol: &Symbol| match symbol {
        Symbol::Character(character) => Some(*character),
        Symbol::Star => None,
    };
    symbols.iter().filter_map(character).collect()
}

/// Returns the first text after all that begin with `prefix`, by code point; nothing when there is none.
pub(crate) fn end_of_prefix(prefix: &str) -> Option<String> {
    let mut characters: Vec<char> = prefix.chars().collect();
    while let Some(last) = characters.pop() {
        if let Some(next) = (last..=char::MAX).nth(1) {
            characters.push(next);
            return Some(characters.into_iter().collect());
        }
    }
    None
}
