//! A message definition in memory: the elements in their order, and the rules of their texts.
//!
//! The subset of XML Schema 1.0 is the one that ISO 20022 writes its messages in: complex types that are one flat
//! sequence or choice of elements, texts with attributes, simple types by restriction. Everything else in a file is
//! refused when the file is loaded, never ignored, so a profile cannot promise a check that is not made.

mod lexical;
mod load;
mod pattern;
mod simple;
#[cfg(test)]
mod tests;

pub use load::SchemaError;
pub(crate) use simple::SimpleType;

#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) namespace: String,
    /// Elements that may be the root, with their types.
    pub(crate) roots: Vec<Element>,
    types: Vec<Type>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypeId(usize);

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) content: TypeId,
}

#[derive(Debug)]
pub(crate) enum Type {
    /// Elements, and white space between them.
    Elements {
        group: Group,
        attributes: Vec<AttributeUse>,
    },
    Text {
        text: SimpleType,
        attributes: Vec<AttributeUse>,
    },
}

#[derive(Debug)]
pub(crate) struct AttributeUse {
    pub(crate) name: String,
    pub(crate) value: SimpleType,
    pub(crate) required: bool,
}

#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) kind: GroupKind,
    pub(crate) particles: Vec<Particle>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupKind {
    Sequence,
    Choice,
}

#[derive(Debug)]
pub(crate) struct Particle {
    pub(crate) term: Term,
    pub(crate) min: u32,
    /// `None` without a limit.
    pub(crate) max: Option<u32>,
}

impl Particle {
    /// Tells whether an element of this name fits here; `namespace` is the schema's.
    pub(crate) fn takes(&self, local: &str, in_target: bool, namespace: &str) -> bool {
        match &self.term {
            Term::Element(element) => in_target && element.name == local,
            Term::Any { namespaces, .. } => namespaces.take(namespace),
        }
    }

    pub(crate) fn shown(&self) -> &str {
        match &self.term {
            Term::Element(element) => &element.name,
            Term::Any { .. } => "(any of another schema)",
        }
    }

    pub(crate) fn repeats(&self) -> bool {
        self.max.is_none_or(|max| max > 1)
    }
}

/// An item of a group: an element or a wildcard.
#[derive(Debug)]
pub(crate) enum Term {
    Element(Element),
    /// Any element of some namespaces.
    Any {
        namespaces: AnyNamespace,
        process: Process,
    },
}

#[derive(Debug)]
pub(crate) enum AnyNamespace {
    /// `##any`
    Any,
    /// `##other`: every namespace but this, and not none.
    Other(String),
    /// These; the empty one is none.
    List(Vec<String>),
}

impl AnyNamespace {
    /// Tells whether an element of this namespace is meant; empty for none.
    fn take(&self, namespace: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Other(own) => !namespace.is_empty() && namespace != own,
            Self::List(list) => list.iter().any(|one| one == namespace),
        }
    }
}

/// The checks of an element behind a wildcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Process {
    /// Its declaration must be known.
    Strict,
    /// It is checked where its declaration is known.
    Lax,
    Skip,
}

impl Schema {
    pub(crate) fn content(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0)
    }

    pub(crate) fn root(&self, local: &str) -> Option<&Element> {
        self.roots.iter().find(|one| one.name == local)
    }

    /// The message definition identifier: the end of an ISO 20022 namespace, else the namespace.
    pub(crate) fn message(&self) -> &str {
        self.namespace.strip_prefix(MESSAGE_NAMESPACE).unwrap_or(&self.namespace)
    }

    /// Tells whether the message belongs to the family, for example `auth.024`.
    pub(crate) fn is_of(&self, family: &str) -> bool {
        self.message().strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

/// The beginning of the namespaces of ISO 20022 messages.
pub(crate) const MESSAGE_NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:";
