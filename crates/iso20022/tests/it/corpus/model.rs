//! A schema file as the generator needs it.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

pub(crate) struct Model {
    pub(crate) namespace: String,
    pub(crate) types: BTreeMap<String, Definition>,
}

pub(crate) enum Definition {
    Simple(Simple),
    Group { choice: bool, parts: Vec<Part> },
    Text { base: String, attribute: String, attribute_type: String },
}

#[derive(Clone, Default)]
pub(crate) struct Simple {
    /// Without the prefix, for example `decimal`.
    pub(crate) base: String,
    pub(crate) min_length: usize,
    pub(crate) max_length: Option<usize>,
    pub(crate) pattern: Option<String>,
    pub(crate) values: Vec<String>,
    pub(crate) total_digits: Option<usize>,
    pub(crate) fraction_digits: Option<usize>,
    pub(crate) not_negative: bool,
}

pub(crate) struct Part {
    pub(crate) min: usize,
    /// `None` without a limit.
    pub(crate) max: Option<usize>,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Element {
        name: String,
        of: String,
    },
    /// A wildcard; strict ones allow nothing, because no other schema is known.
    Any {
        strict: bool,
    },
}

impl Model {
    /// The schema file of a message.
    pub(crate) fn of(message: &str) -> Self {
        let path = schema_path(message);
        let text = std::fs::read_to_string(&path).unwrap();
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        let namespace = root.attribute("targetNamespace").unwrap().to_owned();
        let definitions = root
            .children()
            .filter(|node| node.has_tag_name((XSD, "complexType")) || node.has_tag_name((XSD, "simpleType")));
        let types =
            definitions.map(|node| (node.attribute("name").unwrap().to_owned(), definition(node))).collect();
        Self { namespace, types }
    }

    /// The simple type behind a name, when it is one.
    pub(crate) fn simple(&self, name: &str) -> Option<&Simple> {
        match self.types.get(name)? {
            Definition::Simple(simple) => Some(simple),
            Definition::Text { base, .. } => self.simple(base),
            Definition::Group { .. } => None,
        }
    }
}

const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// Returns the path of a message's schema file.
pub(crate) fn schema_path(message: &str) -> String {
    format!("{}/schemas/{message}.xsd", env!("CARGO_MANIFEST_DIR"))
}

fn elements<'d>(node: Node<'d, 'd>) -> impl Iterator<Item = Node<'d, 'd>> {
    node.children().filter(Node::is_element)
}

fn definition(node: Node<'_, '_>) -> Definition {
    let inside = elements(node).next().unwrap();
    match inside.tag_name().name() {
        "restriction" => Definition::Simple(simple(inside)),
        "simpleContent" => {
            let extension = elements(inside).next().unwrap();
            let attribute = elements(extension).next().unwrap();
            Definition::Text {
                base: extension.attribute("base").unwrap().to_owned(),
                attribute: attribute.attribute("name").unwrap().to_owned(),
                attribute_type: attribute.attribute("type").unwrap().to_owned(),
            }
        }
        kind => Definition::Group { choice: kind == "choice", parts: elements(inside).map(part).collect() },
    }
}

fn part(node: Node<'_, '_>) -> Part {
    let min = node.attribute("minOccurs").map_or(1, |text| text.parse().unwrap());
    let max = match node.attribute("maxOccurs") {
        None => Some(1),
        Some("unbounded") => None,
        Some(text) => Some(text.parse().unwrap()),
    };
    let kind = match node.tag_name().name() {
        "any" => Kind::Any { strict: node.attribute("processContents") == Some("strict") },
        _ => Kind::Element {
            name: node.attribute("name").unwrap().to_owned(),
            of: node.attribute("type").unwrap().to_owned(),
        },
    };
    Part { min, max, kind }
}

fn simple(node: Node<'_, '_>) -> Simple {
    let base = node.attribute("base").unwrap().trim_start_matches("xs:").to_owned();
    let mut simple = Simple { base, ..Simple::default() };
    for facet in elements(node) {
        let value = facet.attribute("value").unwrap();
        match facet.tag_name().name() {
            "minLength" => simple.min_length = value.parse().unwrap(),
            "maxLength" => simple.max_length = Some(value.parse().unwrap()),
            "pattern" => simple.pattern = Some(value.to_owned()),
            "enumeration" => simple.values.push(value.to_owned()),
            "totalDigits" => simple.total_digits = Some(value.parse().unwrap()),
            "fractionDigits" => simple.fraction_digits = Some(value.parse().unwrap()),
            "minInclusive" => simple.not_negative = value == "0",
            other => panic!("the generator does not know the facet {other}"),
        }
    }
    simple
}
