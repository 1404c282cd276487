//! The characters of a filter, one place at a time.

use crate::{RsqlError, RsqlErrorKind};

pub const VALUE_CHARACTERS_MAX: usize = 256;
/// The characters that end a value or a field without quotes, besides blanks.
const RESERVED: &str = "\"'();,=!~<>";

pub(crate) struct Scanner {
    characters: Vec<char>,
    next: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) position: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    Character(char),
    /// `*` that was not escaped.
    Star,
}

impl Scanner {
    pub(crate) const fn new(characters: Vec<char>) -> Self {
        Self { characters, next: 0 }
    }

    /// The position of the next character, from 1.
    pub(crate) const fn position(&self) -> usize {
        self.next + 1
    }

    pub(crate) fn error(&self, kind: RsqlErrorKind) -> RsqlError {
        RsqlError::new(kind, self.position())
    }

    /// Passes over blanks; whether nothing is left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        while self.peek().is_some_and(is_blank) {
            self.next += 1;
        }
        self.peek().is_none()
    }

    /// Takes `expected` if it comes next, after blanks.
    pub(crate) fn takes(&mut self, expected: char) -> bool {
        let takes = !self.is_at_end() && self.peek() == Some(expected);
        self.next += usize::from(takes);
        takes
    }

    /// Takes `word` if it comes next as a whole word, after blanks and in any case.
    pub(crate) fn takes_word(&mut self, word: &str) -> bool {
        let start = if self.is_at_end() { return false } else { self.next };
        let is_it = self.unreserved().iter().collect::<String>().eq_ignore_ascii_case(word);
        if !is_it {
            self.next = start;
        }
        is_it
    }

    /// Takes the characters up to the next blank or reserved one; none when that comes next.
    pub(crate) fn unreserved(&mut self) -> &[char] {
        let start = self.next;
        while self.peek().is_some_and(|next| !is_blank(next) && !RESERVED.contains(next)) {
            self.next += 1;
        }
        &self.characters[start..self.next]
    }

    /// The text of the operator that comes next: `=letters=`, `!=` or one of `<`, `<=`, `>`, `>=`. Nothing when none
    /// begins here.
    pub(crate) fn operator(&mut self) -> Option<String> {
        let start = self.next;
        match self.peek()? {
            '<' | '>' => {
                self.next += 1;
                self.next += usize::from(self.peek() == Some('='));
            }
            '=' | '!' => {
                let has_letters = self.peek() == Some('=');
                self.next += 1;
                while has_letters && self.peek().is_some_and(|next| next.is_ascii_alphabetic()) {
                    self.next += 1;
                }
                if self.peek() != Some('=') {
                    self.next = start;
                    return None;
                }
                self.next += 1;
            }
            _ => return None,
        }
        Some(self.characters[start..self.next].iter().collect())
    }

    /// The value that comes next, after blanks.
    pub(crate) fn value(&mut self) -> Result<Written, RsqlError> {
        if self.is_at_end() {
            return Err(self.error(RsqlErrorKind::ExpectedValue));
        }
        let position = self.position();
        let symbols = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
            _ => self.unquoted()?,
        };
        if symbols.len() > VALUE_CHARACTERS_MAX {
            return Err(RsqlError::too_many("characters in a value", VALUE_CHARACTERS_MAX, position));
        }
        if symbols.contains(&Symbol::Character('\0')) {
            return Err(RsqlError::new(RsqlErrorKind::Nul, position));
        }
        Ok(Written { symbols, position })
    }

    fn unquoted(&mut self) -> Result<Vec<Symbol>, RsqlError> {
        let position = self.position();
        let characters = self.unreserved();
        if characters.is_empty() {
            return Err(RsqlError::new(RsqlErrorKind::ExpectedValue, position));
        }
        if let Some(index) = characters.windows(2).position(|pair| *pair == ['\\', '*']) {
            return Err(RsqlError::new(RsqlErrorKind::UnquotedEscape, position + index));
        }
        let symbol = |character: &char| match *character {
            '*' => Symbol::Star,
            character => Symbol::Character(character),
        };
        Ok(characters.iter().map(symbol).collect())
    }

    fn quoted(&mut self, quote: char) -> Result<Vec<Symbol>, RsqlError> {
        let unclosed = self.error(RsqlErrorKind::UnclosedQuote);
        self.next += 1;
        let mut symbols = Vec::new();
        loop {
            let Some(next) = self.bump() else { return Err(unclosed) };
            match next {
                '\\' => match self.bump() {
                    Some(escaped) => symbols.push(Symbol::Character(escaped)),
                    None => return Err(unclosed),
                },
                '*' => symbols.push(Symbol::Star),
                next if next == quote => return Ok(symbols),
                next => symbols.push(Symbol::Character(next)),
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.next).copied()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.next += 1;
        Some(next)
    }
}

const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c')
}
