//! Prefixes and their namespaces, level by level ("Namespaces in XML 1.0").

use std::borrow::Cow;

use super::error::{XmlError, XmlErrorKind};

/// The namespace of the prefix `xml`, which is always bound.
const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of declarations themselves.
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// The declarations in force, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Namespaces<'t> {
    bindings: Vec<Binding<'t>>,
}

#[derive(Debug)]
struct Binding<'t> {
    /// Empty for the default namespace.
    prefix: &'t str,
    /// Empty where a default namespace ends.
    name: Cow<'t, str>,
    /// The position of the first binding of this name. Names may be as long as the document, so two are compared once,
    /// where the second is declared, and never again for each tag.
    first: usize,
}

/// Stands for the position of the prefix `xml`, whose namespace no other prefix has.
const FIRST_OF_XML: usize = usize::MAX;

impl<'t> Namespaces<'t> {
    /// Counts the declarations in force, for [`Self::close`] at the end of the element.
    pub(super) fn mark(&self) -> usize {
        self.bindings.len()
    }

    pub(super) fn close(&mut self, mark: usize) {
        self.bindings.truncate(mark);
    }

    /// A declaration: `xmlns="name"` with an empty prefix, or `xmlns:prefix="name"`.
    pub(super) fn declare(
        &mut self,
        prefix: &'t str,
        name: Cow<'t, str>,
        offset: usize,
        max: usize,
    ) -> Result<(), XmlError> {
        let forbidden = match (prefix, name.as_ref()) {
            ("xmlns", _) => Some("the prefix xmlns may not be declared"),
            ("xml", XML) => return Ok(()),
            ("xml", _) => Some("the prefix xml has its own namespace"),
            (_, XML | XMLNS) => Some("this namespace belongs to a prefix of its own"),
            ("", _) => None,
            (_, "") => Some("a prefix may not be bound to an empty name"),
            _ => None,
        };
        if let Some(reason) = forbidden {
            return Err(XmlError::new(offset, XmlErrorKind::NamespaceDeclaration(reason)));
        }
        if self.bindings.len() >= max {
            return Err(XmlError::new(offset, XmlErrorKind::Namespaces(max)));
        }
        let position = self.bindings.len();
        let first =
            self.bindings.iter().find(|other| other.name == name).map_or(position, |other| other.first);
        self.bindings.push(Binding { prefix, name, first });
        Ok(())
    }

    /// The namespace of the prefix; empty for none. `None` when the prefix is not bound.
    pub(super) fn of(&self, prefix: &str) -> Option<&str> {
        if let Some(binding) = self.binding(prefix) {
            return Some(binding.name.as_ref());
        }
        match prefix {
            "" => Some(""),
            "xml" => Some(XML),
            _ => None,
        }
    }

    /// A number that prefixes of the same namespace share at this place. `None` when the prefix is not bound.
    pub(super) fn number(&self, prefix: &str) -> Option<usize> {
        self.binding(prefix).map(|binding| binding.first).or((prefix == "xml").then_some(FIRST_OF_XML))
    }

    fn binding(&self, prefix: &str) -> Option<&Binding<'t>> {
        // Nearly every element has no prefix, and comparing two empty texts costs a call: their emptiness says it all.
        let is_it = |binding: &&Binding<'_>| {
            binding.prefix.len() == prefix.len() && (prefix.is_empty() || binding.prefix == prefix)
        };
        self.bindings.iter().rev().find(is_it)
    }
}
