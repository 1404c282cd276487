//! The tag between `<` and `>` of an element's start.

use std::borrow::Cow;

use super::error::{XmlError, XmlErrorKind};
use super::names;
use super::references::{Context, resolved};
use crate::limits::Limits;

/// A name with its prefix taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name<'t> {
    /// As written.
    pub(super) raw: &'t str,
    /// Empty without one.
    pub(super) prefix: &'t str,
    pub(super) local: &'t str,
}

/// An attribute that is no namespace declaration.
#[derive(Debug)]
pub(crate) struct Attribute<'t> {
    pub(crate) local: &'t str,
    /// Empty without one. A prefix is always bound.
    pub(crate) prefix: &'t str,
    /// With references replaced and white space made blanks.
    pub(crate) value: Cow<'t, str>,
    /// The position of the name, in bytes of the text.
    pub(crate) offset: usize,
    /// As written.
    pub(super) raw: &'t str,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    /// In bytes, always between two characters.
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) const fn error<T>(&self, kind: XmlErrorKind) -> Result<T, XmlError> {
        Err(XmlError::new(self.at, kind))
    }

    /// Consumes the bytes when they come next.
    pub(super) fn takes(&mut self, bytes: &str) -> bool {
        let found =
            self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(bytes.as_bytes()));
        if found {
            self.at += bytes.len();
        }
        found
    }

    /// Consumes white space; whether there was any.
    pub(super) fn skip_space(&mut self) -> bool {
        let before = self.at;
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.at > before
    }

    pub(super) fn unprefixed(&mut self, limits: &Limits) -> Result<&'t str, XmlError> {
        let length = names::name_length(self.rest(), limits.name_bytes_max);
        if length == 0 {
            return self.error(XmlErrorKind::Name);
        }
        if length > limits.name_bytes_max {
            return self.error(XmlErrorKind::NameLength(limits.name_bytes_max));
        }
        let name = self.rest().get(..length).unwrap_or_default();
        self.at += length;
        Ok(name)
    }

    pub(super) fn name(&mut self, limits: &Limits) -> Result<Name<'t>, XmlError> {
        let start = self.at;
        let first = self.unprefixed(limits)?;
        if self.byte() != Some(b':') {
            return Ok(Name { raw: first, prefix: "", local: first });
        }
        self.at += 1;
        let local = self.unprefixed(limits)?;
        let raw = self.text.get(start..self.at).unwrap_or_default();
        if raw.len() > limits.name_bytes_max {
            return Err(XmlError::new(start, XmlErrorKind::NameLength(limits.name_bytes_max)));
        }
        Ok(Name { raw, prefix: first, local })
    }

    pub(super) fn attribute(&mut self, limits: &Limits) -> Result<Attribute<'t>, XmlError> {
        let offset = self.at;
        let name = self.name(limits)?;
        self.skip_space();
        if !self.takes("=") {
            return self.error(XmlErrorKind::AttributeSyntax);
        }
        self.skip_space();
        let Some(quote @ (b'"' | b'\'')) = self.byte() else {
            return self.error(XmlErrorKind::AttributeSyntax);
        };
        let start = self.at + 1;
        let bytes = self.text.as_bytes().get(start..).unwrap_or_default();
        let Some(length) = memchr::memchr2(quote, b'<', bytes) else {
            return self.error(XmlErrorKind::TagNotClosed);
        };
        if bytes.get(length) == Some(&b'<') {
            return Err(XmlError::new(start + length, XmlErrorKind::LessThanInAttribute));
        }
        self.at = start + length + 1;
        let raw = self.text.get(start..start + length).unwrap_or_default();
        let value = resolved(raw, start, Context::Attribute)?;
        Ok(Attribute { local: name.local, prefix: name.prefix, value, offset, raw: name.raw })
    }
}
