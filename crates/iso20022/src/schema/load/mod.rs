//! Reads a schema file. Parts that it does not understand are errors with their lines, never skipped.

use std::cell::Cell;
use std::collections::HashMap;

use roxmltree::{Document, Node};
use thiserror::Error;

use super::simple::Facets;
use super::{Element, Schema, Type, TypeId};

mod groups;
mod simple_types;

const XSD: &str = "http://www.w3.org/2001/XMLSchema";
/// The most derivations of a type from another, which ends a circle of them.
const DERIVATION_MAX: usize = 16;
/// The most types of one schema; messages of ISO 20022 stay below 500.
const TYPES_MAX: usize = 4096;
/// The longest target namespace, in bytes: every wildcard keeps a copy.
const NAMESPACE_BYTES_MAX: usize = 256;
/// The most patterns that one schema has compiled, with the repeated ones of types that derive from each other.
const PATTERNS_MAX: usize = 256;
/// The most memory that the facets of one schema take, in bytes: a type has copies of those of its base.
const FACETS_BYTES_MAX: usize = 16 << 20;

#[derive(Debug, Error)]
#[error("{file}: {reason}")]
pub struct SchemaError {
    /// The file, or the folder.
    pub file: String,
    /// The mistake, with its line where there is one.
    pub reason: String,
}

/// A reason with its line.
pub(super) type Outcome<T> = Result<T, String>;

impl Schema {
    /// Reads the text of a schema file; `file` names it in an error.
    pub(crate) fn load(file: &str, text: &str) -> Result<Self, SchemaError> {
        let load = || {
            let document = Document::parse(text).map_err(|error| error.to_string())?;
            Loader::new(&document)?.load()
        };
        load().map_err(|reason| SchemaError { file: file.to_owned(), reason })
    }
}

pub(super) struct Loader<'d> {
    document: &'d Document<'d>,
    namespace: String,
    /// Types with a name, simple and complex: their names are of one set.
    named: HashMap<&'d str, Node<'d, 'd>>,
    positions: HashMap<&'d str, TypeId>,
    types: Vec<Option<Type>>,
    waiting: Vec<(TypeId, Node<'d, 'd>)>,
    spent: Spent,
}

/// The size of the simple types of a file so far. A few lines of a file may ask for much: types derive from types
/// with long lists, and a pattern may repeat itself.
#[derive(Debug, Default)]
pub(super) struct Spent {
    patterns: Cell<usize>,
    facets_bytes: Cell<usize>,
}

impl Spent {
    /// One more pattern will be compiled.
    pub(super) fn pattern(&self) -> Outcome<()> {
        self.patterns.set(self.patterns.get() + 1);
        if self.patterns.get() > PATTERNS_MAX {
            return Err(format!("the types of the schema have more than {PATTERNS_MAX} patterns"));
        }
        Ok(())
    }

    /// A type keeps these facets.
    pub(super) fn facets(&self, facets: &Facets) -> Outcome<()> {
        self.facets_bytes.set(self.facets_bytes.get().saturating_add(facets.copied_bytes()));
        if self.facets_bytes.get() > FACETS_BYTES_MAX {
            return Err(format!("the facets of the schema's types take more than {FACETS_BYTES_MAX} bytes"));
        }
        Ok(())
    }
}

impl<'d> Loader<'d> {
    fn new(document: &'d Document<'d>) -> Outcome<Self> {
        let root = document.root_element();
        if !is(root, "schema") {
            return Err("the root element is not a schema of XML Schema".to_owned());
        }
        let namespace = root.attribute("targetNamespace").unwrap_or_default().to_owned();
        if namespace.is_empty() {
            return Err("the schema has no targetNamespace".to_owned());
        }
        if namespace.len() > NAMESPACE_BYTES_MAX {
            return Err(format!("the targetNamespace is longer than {NAMESPACE_BYTES_MAX} bytes"));
        }
        if root.attribute("elementFormDefault") != Some("qualified") {
            return Err("elementFormDefault has to be qualified".to_owned());
        }
        only_attributes(
            root,
            &["targetNamespace", "elementFormDefault", "attributeFormDefault", "version", "id"],
        )?;
        if root.attribute("attributeFormDefault").is_some_and(|form| form != "unqualified") {
            return Err("attributeFormDefault has to be unqualified".to_owned());
        }
        let mut named = HashMap::new();
        for node in elements(root) {
            match node.tag_name().name() {
                "simpleType" | "complexType" => {
                    let name = required(node, "name")?;
                    if named.insert(name, node).is_some() {
                        return Err(at(node, &format!("the type {name} is defined twice")));
                    }
                }
                "element" => {}
                other => return Err(at(node, &format!("{other} is not supported here"))),
            }
        }
        if named.len() > TYPES_MAX {
            return Err(format!("more than {TYPES_MAX} types"));
        }
        let (positions, types, waiting) = (HashMap::new(), Vec::new(), Vec::new());
        Ok(Self { document, namespace, named, positions, types, waiting, spent: Spent::default() })
    }

