//! From one event to the next.

use std::borrow::Cow;

use super::error::{XmlError, XmlErrorKind};
use super::namespaces::Namespaces;
use super::references::{Context, resolved};
use super::tags::{Attribute, Cursor, Name};
use crate::limits::Limits;

/// The namespaces of `XInclude`: a reader that resolves includes reads files and addresses that a document names.
const XINCLUDE: [&str; 2] = ["http://www.w3.org/2001/XInclude", "http://www.w3.org/2003/XInclude"];

/// The next piece of a document. Comments and processing instructions are read and dropped.
#[derive(Debug)]
pub(crate) enum Event<'t> {
    /// An element begins; its attributes are [`Parser::attributes`] until the next event.
    Start(Start<'t>),
    /// The innermost open element ends; the end tag is here.
    End {
        /// The position of the end tag, or of the start tag's end when it is both.
        offset: usize,
    },
    /// Text inside an element, references replaced. Comments and sections cut a text into several events.
    Text {
        text: Cow<'t, str>,
        /// The position of the text itself, also in a section.
        offset: usize,
        /// Set for the text of a CDATA section.
        section: bool,
    },
    Done,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Start<'t> {
    pub(crate) local: &'t str,
    /// The prefix as written; its namespace is [`Parser::namespace`].
    pub(crate) prefix: &'t str,
    pub(crate) offset: usize,
}

#[derive(Debug)]
struct Open<'t> {
    name: Name<'t>,
    namespaces: usize,
}

#[derive(Debug)]
pub(crate) struct Parser<'t> {
    cursor: Cursor<'t>,
    limits: Limits,
    open: Vec<Open<'t>>,
    namespaces: Namespaces<'t>,
    attributes: Vec<Attribute<'t>>,
    elements: usize,
    /// The last tag was `<name/>`: its end is the next event.
    ends_itself: bool,
}

impl<'t> Parser<'t> {
    /// Reads `text` from `body`, which is behind the XML declaration.
    pub(crate) fn new(text: &'t str, body: usize, limits: &Limits) -> Self {
        Self {
            cursor: Cursor { text, at: body },
            limits: *limits,
            open: Vec::with_capacity(limits.depth_max.min(64)),
            namespaces: Namespaces::default(),
            attributes: Vec::new(),
            elements: 0,
            ends_itself: false,
        }
    }

    /// The attributes of the element that began last, without namespace declarations.
    pub(crate) fn attributes(&self) -> &[Attribute<'t>] {
        &self.attributes
    }

    /// The namespace of a prefix at this position, empty for none. Prefixes of elements and attributes are bound.
    pub(crate) fn namespace(&self, prefix: &str) -> &str {
        self.namespaces.of(prefix).unwrap_or_default()
    }

    /// The namespace of an attribute: without a prefix it has none.
    pub(crate) fn namespace_of_attribute(&self, attribute: &Attribute<'_>) -> &str {
        if attribute.prefix.is_empty() { "" } else { self.namespace(attribute.prefix) }
    }

