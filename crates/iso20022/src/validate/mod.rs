//! Checks a document against its message definition while it is parsed, and keeps the good parts.
//!
//! One pass: the parser hands over one event after the other, a stack holds one frame per open element. After an
//! error reading goes on with the most likely meaning, so that one slip gives one violation and not a hundred.
//! Nothing is kept of a document that has an error but its violations, and those have a limit; at it reading stops.

mod envelope;
mod found;
mod frame;
mod matching;
mod reasons;

use std::borrow::Cow;

use found::Found;
use frame::Content;
pub(crate) use frame::{Frame, Text};

use crate::document::{Builder, Document};
use crate::limits::Limits;
use crate::schema::{AttributeUse, Process, Schema, Term, Type, TypeId};
use crate::schemas::Schemas;
use crate::violation::Violations;
use crate::xml::{Attribute, Event, Parser, Start, XmlError, XmlErrorKind};

/// Attributes about the schema itself, which every element may have.
const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

pub(crate) fn validate(
    text: Cow<'_, str>,
    body: usize,
    schemas: &Schemas,
    family: Option<&str>,
    limits: &Limits,
) -> Result<Document, Violations> {
    let mut validator = Validator {
        parser: Parser::new(&text, body, limits),
        schemas,
        family,
        schema: None,
        frames: Vec::with_capacity(limits.depth_max.min(64)),
        text: Text::default(),
        found: Found::new(limits.violations_max),
        builder: Builder::new(),
    };
    if let Err(error) = validator.run() {
        validator.found.fatal(&error, validator.frames.as_slice());
    }
    let Validator { found, builder, schema, .. } = validator;
    match (found.into_violations(&text), schema) {
        (None, Some(schema)) => Ok(builder.finish(text.into_owned(), schema)),
        (Some(violations), _) => Err(violations),
        // A document without a message is a violation of the envelope, so there is one.
        (None, None) => Err(Violations::of(Vec::new())),
    }
}

struct Validator<'s, 't> {
    parser: Parser<'t>,
    schemas: &'s Schemas,
    /// The only messages that are accepted, for example `auth.024`.
    family: Option<&'s str>,
    /// The definition of the message, once its root is known.
    schema: Option<&'s Schema>,
    frames: Vec<Frame<'s, 't>>,
    /// The text of the innermost element, when it may hold text.
    text: Text<'t>,
    found: Found,
    builder: Builder,
}

impl<'s, 't> Validator<'s, 't> {
    fn run(&mut self) -> Result<(), XmlError> {
        while !self.found.is_full() {
            match self.parser.next()? {
                Event::Start(start) => self.start(start)?,
                Event::Text { text, offset, section } => self.characters(text, offset, section),
                Event::End { offset } => self.end(offset),
                Event::Done => break,
            }
        }
        Ok(())
    }

