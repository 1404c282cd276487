//! A document as a tree, and the many ways to write the same one.

use crate::random::Random;
use std::fmt::Write as _;

#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) name: String,
    /// `None` for that of the message.
    pub(crate) namespace: Option<String>,
    /// The type in the schema; empty for elements that are not in it.
    pub(crate) of: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) inside: Vec<Inside>,
}

#[derive(Clone, Debug)]
pub(crate) enum Inside {
    Element(Tree),
    Text(String),
    /// Markup that goes into the document as it is.
    Raw(String),
}

impl Tree {
    pub(crate) fn new(name: &str, of: &str) -> Self {
        Self {
            name: name.to_owned(),
            namespace: None,
            of: of.to_owned(),
            attributes: Vec::new(),
            inside: Vec::new(),
        }
    }

    /// Every element with the ways to it, the root first.
    pub(crate) fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = vec![Vec::new()];
        for (index, inside) in self.inside.iter().enumerate() {
            if let Inside::Element(child) = inside {
                paths.extend(child.paths().into_iter().map(|rest| [vec![index], rest].concat()));
            }
        }
        paths
    }

    pub(crate) fn at(&mut self, path: &[usize]) -> &mut Tree {
        match path.split_first() {
            None => self,
            Some((index, rest)) => match &mut self.inside[*index] {
                Inside::Element(child) => child.at(rest),
                Inside::Text(_) | Inside::Raw(_) => panic!("no element there"),
            },
        }
    }
}

/// The spelling of a document.
pub(crate) struct Style {
    /// The prefix of the message's namespace; empty for the default namespace.
    prefix: &'static str,
    end_of_line: &'static str,
    indented: bool,
    quote: char,
    /// Percent of texts that are written in an unusual way.
    odd_texts: usize,
    declaration: &'static str,
}

impl Style {
    pub(crate) fn random(random: &mut Random) -> Self {
        Self {
            prefix: if random.chance(15) { "m" } else { "" },
            end_of_line: ["\n", "\r\n", "\n", "\n  "][random.below(4)],
            indented: random.chance(70),
            quote: if random.chance(20) { '\'' } else { '"' },
            odd_texts: if random.chance(30) { 15 } else { 0 },
            declaration: random.pick(&[
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\r\n",
                "<?xml version=\"1.0\"?>",
                "",
            ]),
        }
    }

    pub(crate) fn write(&self, tree: &Tree, namespace: &str, random: &mut Random) -> String {
        let mut text = self.declaration.to_owned();
        if random.chance(10) {
            text.push_str("<!-- Справка -->\n<?client version 3?>\n");
        }
        self.element(tree, &mut text, Some(namespace), random);
        if random.chance(10) {
            text.push_str("\n<!-- the end -->\n");
        }
        text
    }

    /// `namespace` is given for the root alone.
    fn element(&self, tree: &Tree, text: &mut String, namespace: Option<&str>, random: &mut Random) {
        let quote = self.quote;
        let (name, own) = match &tree.namespace {
            None if self.prefix.is_empty() => (tree.name.clone(), String::new()),
            None => (format!("{}:{}", self.prefix, tree.name), String::new()),
            Some(other) => (format!("o:{}", tree.name), format!(" xmlns:o={quote}{other}{quote}")),
        };
        text.push('<');
        text.push_str(&name);
        if let Some(namespace) = namespace {
            let colon = if self.prefix.is_empty() { "" } else { ":" };
            write!(text, " xmlns{colon}{}={quote}{namespace}{quote}", self.prefix).unwrap();
            text.push_str(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
        }
        text.push_str(&own);
        for (attribute, value) in &tree.attributes {
            write!(text, " {attribute}={quote}{}{quote}", escaped(value)).unwrap();
        }
        if tree.inside.is_empty() {
            text.push_str(if random.chance(50) { "/>" } else { ">" });
            if text.ends_with("/>") {
                return;
            }
        } else {
            text.push('>');
        }
        for inside in &tree.inside {
            match inside {
                Inside::Element(child) => {
                    if self.indented {
                        text.push_str(self.end_of_line);
                    }
                    self.element(child, text, None, random);
                }
                Inside::Text(value) => self.text(value, text, random),
                Inside::Raw(raw) => text.push_str(raw),
            }
        }
        if self.indented && tree.inside.iter().any(|inside| matches!(inside, Inside::Element(_))) {
            text.push_str(self.end_of_line);
        }
        write!(text, "</{name}>").unwrap();
    }

    fn text(&self, value: &str, text: &mut String, random: &mut Random) {
        if !random.chance(self.odd_texts) {
            text.push_str(&escaped(value));
            return;
        }
        match random.below(4) {
            0 if !value.contains("]]>") => write!(text, "<![CDATA[{value}]]>").unwrap(),
            1 => value.chars().for_each(|letter| write!(text, "&#x{:X};", u32::from(letter)).unwrap()),
            2 => {
                let middle =
                    value.char_indices().nth(value.chars().count() / 2).map_or(0, |(index, _)| index);
                let (first, second) = value.split_at(middle);
                write!(text, "{}<!-- -->{}", escaped(first), escaped(second)).unwrap();
            }
            _ => text.push_str(&escaped(value).replace('"', "&quot;").replace('\'', "&apos;")),
        }
    }
}

fn escaped(value: &str) -> String {
    value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
