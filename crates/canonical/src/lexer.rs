//! The tokens of a JSON text (RFC 8259).

use std::borrow::Cow;

use crate::CanonicalError;

pub(crate) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    pub(crate) const fn position(&self) -> usize {
        self.position
    }

    pub(crate) const fn syntax(&self) -> CanonicalError {
        CanonicalError::Syntax { position: self.position }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// Returns the next byte that is no white space, without taking it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.position += 1;
        }
        self.byte()
    }

    /// Reads `byte` when it is next.
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.position += usize::from(is_next);
        is_next
    }

    /// Reads `byte`, which must be next.
    pub(crate) fn expect(&mut self, byte: u8) -> Result<(), CanonicalError> {
        if self.take(byte) { Ok(()) } else { Err(self.syntax()) }
    }

    pub(crate) fn word(&mut self) -> Result<&'static str, CanonicalError> {
        let rest = self.text.get(self.position..).unwrap_or_default();
        let word = ["true", "false", "null"].into_iter().find(|word| rest.starts_with(word));
        let word = word.ok_or_else(|| self.syntax())?;
        self.position += word.len();
        Ok(word)
    }

    pub(crate) fn number(&mut self) -> Result<&'a str, CanonicalError> {
        let start = self.position;
        self.position += usize::from(self.byte() == Some(b'-'));
        if self.byte() == Some(b'0') {
            self.position += 1;
        } else {
            self.digits()?;
        }
        if self.byte() == Some(b'.') {
            self.position += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.position += 1;
            self.position += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        self.text.get(start..self.position).ok_or_else(|| self.syntax())
    }

    fn digits(&mut self) -> Result<(), CanonicalError> {
        let start = self.position;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.position += 1;
        }
        if self.position == start { Err(self.syntax()) } else { Ok(()) }
    }

    /// Reads a string and returns its meaning. Borrowed when it has no escapes, which is nearly always.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, CanonicalError> {
        self.expect(b'"')?;
        let mut meaning = Cow::Borrowed("");
        loop {
            let start = self.position;
            while self.byte().is_some_and(|byte| byte != b'"' && byte != b'\\' && byte >= b' ') {
                self.position += 1;
            }
            let plain = self.text.get(start..self.position).ok_or_else(|| self.syntax())?;
            if meaning.is_empty() {
                meaning = Cow::Borrowed(plain);
            } else {
                meaning.to_mut().push_str(plain);
            }
            match self.byte() {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(meaning);
                }
                Some(b'\\') => {
                    let character = self.escape()?;
                    meaning.to_mut().push(character);
                }
                _ => return Err(self.syntax()),
            }
        }
    }

    fn escape(&mut self) -> Result<char, CanonicalError> {
        let position = self.position;
        self.position += 1;
        let letter = self.byte().ok_or_else(|| self.syntax())?;
        let character = match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.position += 1;
                return self.unicode_escape(position);
            }
            _ => return Err(self.syntax()),
        };
        self.position += 1;
        Ok(character)
    }

    /// Reads the digits of an escape that began at `position`, and the other half of a surrogate pair.
    fn unicode_escape(&mut self, position: usize) -> Result<char, CanonicalError> {
        let first = self.four_digits()?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) {
            let rest = self.text.as_bytes().get(self.position..).unwrap_or_default();
            if !rest.starts_with(b"\\u") {
                return Err(CanonicalError::Surrogate { position });
            }
            self.position += 2;
            units.push(self.four_digits()?);
        }
        match char::decode_utf16(units).collect::<Result<Vec<char>, _>>().as_deref() {
            Ok([character]) => Ok(*character),
            _ => Err(CanonicalError::Surrogate { position }),
        }
    }

    fn four_digits(&mut self) -> Result<u16, CanonicalError> {
        let digits = self.text.as_bytes().get(self.position..self.position + 4);
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits =
            digits.and_then(|digits| std::str::from_utf8(digits).ok()).ok_or_else(|| self.syntax())?;
        let unit = u16::from_str_radix(digits, 16).map_err(|_| self.syntax())?;
        self.position += 4;
        Ok(unit)
    }
}