    fn start(&mut self, start: Start<'t>) -> Result<(), XmlError> {
        let frame = match self.frames.last().map(|frame| &frame.content) {
            None => self.root(start)?,
            Some(Content::Envelope(_)) => self.envelope_child(start)?,
            Some(Content::Elements(_)) => self.child(start)?,
            Some(Content::Text(_)) => {
                self.found.add(start.offset, &self.frames, &reasons::element_in_text(start.local));
                Frame::unchecked(start)
            }
            Some(Content::Lax) => self.any_child(Process::Lax, start)?,
            Some(Content::Unchecked) => Frame::unchecked(start),
        };
        if self.keeps(&frame) {
            self.builder.open(&frame, self.parser.attributes());
        }
        if matches!(frame.content, Content::Text(_)) {
            self.text.clear();
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Tells whether the element becomes part of the document: it is one of the message, and all was right so far.
    fn keeps(&self, frame: &Frame<'_, '_>) -> bool {
        frame.kept && self.found.is_empty()
    }

    /// An element inside a group of the message.
    fn child(&mut self, start: Start<'t>) -> Result<Frame<'s, 't>, XmlError> {
        let Some(schema) = self.schema else { return Ok(Frame::unchecked(start)) };
        let namespace = self.parser.namespace(start.prefix);
        let in_target = namespace == schema.namespace;
        let Some((kept, cursor)) = self.frames.last_mut().and_then(Frame::group) else {
            return Ok(Frame::unchecked(start));
        };
        let step = cursor.accept(start.local, in_target, namespace, &schema.namespace);
        for reason in &step.reasons {
            self.found.add(start.offset, &self.frames, reason);
        }
        let Some(particle) = step.particle else { return Ok(Frame::unchecked(start)) };
        let ordinal = if particle.repeats() || step.ordinal > 1 { step.ordinal } else { 0 };
        match &particle.term {
            Term::Element(element) => {
                let frame = Frame { ordinal, kept, ..Frame::unchecked(start) };
                self.typed(frame, schema, element.content)
            }
            Term::Any { process, .. } => self.any_child(*process, start),
        }
    }

    /// An element behind a wildcard: it is checked when the schema declares it.
    fn any_child(&mut self, process: Process, start: Start<'t>) -> Result<Frame<'s, 't>, XmlError> {
        let Some(schema) = self.schema.filter(|_| process != Process::Skip) else {
            return Ok(Frame::unchecked(start));
        };
        let in_target = self.parser.namespace(start.prefix) == schema.namespace;
        if let Some(element) = schema.root(start.local).filter(|_| in_target) {
            return self.typed(Frame::unchecked(start), schema, element.content);
        }
        if process == Process::Strict {
            self.found.add(start.offset, &self.frames, &reasons::no_declaration(start.local));
            return Ok(Frame::unchecked(start));
        }
        self.refuse_substitution()?;
        Ok(Frame { content: Content::Lax, ..Frame::unchecked(start) })
    }

    /// An element whose type is known: its attributes are checked at once, its content as it comes.
    fn typed(
        &mut self,
        frame: Frame<'s, 't>,
        schema: &'s Schema,
        content: TypeId,
    ) -> Result<Frame<'s, 't>, XmlError> {
        self.refuse_substitution()?;
        let (content, attributes) = match schema.content(content) {
            Some(Type::Elements { group, attributes }) => (Content::of_group(group), attributes.as_slice()),
            Some(Type::Text { text, attributes }) => (Content::Text(text), attributes.as_slice()),
            None => return Ok(frame),
        };
        // Most elements have no attributes and may have none.
        if !attributes.is_empty() || !self.parser.attributes().is_empty() {
            self.attributes(&frame, attributes);
        }
        Ok(Frame { content, ..frame })
    }

    fn attributes(&mut self, frame: &Frame<'s, 't>, uses: &[AttributeUse]) {
        for attribute in self.parser.attributes() {
            let namespace = self.parser.namespace_of_attribute(attribute);
            let reason = match uses.iter().find(|one| namespace.is_empty() && one.name == attribute.local) {
                Some(declared) => declared.value.check(&attribute.value).err(),
                None if about_schema(namespace, attribute) => None,
                None => Some(reasons::unknown_attribute().to_owned()),
            };
            if let Some(reason) = reason {
                self.found.add_attribute(attribute.offset, &self.frames, frame, attribute.local, &reason);
            }
        }
        let present = |name: &str| {
            self.parser.attributes().iter().any(|one| one.prefix.is_empty() && one.local == name)
        };
        for missing in uses.iter().filter(|one| one.required && !present(&one.name)) {
            let reason = reasons::missing_attribute();
            self.found.add_attribute(frame.offset, &self.frames, frame, &missing.name, reason);
        }
    }

    /// `xsi:type` would let the document choose its own rules.
    fn refuse_substitution(&self) -> Result<(), XmlError> {
        let mut attributes = self.parser.attributes().iter();
        match attributes
            .find(|one| one.local == "type" && self.parser.namespace_of_attribute(one) == INSTANCE)
        {
            Some(attribute) => Err(XmlError::new(attribute.offset, XmlErrorKind::TypeSubstitution)),
            None => Ok(()),
        }
    }

    /// Between elements only white space is allowed, and only as such: a section says that its content is meant.
    fn characters(&mut self, text: Cow<'t, str>, offset: usize, section: bool) {
        match self.frames.last().map(|frame| &frame.content) {
            Some(Content::Text(_)) => self.text.push(text, offset),
            Some(Content::Elements(_) | Content::Envelope(_)) if section || !is_blank(&text) => {
                self.found.add(offset, &self.frames, reasons::text_between_elements());
            }
            _ => {}
        }
    }

    fn end(&mut self, offset: usize) {
        let Some(frame) = self.frames.last() else { return };
        match &frame.content {
            Content::Text(simple) => {
                if let Err(reason) = simple.check(self.text.get()) {
                    self.found.add(self.text.offset_or(frame.offset), &self.frames, &reason);
                }
            }
            Content::Elements(cursor) => {
                for reason in cursor.missing_at_end() {
                    self.found.add(offset, &self.frames, &reason);
                }
            }
            Content::Envelope(envelope) => {
                if let Some(reason) = envelope.missing(self.schemas, self.family) {
                    self.found.add(offset, &self.frames, &reason);
                }
            }
            Content::Lax | Content::Unchecked => {}
        }
        if self.keeps(frame) {
            let text = matches!(frame.content, Content::Text(_)).then_some(&self.text);
            self.builder.close(text);
        }
        self.frames.pop();
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

/// Tells whether an attribute hints at a schema; such are allowed and never followed. `xsi:nil` is none of them: no
/// element may be nil.
fn about_schema(namespace: &str, attribute: &Attribute<'_>) -> bool {
    namespace == INSTANCE && matches!(attribute.local, "schemaLocation" | "noNamespaceSchemaLocation")
}