    fn load(mut self) -> Outcome<Schema> {
        let mut roots = Vec::new();
        for node in elements(self.document.root_element()).filter(|node| is(*node, "element")) {
            only_attributes(node, &["name", "type", "id"])?;
            let name = required(node, "name")?.to_owned();
            roots.push(Element { name, content: self.type_of_element(node)? });
        }
        if roots.is_empty() {
            return Err("the schema declares no element".to_owned());
        }
        // Types are read when something refers to them, then the unused ones, for their errors.
        let mut unused: Vec<&'d str> = self.named.keys().copied().collect();
        unused.sort_unstable();
        for name in unused {
            self.place_of(name);
        }
        while let Some((position, node)) = self.waiting.pop() {
            let read = self.read_type(node)?;
            if let Some(slot) = self.types.get_mut(position.0) {
                *slot = Some(read);
            }
        }
        let types: Option<Vec<Type>> = self.types.into_iter().collect();
        let types = types.ok_or("a type was not read")?;
        Ok(Schema { namespace: self.namespace, roots, types })
    }

    /// The type of an element: by name, built in, or written inside it.
    fn type_of_element(&mut self, node: Node<'d, 'd>) -> Outcome<TypeId> {
        if let Some(name) = node.attribute("type") {
            if elements(node).next().is_some() {
                return Err(at(node, "an element has its type by name or inside, not both"));
            }
            if let Some(own) = self.own_name(node, name)? {
                return self
                    .place_of(own)
                    .ok_or_else(|| at(node, &format!("the type {name} is not defined")));
            }
            let text = simple_types::built_in(local(name))
                .ok_or_else(|| at(node, &format!("the type {name} is not supported")))?;
            self.types.push(Some(Type::Text { text, attributes: Vec::new() }));
            return Ok(TypeId(self.types.len() - 1));
        }
        let mut inside = elements(node);
        match (inside.next(), inside.next()) {
            (Some(only), None) if is(only, "simpleType") || is(only, "complexType") => Ok(self.reserve(only)),
            _ => Err(at(node, "an element needs a type")),
        }
    }

    /// The position of a named type, which is read later.
    fn place_of(&mut self, name: &str) -> Option<TypeId> {
        if let Some(position) = self.positions.get(name) {
            return Some(*position);
        }
        let (name, node) = self.named.get_key_value(name).map(|(name, node)| (*name, *node))?;
        let position = self.reserve(node);
        self.positions.insert(name, position);
        Some(position)
    }

    fn reserve(&mut self, node: Node<'d, 'd>) -> TypeId {
        let position = TypeId(self.types.len());
        self.types.push(None);
        self.waiting.push((position, node));
        position
    }

    fn read_type(&mut self, node: Node<'d, 'd>) -> Outcome<Type> {
        if is(node, "simpleType") {
            return Ok(Type::Text { text: self.simple_type(node, 0)?, attributes: Vec::new() });
        }
        self.complex_type(node)
    }

    /// Returns the name when it is one of the target namespace, `None` when it is one of XML Schema itself.
    fn own_name<'n>(&self, node: Node<'d, 'd>, name: &'n str) -> Outcome<Option<&'n str>> {
        let (prefix, own) =
            name.split_once(':').map_or((None, name), |(prefix, local)| (Some(prefix), local));
        match node.lookup_namespace_uri(prefix) {
            Some(namespace) if namespace == self.namespace => Ok(Some(own)),
            Some(XSD) => Ok(None),
            _ => Err(at(node, &format!("{name} is of a namespace that this file does not define"))),
        }
    }
}

pub(super) fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Child elements but for annotations, which carry nothing to check.
pub(super) fn elements<'d>(node: Node<'d, 'd>) -> impl Iterator<Item = Node<'d, 'd>> {
    node.children().filter(|child| child.is_element() && !is(*child, "annotation"))
}

pub(super) fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.has_tag_name((XSD, name))
}

pub(super) fn at(node: Node<'_, '_>, reason: &str) -> String {
    let position = node.document().text_pos_at(node.range().start);
    format!("line {}: {reason}", position.row)
}

pub(super) fn required<'d>(node: Node<'d, 'd>, attribute: &str) -> Outcome<&'d str> {
    node.attribute(attribute).ok_or_else(|| at(node, &format!("the attribute {attribute} is missing")))
}

/// Refuses parts that the validator would not look at.
pub(super) fn only_attributes(node: Node<'_, '_>, known: &[&str]) -> Outcome<()> {
    let unknown = node.attributes().find(|one| one.namespace().is_none() && !known.contains(&one.name()));
    match unknown {
        Some(one) => Err(at(node, &format!("the attribute {} is not supported", one.name()))),
        None => Ok(()),
    }
}
