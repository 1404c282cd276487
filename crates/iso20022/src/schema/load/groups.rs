//! Complex types: a flat sequence or choice of elements, or a text with attributes.

use roxmltree::Node;

use super::super::{AnyNamespace, AttributeUse, Element, Group, GroupKind, Particle, Process, Term, Type};
use super::{Loader, Outcome, at, elements, is, only_attributes, required};

impl<'d> Loader<'d> {
    pub(super) fn complex_type(&mut self, node: Node<'d, 'd>) -> Outcome<Type> {
        only_attributes(node, &["name", "id"])?;
        let (mut group, mut attributes) = (None, Vec::new());
        for child in elements(node) {
            let kind = match child.tag_name().name() {
                "simpleContent" if group.is_none() && attributes.is_empty() => return self.text_type(child),
                "sequence" => GroupKind::Sequence,
                "choice" => GroupKind::Choice,
                "attribute" => {
                    attributes.push(self.attribute(child)?);
                    continue;
                }
                other => return Err(at(child, &format!("{other} is not supported in a type"))),
            };
            if group.replace(self.group(child, kind)?).is_some() {
                return Err(at(child, "a type has one group of elements"));
            }
        }
        let empty = Group { kind: GroupKind::Sequence, particles: Vec::new() };
        Ok(Type::Elements { group: group.unwrap_or(empty), attributes })
    }

    /// Text with attributes: an extension of a simple type.
    fn text_type(&self, node: Node<'d, 'd>) -> Outcome<Type> {
        let mut inside = elements(node);
        match (inside.next(), inside.next()) {
            (Some(extension), None) if is(extension, "extension") => {
                only_attributes(extension, &["base", "id"])?;
                let text = self.simple_by_name(extension, required(extension, "base")?, 0)?;
                let attributes: Outcome<Vec<AttributeUse>> =
                    elements(extension).map(|child| self.attribute(child)).collect();
                Ok(Type::Text { text, attributes: attributes? })
            }
            _ => Err(at(node, "simple content is one extension of a simple type")),
        }
    }

    fn attribute(&self, node: Node<'d, 'd>) -> Outcome<AttributeUse> {
        if !is(node, "attribute") {
            return Err(at(node, &format!("{} is not supported here", node.tag_name().name())));
        }
        only_attributes(node, &["name", "type", "use", "id"])?;
        let name = required(node, "name")?.to_owned();
        let value = self.simple_by_name(node, required(node, "type")?, 0)?;
        let required = match node.attribute("use") {
            Some("required") => true,
            None | Some("optional") => false,
            Some(other) => return Err(at(node, &format!("use {other} is not supported"))),
        };
        Ok(AttributeUse { name, value, required })
    }

    fn group(&mut self, node: Node<'d, 'd>, kind: GroupKind) -> Outcome<Group> {
        only_attributes(node, &["id", "minOccurs", "maxOccurs"])?;
        if occurs(node)? != (1, Some(1)) {
            return Err(at(node, "a group as a whole occurs once"));
        }
        let mut particles = Vec::new();
        for child in elements(node) {
            let (min, max) = occurs(child)?;
            let term = match child.tag_name().name() {
                "element" => {
                    only_attributes(child, &["name", "type", "minOccurs", "maxOccurs", "id"])?;
                    let name = required(child, "name")?.to_owned();
                    Term::Element(Element { name, content: self.type_of_element(child)? })
                }
                "any" => self.wildcard(child)?,
                other => return Err(at(child, &format!("{other} inside a group is not supported"))),
            };
            particles.push(Particle { term, min, max });
        }
        if let Some((one, other)) = self.ambiguous(kind, &particles) {
            return Err(at(node, &format!("an element may be both {} and {}", one.shown(), other.shown())));
        }
        Ok(Group { kind, particles })
    }

    /// Two positions that one element could take. Reading goes forward only, so there must be none ("unique particle
    /// attribution").
    fn ambiguous<'p>(
        &self,
        kind: GroupKind,
        particles: &'p [Particle],
    ) -> Option<(&'p Particle, &'p Particle)> {
        for (index, one) in particles.iter().enumerate() {
            // In a sequence the next element is this one again or, when this one may stop here, one of the following.
            let may_stop = one.max != Some(one.min);
            let mut reachable = kind == GroupKind::Choice || may_stop;
            for other in particles.iter().skip(index + 1) {
                if reachable && self.overlap(&one.term, &other.term) {
                    return Some((one, other));
                }
                reachable = reachable && (kind == GroupKind::Choice || other.min == 0);
            }
        }
        None
    }

    fn overlap(&self, one: &Term, other: &Term) -> bool {
        match (one, other) {
            (Term::Element(one), Term::Element(other)) => one.name == other.name,
            (Term::Element(_), Term::Any { namespaces, .. })
            | (Term::Any { namespaces, .. }, Term::Element(_)) => namespaces.take(&self.namespace),
            (Term::Any { namespaces: AnyNamespace::List(one), .. }, Term::Any { namespaces, .. }) => {
                one.iter().any(|name| namespaces.take(name))
            }
            (Term::Any { namespaces, .. }, Term::Any { namespaces: AnyNamespace::List(other), .. }) => {
                other.iter().any(|name| namespaces.take(name))
            }
            (Term::Any { .. }, Term::Any { .. }) => true,
        }
    }

    fn wildcard(&self, node: Node<'d, 'd>) -> Outcome<Term> {
        only_attributes(node, &["namespace", "processContents", "minOccurs", "maxOccurs", "id"])?;
        let process = match node.attribute("processContents") {
            None | Some("strict") => Process::Strict,
            Some("lax") => Process::Lax,
            Some("skip") => Process::Skip,
            Some(other) => return Err(at(node, &format!("processContents {other} is unknown"))),
        };
        let namespaces = match node.attribute("namespace").map(str::trim) {
            None | Some("##any") => AnyNamespace::Any,
            Some("##other") => AnyNamespace::Other(self.namespace.clone()),
            Some(list) => AnyNamespace::List(
                list.split_ascii_whitespace()
                    .map(|one| match one {
                        "##targetNamespace" => self.namespace.clone(),
                        "##local" => String::new(),
                        other => other.to_owned(),
                    })
                    .collect(),
            ),
        };
        Ok(Term::Any { namespaces, process })
    }
}

fn occurs(node: Node<'_, '_>) -> Outcome<(u32, Option<u32>)> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| at(node, &format!("{text} is not a number")));
    let min = node.attribute("minOccurs").map_or(Ok(1), number)?;
    let max = match node.attribute("maxOccurs") {
        None => Some(1),
        Some("unbounded") => None,
        Some(text) => Some(number(text)?),
    };
    if max.is_some_and(|max| max < min || max == 0) {
        return Err(at(node, "maxOccurs is less than minOccurs, or none"));
    }
    Ok((min, max))
}
