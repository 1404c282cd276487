//! From tokens to the canonical form.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use crate::CanonicalError;
use crate::lexer::Lexer;

/// The deepest nesting of arrays and objects (GEN-06).
pub const DEPTH_MAX: usize = 64;

/// The canonical form of `json`.
///
/// # Errors
/// `json` is no single JSON value, repeats a name within an object, or is nested too deeply.
pub fn bytes(json: &str) -> Result<Vec<u8>, CanonicalError> {
    let mut writer =
        Writer { lexer: Lexer::new(json), form: Vec::with_capacity(json.len()), sorted: Vec::new() };
    writer.value(0)?;
    if writer.lexer.peek().is_some() { Err(writer.lexer.syntax()) } else { Ok(writer.form) }
}

struct Writer<'a> {
    lexer: Lexer<'a>,
    form: Vec<u8>,
    /// The members of an object in their order; kept to be reused by the next object.
    sorted: Vec<u8>,
}

/// A member of an object: its name and where it is in the form.
struct Member<'a> {
    name: Cow<'a, str>,
    place: Range<usize>,
}

impl<'a> Writer<'a> {
    fn value(&mut self, depth: usize) -> Result<(), CanonicalError> {
        match self.lexer.peek() {
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'"') => {
                let meaning = self.lexer.string()?;
                write_string(&meaning, &mut self.form);
                Ok(())
            }
            Some(b'-' | b'0'..=b'9') => {
                let lexeme = self.lexer.number()?;
                self.form.extend_from_slice(lexeme.as_bytes());
                Ok(())
            }
            _ => {
                let word = self.lexer.word()?;
                self.form.extend_from_slice(word.as_bytes());
                Ok(())
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<(), CanonicalError> {
        self.check_depth(depth)?;
        self.lexer.expect(b'[')?;
        self.form.push(b'[');
        if !self.lexer.take(b']') {
            loop {
                self.value(depth)?;
                if self.lexer.take(b']') {
                    break;
                }
                self.lexer.expect(b',')?;
                self.form.push(b',');
            }
        }
        self.form.push(b']');
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), CanonicalError> {
        self.check_depth(depth)?;
        let position = self.lexer.position();
        self.lexer.expect(b'{')?;
        self.form.push(b'{');
        let mut members = Vec::new();
        if !self.lexer.take(b'}') {
            loop {
                members.push(self.member(depth)?);
                if self.lexer.take(b'}') {
                    break;
                }
                self.lexer.expect(b',')?;
                self.form.push(b',');
            }
        }
        self.sort(&mut members, position)?;
        self.form.push(b'}');
        Ok(())
    }

    fn member(&mut self, depth: usize) -> Result<Member<'a>, CanonicalError> {
        self.lexer.peek();
        let start = self.form.len();
        let name = self.lexer.string()?;
        write_string(&name, &mut self.form);
        self.lexer.expect(b':')?;
        self.form.push(b':');
        self.value(depth)?;
        Ok(Member { name, place: start..self.form.len() })
    }

    /// Puts the members of the object that began at `position` into order. Most programs write them in one order, which
    /// they could choose to be this one; then nothing is moved.
    fn sort(&mut self, members: &mut [Member<'_>], position: usize) -> Result<(), CanonicalError> {
        let (Some(first), Some(last)) = (members.first(), members.last()) else { return Ok(()) };
        let whole = first.place.start..last.place.end;
        let in_order = members.is_sorted_by(|one, next| by_utf16(&one.name, &next.name) == Ordering::Less);
        if in_order {
            return Ok(());
        }
        members.sort_by(|one, other| by_utf16(&one.name, &other.name));
        if members.windows(2).any(|pair| matches!(pair, [one, next] if one.name == next.name)) {
            return Err(CanonicalError::RepeatedName { position });
        }
        self.sorted.clear();
        for member in members.iter() {
            if !self.sorted.is_empty() {
                self.sorted.push(b',');
            }
            self.sorted.extend_from_slice(self.form.get(member.place.clone()).unwrap_or_default());
        }
        self.form.truncate(whole.start);
        self.form.extend_from_slice(&self.sorted);
        Ok(())
    }

    const fn check_depth(&self, depth: usize) -> Result<(), CanonicalError> {
        if depth > DEPTH_MAX {
            Err(CanonicalError::Depth { position: self.lexer.position() })
        } else {
            Ok(())
        }
    }
}

/// The order of RFC 8785 section 3.2.3. It differs from that of UTF-8 where one name has a character beyond U+FFFF.
fn by_utf16(one: &str, other: &str) -> Ordering {
    if one.is_ascii() && other.is_ascii() {
        one.cmp(other)
    } else {
        one.encode_utf16().cmp(other.encode_utf16())
    }
}

/// Escapes the characters of RFC 8785 section 3.2.2.2, each in its shortest form.
fn write_string(meaning: &str, form: &mut Vec<u8>) {
    form.push(b'"');
    let mut rest = meaning.as_bytes();
    while let Some(at) = rest.iter().position(|byte| *byte < b' ' || *byte == b'"' || *byte == b'\\') {
        let (plain, escaped) = rest.split_at(at);
        form.extend_from_slice(plain);
        let Some((byte, behind)) = escaped.split_first() else { break };
        match byte {
            b'"' => form.extend_from_slice(b"\\\""),
            b'\\' => form.extend_from_slice(b"\\\\"),
            0x08 => form.extend_from_slice(b"\\b"),
            0x0c => form.extend_from_slice(b"\\f"),
            b'\n' => form.extend_from_slice(b"\\n"),
            b'\r' => form.extend_from_slice(b"\\r"),
            b'\t' => form.extend_from_slice(b"\\t"),
            other => form.extend_from_slice(format!("\\u{other:04x}").as_bytes()),
        }
        rest = behind;
    }
    form.extend_from_slice(rest);
    form.push(b'"');
}