    /// The next event. Nothing may be read after an error.
    pub(crate) fn next(&mut self) -> Result<Event<'t>, XmlError> {
        if self.ends_itself {
            self.ends_itself = false;
            return Ok(self.close(self.cursor.at));
        }
        while let Some(byte) = self.cursor.byte() {
            let offset = self.cursor.at;
            if byte != b'<' {
                match self.text()? {
                    Some(event) => return Ok(event),
                    None => continue,
                }
            }
            self.cursor.at += 1;
            match self.cursor.byte() {
                Some(b'/') => return self.end_tag(offset),
                Some(b'?') => self.instruction(offset)?,
                Some(b'!') => {
                    if let Some(event) = self.exclamation(offset)? {
                        return Ok(event);
                    }
                }
                _ => return self.start_tag(offset),
            }
        }
        match self.open.last() {
            Some(open) => self.cursor.error(XmlErrorKind::EndOfDocument(open.name.raw.to_owned())),
            None if self.elements == 0 => self.cursor.error(XmlErrorKind::NoRoot),
            None => Ok(Event::Done),
        }
    }

    fn text(&mut self) -> Result<Option<Event<'t>>, XmlError> {
        let offset = self.cursor.at;
        let rest = self.cursor.rest();
        let raw = rest.get(..memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len())).unwrap_or(rest);
        if self.open.is_empty() {
            self.cursor.skip_space();
            return if self.cursor.at == offset + raw.len() {
                Ok(None)
            } else {
                self.cursor.error(XmlErrorKind::TextOutside)
            };
        }
        // A bracket in a text is rare, and looking for one byte is much cheaper than looking for three.
        let bracket = memchr::memchr(b']', raw.as_bytes());
        if let Some(found) = bracket.and_then(|_| memchr::memmem::find(raw.as_bytes(), b"]]>")) {
            return Err(XmlError::new(offset + found, XmlErrorKind::SectionEndInText));
        }
        self.cursor.at += raw.len();
        Ok(Some(Event::Text { text: resolved(raw, offset, Context::Content)?, offset, section: false }))
    }

    fn start_tag(&mut self, offset: usize) -> Result<Event<'t>, XmlError> {
        if self.open.is_empty() && self.elements > 0 {
            return Err(XmlError::new(offset, XmlErrorKind::SecondRoot));
        }
        if self.open.len() >= self.limits.depth_max {
            return Err(XmlError::new(offset, XmlErrorKind::Depth(self.limits.depth_max)));
        }
        self.elements += 1;
        if self.elements > self.limits.elements_max {
            return Err(XmlError::new(offset, XmlErrorKind::Elements(self.limits.elements_max)));
        }
        let name = self.cursor.name(&self.limits)?;
        let mark = self.namespaces.mark();
        self.tag_attributes()?;
        self.check_names(name, offset)?;
        self.open.push(Open { name, namespaces: mark });
        Ok(Event::Start(Start { local: name.local, prefix: name.prefix, offset }))
    }

    /// Everything up to the `>` of a start tag.
    fn tag_attributes(&mut self) -> Result<(), XmlError> {
        self.attributes.clear();
        let mut count = 0;
        loop {
            let spaced = self.cursor.skip_space();
            if self.cursor.takes(">") {
                return Ok(());
            }
            if self.cursor.takes("/>") {
                self.ends_itself = true;
                return Ok(());
            }
            if self.cursor.byte().is_none() {
                return self.cursor.error(XmlErrorKind::TagNotClosed);
            }
            if !spaced {
                return self.cursor.error(XmlErrorKind::WhiteSpace);
            }
            count += 1;
            if count > self.limits.attributes_max {
                return self.cursor.error(XmlErrorKind::Attributes(self.limits.attributes_max));
            }
            let attribute = self.cursor.attribute(&self.limits)?;
            if self.attributes.iter().any(|other| other.raw == attribute.raw) {
                let name = attribute.raw.to_owned();
                return Err(XmlError::new(attribute.offset, XmlErrorKind::DuplicateAttribute(name)));
            }
            self.attributes.push(attribute);
        }
    }

    /// Takes the namespace declarations out of the attributes, then looks up every prefix of the tag.
    fn check_names(&mut self, name: Name<'t>, offset: usize) -> Result<(), XmlError> {
        // Most tags have no attributes.
        if !self.attributes.is_empty() {
            self.declare_namespaces()?;
        }
        let unbound =
            |prefix: &str, offset| XmlError::new(offset, XmlErrorKind::UnboundPrefix(prefix.to_owned()));
        let namespace = self.namespaces.of(name.prefix).ok_or_else(|| unbound(name.prefix, offset))?;
        if XINCLUDE.contains(&namespace) {
            return Err(XmlError::new(offset, XmlErrorKind::XInclude));
        }
        let mut seen: Vec<(usize, &str)> = Vec::new();
        for attribute in self.attributes.iter().filter(|one| !one.prefix.is_empty()) {
            let namespace = self.namespaces.number(attribute.prefix);
            let namespace = namespace.ok_or_else(|| unbound(attribute.prefix, attribute.offset))?;
            if seen.contains(&(namespace, attribute.local)) {
                let name = attribute.raw.to_owned();
                return Err(XmlError::new(attribute.offset, XmlErrorKind::DuplicateAttribute(name)));
            }
            seen.push((namespace, attribute.local));
        }
        Ok(())
    }

    fn declare_namespaces(&mut self) -> Result<(), XmlError> {
        let max = self.limits.namespaces_max;
        for attribute in self.attributes.extract_if(.., |one| one.raw == "xmlns" || one.prefix == "xmlns") {
            let prefix = if attribute.prefix.is_empty() { "" } else { attribute.local };
            self.namespaces.declare(prefix, attribute.value, attribute.offset, max)?;
        }
        Ok(())
    }

    fn end_tag(&mut self, offset: usize) -> Result<Event<'t>, XmlError> {
        self.cursor.at += 1;
        let Some(open) = self.open.last() else {
            return Err(XmlError::new(offset, XmlErrorKind::EndTagWithoutStart));
        };
        let name = open.name;
        // The usual case compares bytes; only a tag that differs is taken apart for its reason.
        if !self.cursor.takes(name.raw)
            || !matches!(self.cursor.byte(), Some(b'>' | b' ' | b'\t' | b'\n' | b'\r'))
        {
            self.cursor.at = offset + 2;
            let found = self.cursor.name(&self.limits)?.raw.to_owned();
            if found == name.raw {
                return self.cursor.error(XmlErrorKind::TagNotClosed);
            }
            return Err(XmlError::new(offset, XmlErrorKind::EndTag { found, open: name.raw.to_owned() }));
        }
        self.cursor.skip_space();
        if !self.cursor.takes(">") {
            return self.cursor.error(XmlErrorKind::TagNotClosed);
        }
        Ok(self.close(offset))
    }

    fn close(&mut self, offset: usize) -> Event<'t> {
        if let Some(open) = self.open.pop() {
            self.namespaces.close(open.namespaces);
        }
        self.attributes.clear();
        Event::End { offset }
    }

    /// `<?target …?>`, dropped.
    fn instruction(&mut self, offset: usize) -> Result<(), XmlError> {
        self.cursor.at += 1;
        let target = self.cursor.unprefixed(&self.limits)?;
        if target.eq_ignore_ascii_case("xml") {
            return Err(XmlError::new(offset, XmlErrorKind::InstructionName));
        }
        let rest = self.cursor.rest();
        if !rest.starts_with("?>") && !rest.starts_with(super::declaration::is_space) {
            return self.cursor.error(XmlErrorKind::WhiteSpace);
        }
        match memchr::memmem::find(rest.as_bytes(), b"?>") {
            Some(length) => {
                self.cursor.at += length + 2;
                Ok(())
            }
            None => Err(XmlError::new(offset, XmlErrorKind::InstructionNotClosed)),
        }
    }

    /// `<!…`: a comment is dropped, a section is text, everything else is refused.
    fn exclamation(&mut self, offset: usize) -> Result<Option<Event<'t>>, XmlError> {
        if self.cursor.takes("!--") {
            let rest = self.cursor.rest();
            return match memchr::memmem::find(rest.as_bytes(), b"--") {
                Some(length) if rest.as_bytes().get(length + 2) == Some(&b'>') => {
                    self.cursor.at += length + 3;
                    Ok(None)
                }
                _ => Err(XmlError::new(offset, XmlErrorKind::Comment)),
            };
        }
        if self.cursor.takes("![CDATA[") && !self.open.is_empty() {
            let (start, rest) = (self.cursor.at, self.cursor.rest());
            let Some(length) = memchr::memmem::find(rest.as_bytes(), b"]]>") else {
                return Err(XmlError::new(offset, XmlErrorKind::SectionNotClosed));
            };
            self.cursor.at += length + 3;
            let text = line_ends(rest.get(..length).unwrap_or_default());
            return Ok(Some(Event::Text { text, offset: start, section: true }));
        }
        let doctype = self.cursor.rest().get(..8).is_some_and(|word| word.eq_ignore_ascii_case("!DOCTYPE"));
        Err(XmlError::new(offset, if doctype { XmlErrorKind::DocumentType } else { XmlErrorKind::Markup }))
    }
}

/// Line ends of a section; nothing else in it is markup.
fn line_ends(raw: &str) -> Cow<'_, str> {
    if raw.contains('\r') {
        Cow::Owned(raw.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(raw)
    }
}
